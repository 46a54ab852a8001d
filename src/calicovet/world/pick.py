"""Which files of a folder or an archive are worth reading, by their paths and sizes."""

from collections.abc import Iterable, Mapping

from calicovet.model.evidence import EvidenceKind
from calicovet.model.foreign_layout import Told, has_a_known_layout, told_by_path
from calicovet.model.record import record
from calicovet.world.archive import Member
from calicovet.world.left_out import LeftOut, Why

MOST_FILES = 2_000
MOST_READ = 96 << 20
"""Bytes that are kept of all files together."""
OF_ONE = 9 << 20
"""Bytes that are kept of one file at most: what is longer is sifted."""


@record
class Picked:
    """A file to read, and what its path tells of it."""

    member: Member
    told: Told | None


class Room:
    """What may still be read."""

    def __init__(self) -> None:
        self.files = MOST_FILES
        self.bytes = MOST_READ


def pick(members: Iterable[Member], around: str, left: LeftOut, room: Room) -> Mapping[int, Picked]:
    """By their places; `around` is the name of the folder or archive that they are in.

    In a bundle of a known layout, what the layout does not name is of no use: a sosreport has ten thousand files.
    """
    found = {
        member.name: Picked(member, told_by_path(f"{around}/{member.name}"))
        for member in members
        if not _is_hidden(member.name)
    }
    if any(has_a_known_layout(f"{around}/{name}") for name in found):
        for name in [name for name, picked in found.items() if picked.told is None]:
            del found[name]
            left.add(Why.NO_USE, name)
    kept: dict[int, Picked] = {}
    for picked in sorted(found.values(), key=_worth):
        size = min(picked.member.size, OF_ONE)
        if size > room.bytes or not room.files:
            left.add(Why.TOO_MUCH, picked.member.name)
            continue
        room.bytes -= size
        room.files -= 1
        kept[picked.member.place] = picked
    return kept


def _worth(picked: Picked) -> tuple[int, int]:
    """Objects before logs before what nobody knows; where there is too much, the small ones are more."""
    if picked.told is None:
        return (2, picked.member.size)
    return (int(picked.told.kind is not EvidenceKind.OBJECTS), picked.member.size)


def _is_hidden(name: str) -> bool:
    """Hidden files, and those that a Mac puts beside the real ones."""
    return any(part.startswith(".") or part == "__MACOSX" for part in name.split("/"))
