"""Files that were not read, as one gap per reason."""

from collections.abc import Iterator
from enum import StrEnum

from calicovet.model.errors import BadInput
from calicovet.model.evidence import EvidenceKind, Gap, GapReason, Request

_SHOWN = 3


class Why(StrEnum):
    LINK = "links"
    UNSAFE = "paths that lead out of it"
    FORBIDDEN = "not readable"
    NO_FILE = "devices and the like"
    LOCKED = "locked with a password, or packed in an unknown way"
    BINARY = "no text"
    NESTED = "archives in it"
    BROKEN = "is broken from some point on"
    CUT = "was cut off"
    BOMB = "unpacks to more than a bundle may hold"
    TOO_MANY = "has too many files"
    SWELLS = "unpack to more than a bundle may hold, and were read in part"
    TOO_LONG = "too long to be read to the end"
    NO_USE = "files that by their paths say nothing about calico-node"
    TOO_MUCH = "too much to read at once"


_OF_THE_WHOLE = frozenset({Why.BROKEN, Why.CUT, Why.BOMB, Why.TOO_MANY})
_HOW_TO_CLOSE = {
    Why.FORBIDDEN: "copy it to a place that you may read",
    Why.LOCKED: "unpack it, and give the folder",
    Why.NESTED: "unpack them, and give the folder",
    Why.BROKEN: "copy it again",
    Why.CUT: "copy it again",
    Why.TOO_MANY: "give the files of the sick node alone",
    Why.SWELLS: "unpack them, and give what matters",
    Why.TOO_LONG: "give them alone, outside the archive",
    Why.TOO_MUCH: "give the files of the sick node alone",
}


class LeftOut:
    """Counts what is left out; knows a few names of each sort."""

    def __init__(self) -> None:
        self._names: dict[Why, list[str]] = {}
        self._counts: dict[Why, int] = {}
        self._cut: dict[str, None] = {}
        self._by_limit: set[str] = set()

    def add(self, why: Why, name: str, count: int = 1) -> None:
        self._counts[why] = self._counts.get(why, 0) + count
        names = self._names.setdefault(why, [])
        if len(names) < _SHOWN and name not in names:
            names.append(name)

    def cut_off(self, name: str, why: Why = Why.CUT) -> None:
        """That file ends before its end; by itself, or because of a limit."""
        self._cut[name] = None
        if why is not Why.CUT:
            self.add(why, name)
            self._by_limit.add(name)

    def is_cut(self, name: str) -> bool:
        return name in self._cut

    def has(self, why: Why) -> bool:
        return why in self._counts

    def gaps(self, archive: str) -> Iterator[Gap]:
        """One for each reason, told about the archive or folder of that name."""
        for why, names in self._names.items():
            count = self._counts[why]
            few = ", ".join(names) + (", …" if count > len(names) else "")
            detail = (
                f"{archive} {why}" if why in _OF_THE_WHOLE else f"{archive}: {why} ({count}: {few})"
            )
            reason = GapReason.NOT_CONFIGURED if why in _ON_PURPOSE else GapReason.ABSENT
            reason = GapReason.FORBIDDEN if why is Why.FORBIDDEN else reason
            yield _gap(reason, detail, _HOW_TO_CLOSE.get(why, ""))
        cut = [name for name in self._cut if name not in self._by_limit]
        for name in cut[:_SHOWN]:
            yield _gap(GapReason.ABSENT, f"{archive}: the end of {name}", "copy it again")


_ON_PURPOSE = frozenset(
    {
        Why.NO_USE,
        Why.TOO_MUCH,
        Why.LINK,
        Why.UNSAFE,
        Why.NO_FILE,
        Why.BOMB,
        Why.SWELLS,
        Why.TOO_LONG,
    }
)


def _gap(reason: GapReason, detail: str, how_to_close: str) -> Gap:
    return Gap(Request(EvidenceKind.PASTE), reason, detail, how_to_close)


def until_fault(chunks: Iterator[bytes], name: str, left: LeftOut) -> Iterator[bytes]:
    """The chunks up to where they are broken, were cut off or swell without measure."""
    try:
        yield from chunks
    except BadInput as error:
        left.cut_off(name, Why.SWELLS if error.key == "bomb" else Why.CUT)
