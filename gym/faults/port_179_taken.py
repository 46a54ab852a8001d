"""Another program has the port of BGP: BIRD cannot listen, and sessions are not answered."""

from gym.fault import Fault
from gym.means.taken_port import give_back, is_taken, take
from gym.place import Place


def inject(place: Place) -> None:
    take(place, "0.0.0.0", 179)


def bites(place: Place) -> bool:
    return is_taken(place, "0.0.0.0", 179) and not place.is_ready


FAULT = Fault(
    title="a web server on TCP port 179",
    cause="bgp-port-179-in-use",
    inject=inject,
    bites=bites,
    heal=give_back,
)
