"""Another program's VXLAN device has the number and port that Calico's needs."""

from gym.fault import Fault, Said, Scope
from gym.means.pools import set_mode
from gym.place import Place

_DEVICE = "flannel.4096"


def inject(place: Place) -> None:
    place.sh(f"ip link add {_DEVICE} type vxlan id 4096 dstport 4789 dev eth0")
    place.sh(f"ip link set {_DEVICE} up")
    set_mode(place, vxlan="Always")


def bites(place: Place) -> bool:
    links = place.sh("ip -br link")
    return "vxlan.calico" not in links and "VXLAN" in place.log()


def heal(place: Place) -> None:
    set_mode(place, vxlan="Never")
    place.sh(f"ip link del {_DEVICE}")


FAULT = Fault(
    title="a VXLAN device of another program with VNI 4096 on port 4789",
    cause="felix-vxlan-device-conflict",
    inject=inject,
    bites=bites,
    heal=heal,
    # calico-node stays 1/1; what it complains of every few seconds is in its log alone.
    live=Said.SILENT,
    text=Said.SILENT,
    scope=Scope.CLUSTER,
)
