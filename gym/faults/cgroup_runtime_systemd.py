"""containerd told to use systemd's cgroups under a kubelet that uses its own: no sandbox is made.

The other direction needs a host with systemd; recorded evidence stands for it.
"""

from gym.fault import Fault
from gym.means.pod_events import messages
from gym.means.runtime import restart
from gym.place import Place


def inject(place: Place) -> None:
    _set(place, systemd=True)


def bites(place: Place) -> bool:
    return "expected cgroupsPath to be of format" in messages(place) and not place.is_ready


def heal(place: Place) -> None:
    _set(place, systemd=False)


def _set(place: Place, *, systemd: bool) -> None:
    place.node.systemd_cgroup = systemd
    place.node.write_containerd_config()
    restart(place)
    place.restart_pod()


FAULT = Fault(
    title="SystemdCgroup = true in containerd, cgroupfs in the kubelet",
    cause="rt-cgroup-driver-reverse",
    inject=inject,
    bites=bites,
    heal=heal,
    group="five",
)
