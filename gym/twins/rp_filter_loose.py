"""rp_filter is 2, for which Calico before v3.12 refused to run; newer ones write their own rules."""

from gym.fault import Twin
from gym.place import Place

_FILE = "/proc/sys/net/ipv4/conf/all/rp_filter"


def inject(place: Place) -> None:
    place.sh(f"cat {_FILE} >/run/rp_filter.kept; echo 2 >{_FILE}")
    place.restart_pod()


def holds(place: Place) -> bool:
    return place.is_ready and place.node.read(_FILE).strip() == "2"


def heal(place: Place) -> None:
    place.sh(f"cat /run/rp_filter.kept >{_FILE}")


TWIN = Twin(
    title="net.ipv4.conf.all.rp_filter is 2, and calico-node started again",
    of="felix-bad-interface-prefix",
    inject=inject,
    holds=holds,
    heal=heal,
)
