"""Typha runs on another node, and this one's packets to its port are dropped."""

from gym.fault import Fault, Scope
from gym.means import typha
from gym.place import Place

_RULE = f"OUTPUT -p tcp --dport {typha.PORT} -j DROP"


def inject(place: Place) -> None:
    other = next(node for node in place.cluster.nodes if node is not place.node)
    typha.run_on(place, other)
    place.sh(f"iptables -w -t raw -I {_RULE}")
    typha.ask_typha(place)


def bites(place: Place) -> bool:
    log = place.log() + place.log(previous=True)
    return f":{typha.PORT}: i/o timeout" in log and not place.is_ready


def heal(place: Place) -> None:
    place.sh(f"iptables -w -t raw -D {_RULE}")
    typha.ask_the_api_server(place)
    typha.remove(place)


FAULT = Fault(
    title="the way to Typha's port blocked",
    cause="typha-port-blocked",
    inject=inject,
    bites=bites,
    heal=heal,
    scope=Scope.CLUSTER,
    seconds=180,
)
