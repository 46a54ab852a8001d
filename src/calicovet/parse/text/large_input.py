"""Which lines to keep of a paste that is too large."""

import re
from collections import deque
from collections.abc import Iterable
from functools import cache

from calicovet.model.record import record
from calicovet.parse.messages.index import body_of, keys_in

_TAIL = 1_000_000
"""So many characters of the end are kept, whatever they are."""
_OF_A_LINE = 16
"""What a line takes of the budget beside its characters: millions of empty ones need memory, too."""
_PER_KEY = 200
_STRUCTURE = 20_000
"""So many structural lines are kept."""
_LONGEST_LINE = 65_536
_REMEMBERED = 4_096


@record
class RelevantLines:
    """What was kept: the text, the source's number of each of its lines, whether any is missing."""

    content: str
    numbers: tuple[int, ...]
    cut: bool


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


class _Kept:
    """The lines beyond the budget that are worth keeping, within bounds."""

    def __init__(self) -> None:
        self.lines: list[tuple[int, str]] = []
        self._seen: dict[str, int] = {}
        self._structural = 0
        self._remembered: dict[str, tuple[str, ...]] = {}

    def _keys_in(self, line: str) -> tuple[str, ...]:
        # Floods repeat themselves but for the time.
        body = body_of(line)
        if not body:
            return keys_in(line)
        if body not in self._remembered:
            if len(self._remembered) >= _REMEMBERED:
                self._remembered.clear()
            self._remembered[body] = keys_in(line)
        return self._remembered[body]

    def offer(self, number: int, line: str) -> None:
        keys = self._keys_in(line)
        if keys:
            fresh = [key for key in keys if self._seen.get(key, 0) < _PER_KEY]
            for key in keys:
                self._seen[key] = self._seen.get(key, 0) + 1
            if fresh:
                self.lines.append((number, line))
        elif self._structural < _STRUCTURE and _structure().match(line):
            self._structural += 1
            self.lines.append((number, line[:2_000]))


def keep_relevant_lines(lines: Iterable[tuple[int, str]], budget: int = 8_000_000) -> RelevantLines:
    """The lines that matter: all within the budget, then those that say something, and the end."""
    head: list[tuple[int, str]] = []
    used = 0
    kept = _Kept()
    tail: deque[tuple[int, str]] = deque()
    tail_size = 0
    cut = False
    for number, line in lines:
        if len(line) > _LONGEST_LINE:
            line, cut = line[:_LONGEST_LINE], True
        size = len(line) + _OF_A_LINE
        if used + size <= budget:
            head.append((number, line))
            used += size
            continue
        # Once the budget is spent, nothing goes to the head any more: the order must hold.
        used = budget
        tail.append((number, line))
        tail_size += size
        while tail_size > _TAIL:
            old_number, old = tail.popleft()
            tail_size -= len(old) + _OF_A_LINE
            before = len(kept.lines)
            kept.offer(old_number, old)
            cut = cut or len(kept.lines) == before
    every = (*head, *kept.lines, *tail)
    return RelevantLines(
        content="\n".join(line for _, line in every),
        numbers=tuple(number for number, _ in every),
        cut=cut,
    )
