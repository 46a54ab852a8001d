"""A pool with fewer addresses than there are nodes: the last one gets none for its tunnel."""

from gym.fault import Fault, Scope
from gym.means.pools import remove_pool, set_pool
from gym.place import Place

_POOL = {"cidr": "10.99.0.0/31", "blockSize": 32, "vxlanMode": "Always"}
_TUNNEL = "projectcalico.org/IPv4VXLANTunnelAddr"


def inject(place: Place) -> None:
    name = place.node.name
    set_pool(place, "tunnels", **_POOL, nodeSelector=f"kubernetes.io/hostname != '{name}'")
    place.cluster.await_true(lambda: _taken(place) > 1, "two nodes take the two addresses", 60)
    set_pool(place, "tunnels", **_POOL, nodeSelector="all()")
    place.restart_pod()


def bites(place: Place) -> bool:
    return place.restarts > 1 and not place.is_ready


def heal(place: Place) -> None:
    remove_pool(place, "tunnels")
    place.restart_pod()


def _taken(place: Place) -> int:
    nodes = place.cluster.list("nodes")
    return sum(_TUNNEL in node["metadata"].get("annotations", {}) for node in nodes)


FAULT = Fault(
    title="a VXLAN pool of two addresses for more nodes",
    cause="pool-exhausted",
    inject=inject,
    bites=bites,
    heal=heal,
    scope=Scope.CLUSTER,
)
