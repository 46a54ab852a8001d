"""A node that gets a twentieth of a processor, and a liveness probe of one second: it kills calico-node."""

from gym.fault import Fault, Said, Scope
from gym.means.pod_events import messages
from gym.means.starvation import feed, starve
from gym.means.template import change_pods, restore_pods
from gym.place import Place

_TIGHT = {"timeoutSeconds": 1, "periodSeconds": 5, "failureThreshold": 2}


def inject(place: Place) -> None:
    change_pods(place, {"containers": [{"name": "calico-node", "livenessProbe": _TIGHT}]})
    starve(place, percent=5)


def bites(place: Place) -> bool:
    return "failed liveness probe, will be restarted" in messages(place) and not place.is_ready


def heal(place: Place) -> None:
    feed(place)
    restore_pods(place)


FAULT = Fault(
    title="a twentieth of a processor for the whole node, and a liveness probe of one second",
    cause="host-probe-timeout-tight",
    also=("host-overload-probe-kill",),
    inject=inject,
    bites=bites,
    heal=heal,
    # How often the probe was cut off decides, and a few minutes show too little of that.
    live=Said.LIKELY,
    text=Said.SILENT,
    host=Said.SILENT,
    scope=Scope.CLUSTER,
    seconds=180,
    group="five",
)
