"""The log begins with time-outs on the way to the API server; they are over, the node is ready."""

from gym.fault import Twin
from gym.means.service_way import SERVICE
from gym.place import Place

_RULE = f"OUTPUT -d {SERVICE} -j DROP"
_COMPLAINT = f"dial tcp {SERVICE}:443: i/o timeout"


def inject(place: Place) -> None:
    place.sh(f"iptables -w -t raw -I {_RULE}")
    # The init containers are done; only calico-node itself restarts.
    place.sh("pkill runsvdir")
    place.cluster.await_true(lambda: _COMPLAINT in place.log(), "calico-node complains", 90)
    place.sh(f"iptables -w -t raw -D {_RULE}")


def holds(place: Place) -> bool:
    return place.is_ready and _COMPLAINT in place.log()


def heal(place: Place) -> None:
    """Nothing is left to take away."""


TWIN = Twin(
    title="time-outs to the API server in the log of a node that is ready",
    of="service-address-dropped",
    inject=inject,
    holds=holds,
    heal=heal,
)
