"""Which files of a folder or archive are read, by path and size."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from calicovet.model.evidence import EvidenceKind
from calicovet.model.record import record
from calicovet.world.bundles.archive import Member
from calicovet.world.bundles.layouts.hosts import MOST_OF_A_NAME, holds_a_host_name
from calicovet.world.bundles.layouts.paths import Use, bundle_around, is_archive_of_use, use_of
from calicovet.world.bundles.layouts.row import Told
from calicovet.world.bundles.named_text import WHOLE
from calicovet.world.bundles.unread_files import LeftOut, Why

MOST_FILES = 2_000
MOST_READ = 96 << 20
"""Bytes that are kept of all files together."""
OF_ONE = 9 << 20
"""Bytes that are kept of one file at most: what is longer is sifted."""
SIFTED = 1 << 20
"""Where all files together are too much, logs are sifted from half of that on; about so much is kept of one."""
_ARCHIVES = (".zip", ".tar", ".tgz", ".txz", ".tbz2", ".tar.gz", ".tar.xz", ".tar.bz2")

_OF_INTEREST = re.compile(
    r"calico|canal|tigera|typha|kubelet|containerd|crio|docker|dmesg|kern|journal|nodes|pods|events|daemonset",
    re.IGNORECASE,
)
"""Names of what a start of calico-node depends on."""


@record
class Picked:
    """A file to read, and what its path says about it."""

    member: Member
    told: Told | None
    whole_up_to: int = WHOLE
    """A text of so many bytes is read whole; of a longer one the lines that matter are."""


class Room:
    """What may still be read."""

    def __init__(self) -> None:
        self.files = MOST_FILES
        self.bytes = MOST_READ


def pick(members: Iterable[Member], around: str, left: LeftOut, room: Room) -> Mapping[int, Picked]:
    """By their places; `around` is the name of the folder or archive that they are in.

    In a bundle of a known layout, what the layout does not name is of no use: a sosreport has ten thousand files.
    """
    by_name = {member.name: member for member in members if not _is_hidden(member.name)}
    begins = {bundle_around(f"{around}/{name}") for name in by_name}
    roots = tuple(root for root in begins if root is not None)
    found: list[Picked] = []
    for name, member in by_name.items():
        path = f"{around}/{name}"
        if member.size <= MOST_OF_A_NAME and holds_a_host_name(
            name
        ):  # read already, for the files around it
            continue
        use = use_of(path)
        in_a_bundle = _is_below(path, roots)
        if is_archive_name(name):
            use, of_no_use = None, in_a_bundle and not is_archive_of_use(path)
        else:
            of_no_use = use is Use.NONE or (use is None and in_a_bundle)
        if of_no_use:
            left.add(Why.NO_USE, name)
        else:
            found.append(Picked(member, use if isinstance(use, Told) else None))
    kept: dict[int, Picked] = {}
    crowded = sum(min(picked.member.size, OF_ONE) for picked in found) > room.bytes
    for picked in sorted(found, key=_worth):
        sifts = crowded and not _is_objects(picked)
        size = min(picked.member.size, SIFTED if sifts else OF_ONE)
        if size > room.bytes or not room.files:
            left.add(Why.TOO_MUCH, picked.member.name)
            continue
        if sifts:
            picked = replace(picked, whole_up_to=SIFTED // 2)
        room.bytes -= size
        room.files -= 1
        kept[picked.member.place] = picked
    return kept


def is_archive_name(name: str) -> bool:
    """Whether the file is called as archives are."""
    return name.endswith(_ARCHIVES)


def _is_below(path: str, roots: tuple[str, ...]) -> bool:
    return path.startswith(roots)


def _worth(picked: Picked) -> tuple[int, int]:
    """Objects before logs before what no layout knows; where there is too much, the small ones are more."""
    if picked.told is None:
        return (2 if _OF_INTEREST.search(picked.member.name) else 3, picked.member.size)
    return (int(not _is_objects(picked)), picked.member.size)


def _is_objects(picked: Picked) -> bool:
    if picked.told is None:
        return picked.member.name.endswith((".json", ".yaml", ".yml"))
    return picked.told.kind is EvidenceKind.OBJECTS


def _is_hidden(name: str) -> bool:
    """Hidden files, and those that a Mac puts beside the real ones."""
    return any(part.startswith(".") or part == "__MACOSX" for part in name.split("/"))
