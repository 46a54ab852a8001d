"""A setting of Felix that it cannot work with: it ends instead of guessing."""

from gym.fault import Fault
from gym.means.felix_configuration import set_for, unset
from gym.place import Place


def inject(place: Place) -> None:
    set_for(place, interfacePrefix="cali/eth")
    place.restart_pod()


def bites(place: Place) -> bool:
    return not place.is_ready and "cali/eth" in place.log()


def heal(place: Place) -> None:
    unset(place)
    place.restart_pod()


FAULT = Fault(
    title="interfacePrefix with a slash in the node's FelixConfiguration",
    cause="felix-config-invalid",
    inject=inject,
    bites=bites,
    heal=heal,
)
