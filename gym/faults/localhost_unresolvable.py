"""/etc/hosts does not know localhost, and neither does any name server."""

from gym.fault import Fault
from gym.means.hosts_file import put_back, replace
from gym.place import Place


def inject(place: Place) -> None:
    replace(place, f"127.0.1.1 {place.node.name}\n")


def bites(place: Place) -> bool:
    return not place.is_ready and "lookup localhost" in place.events + place.log()


FAULT = Fault(
    title="no localhost in /etc/hosts",
    cause="felix-localhost-unresolvable",
    inject=inject,
    bites=bites,
    heal=put_back,
)
