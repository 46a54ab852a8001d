"""The name localhost leads to an address of another host: Felix cannot listen there."""

from gym.fault import Fault
from gym.means.hosts_file import put_back, replace
from gym.place import Place


def inject(place: Place) -> None:
    replace(place, f"10.99.0.1 localhost\n127.0.1.1 {place.node.name}\n")


def bites(place: Place) -> bool:
    return not place.is_ready and "10.99.0.1:9099" in place.events + place.log()


FAULT = Fault(
    title="localhost is 10.99.0.1 in /etc/hosts",
    cause="felix-localhost-foreign-ip",
    inject=inject,
    bites=bites,
    heal=put_back,
)
