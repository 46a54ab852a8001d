"""Another program has the port on which Felix answers the probes."""

from gym.fault import Fault
from gym.means.taken_port import give_back, is_taken, take
from gym.place import Place


def inject(place: Place) -> None:
    take(place, "127.0.0.1", 9099)


def bites(place: Place) -> bool:
    held = is_taken(place, "127.0.0.1", 9099) and not place.is_ready
    return held and "address already in use" in place.log()


FAULT = Fault(
    title="a web server on 127.0.0.1:9099, where Felix answers the probes",
    cause="felix-port-9099-in-use",
    inject=inject,
    bites=bites,
    heal=give_back,
)
