"""calico-node is configured to use Typha, and none is installed."""

from gym.fault import Fault, Scope
from gym.means import typha
from gym.place import Place


def inject(place: Place) -> None:
    typha.ask_typha(place)


def bites(place: Place) -> bool:
    return "ready Typha instances" in place.log() and not place.is_ready


FAULT = Fault(
    title="calico-node asks Typha, which is not there",
    cause="typha-none-ready",
    inject=inject,
    bites=bites,
    heal=typha.ask_the_api_server,
    scope=Scope.CLUSTER,
)
