"""An image of calico-node's name for another kind of processor, as `docker save` on a laptop makes it."""

import struct

from gym.archive import File
from gym.fault import Fault, Said, Scope
from gym.means.images import replace, restore
from gym.place import Place

_ARM64 = 183
# An ELF header without anything behind it: the kernel looks at the processor first.
_PROGRAM = b"\x7fELF\x02\x01\x01".ljust(16, b"\0") + struct.pack("<HHI", 2, _ARM64, 1)


def inject(place: Place) -> None:
    program = File(_PROGRAM.ljust(4096, b"\0"), 0o755)
    replace(place, {"usr/bin/calico-node": program, "usr/sbin/start_runit": program})
    place.restart_pod()


def bites(place: Place) -> bool:
    said = place.events + place.log("mount-bpffs") + place.log("mount-bpffs", previous=True)
    return place.restarts > 0 and "exec format error" in said and not place.is_ready


def heal(place: Place) -> None:
    restore(place)
    place.restart_pod()


FAULT = Fault(
    title="an image of the same name with programs for arm64",
    # On one node only: what it has is not what its peers have under that name.
    cause="img-corrupt-layer",
    also=("img-arch-mismatch",),
    inject=inject,
    bites=bites,
    heal=heal,
    live=Said.LIKELY,
    # That other nodes have the same processor is what kubectl's tables do not show.
    text=Said.SILENT,
    host=Said.LIKELY,
    # Beside image-corrupt it would look as if the image were bad everywhere.
    scope=Scope.CLUSTER,
)
