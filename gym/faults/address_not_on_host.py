"""An address in the DaemonSet that the host does not have."""

from gym.fault import Fault, Said, Scope
from gym.means.template import restore_pods, set_environment
from gym.place import Place


def inject(place: Place) -> None:
    set_environment(place, IP="172.31.0.77/24")


def bites(place: Place) -> bool:
    return place.stored_address == "172.31.0.77/24" and not place.is_ready


FAULT = Fault(
    title="IP=172.31.0.77 in the DaemonSet; no host has it",
    cause="ip-changed-or-not-on-host",
    inject=inject,
    bites=bites,
    heal=restore_pods,
    # Only a list of the host's links proves that none has it.
    live=Said.LIKELY,
    text=Said.LIKELY,
    scope=Scope.CLUSTER,
)
