"""The lines of a large text that are kept, within bounds."""

import re
from collections.abc import Iterator
from functools import cache

Context = tuple[tuple[int, int, bytes], ...]
"""Lines, each with its place among all lines, and its number in the source."""

_ROOM = 1_500_000
"""So many bytes of messages are kept beside the last of each kind."""
_PLAIN = 4_000_000
"""So many bytes are kept of what is no log."""
_STRUCTURE = 20_000
"""So many structural lines are kept beyond that."""
_ALIKE = 2
"""So many lines that say the same are kept, and the last one."""
_KEYS_OF_A_GROUP = 100
_KEYS = 3_000
_GROUPS = 3_000
_FOLLOWED = 2_000
"""After so many lines without a new meaning only the last ones of each block are looked at."""
_FOLLOWED_IF_HARMLESS = 200
_OF_A_LINE = 16


@cache
def _structure() -> re.Pattern[str]:
    """Prompts, commands, table headers, rows of Calico's pods, keys that describe prints."""
    return re.compile(
        r"[^\s]{0,60}[@:~].{0,60}[$#] |\$ |(NAME|NAMESPACE|LAST SEEN|COMPONENT|PEER ADDRESS)\s"
        r"|\s*\S*(calico|canal|tigera)\S* +\S+|(Name|Namespace|Node|Status|IP|Labels|Events):\s"
        r"|\s{0,8}(State|Last State|Reason|Exit Code|Started|Finished|Ready|Restart Count|Image"
        r"|Liveness|Readiness|Conditions|Type|Message|Container ID):|(Normal|Warning)\s|```|#{1,4} "
        r"|--- |-- |\d+: [\w.@-]+: <|\s+inet6? "
    )


class _Alike:
    """Lines that say the same."""

    __slots__ = ("count", "last")

    def __init__(self) -> None:
        self.count = 0
        self.last: Context = ()


class Group:
    """Lines of one form and meaning."""

    __slots__ = ("alike", "grave", "is_plain", "others", "since_new", "structural", "trouble")

    def __init__(
        self, *, trouble: bool, grave: bool, plain: bool = False, structural: bool = False
    ) -> None:
        self.trouble, self.grave, self.is_plain = trouble, grave, plain
        self.structural = structural
        self.alike: dict[bytes, _Alike] = {}
        self.others = _Alike()
        self.since_new = 0
        """So many lines said nothing new."""

    @property
    def is_followed(self) -> bool:
        """Whether each of its lines is looked at."""
        return self.is_plain or self.since_new < (
            _FOLLOWED if self.trouble else _FOLLOWED_IF_HARMLESS
        )


class KeptLines:
    """By their places, so that a line is kept once, whatever it is kept for."""

    def __init__(self) -> None:
        self._lines: dict[int, tuple[int, bytes]] = {}
        self._of_the_rest = tuple(Group(trouble=each, grave=False) for each in (False, True))
        self._groups: list[Group] = [*self._of_the_rest]
        self._room, self._plain_room, self._structural = _ROOM, _PLAIN, _STRUCTURE
        self._keys = 0
        self._of_plain = tuple(
            Group(trouble=False, grave=False, plain=True, structural=each) for each in (False, True)
        )

    def keep(self, context: Context) -> None:
        for place, number, line in context:
            self._lines[place] = (number, line)

    def group(self, *, trouble: bool, grave: bool) -> Group:
        """A new group; where there are too many, one for all that are not known yet."""
        if len(self._groups) >= _GROUPS:
            return self._of_the_rest[trouble]
        group = Group(trouble=trouble, grave=grave)
        self._groups.append(group)
        return group

    def plain(self, line: str) -> Group | None:
        """The group of a line that is no log's; None where there is no room for such lines any more."""
        structural = _structure().match(line) is not None
        if self._plain_room <= 0 and not (structural and self._structural > 0):
            return None
        return self._of_plain[structural]

    def see(self, group: Group, key: bytes | None, context: Context) -> bool:
        """Takes note of a line; whether it was kept, and not only as the last of its kind.

        No key: the line says what others of its group said.
        """
        if group.is_plain:
            return self._see_plain(group, context)
        alike = self._alike(group, key) if key is not None else group.others
        alike.count += 1
        if alike.count > _ALIKE or self._room <= 0:
            if not alike.last or alike.last[0][0] < context[0][0]:
                alike.last = context
            return False
        self._room -= sum(len(line) + _OF_A_LINE for _, _, line in context)
        self.keep(context)
        return True

    def _alike(self, group: Group, key: bytes) -> _Alike:
        group.since_new += 1
        found = group.alike.get(key)
        if found is not None:
            return found
        if len(group.alike) >= _KEYS_OF_A_GROUP or self._keys >= _KEYS:
            return group.others
        found = group.alike[key] = _Alike()
        self._keys += 1
        group.since_new = 0
        return found

    def _see_plain(self, group: Group, context: Context) -> bool:
        if self._plain_room > 0:
            self._plain_room -= len(context[-1][2]) + _OF_A_LINE
        elif group.structural and self._structural > 0:
            self._structural -= 1
        else:
            return False
        self.keep(context)
        return True

    def finish(self) -> int:
        """Adds the last line of each kind; how many lines are kept."""
        for group in self._groups:
            for alike in (*group.alike.values(), group.others):
                self.keep(alike.last)
        return len(self._lines)

    def lines(self) -> Iterator[tuple[int, bytes]]:
        """All that is kept, in the order of the text."""
        for place in sorted(self._lines):
            yield self._lines[place]
