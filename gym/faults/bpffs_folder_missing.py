"""A host without /sys/fs/bpf, as with an old kernel: the manifest wants a directory there."""

from gym.fault import Fault
from gym.means.pod_events import messages
from gym.place import Place

_KEPT = "/run/cgroups-kept"


def inject(place: Place) -> None:
    # Only an empty file system over the kernel's own hides a directory of it.
    place.sh(f"mkdir -p {_KEPT}; mount --rbind /sys/fs/cgroup {_KEPT}")
    # Apart from the original: what is unmounted here must not vanish there.
    place.sh(f"mount --make-rprivate {_KEPT}")
    place.sh("mount -t tmpfs hidden /sys/fs; mkdir /sys/fs/cgroup")
    place.sh(f"mount --rbind {_KEPT} /sys/fs/cgroup")
    place.restart_pod()


def bites(place: Place) -> bool:
    return "hostPath type check failed" in messages(place) and not place.is_ready


def heal(place: Place) -> None:
    place.sh(f"umount -R -l /sys/fs; umount -R -l {_KEPT}; rmdir {_KEPT}")
    place.restart_pod()


FAULT = Fault(
    title="/sys/fs/bpf does not exist on the host",
    cause="rt-hostpath-type-check",
    inject=inject,
    bites=bites,
    heal=heal,
)
