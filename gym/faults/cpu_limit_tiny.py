"""A CPU limit so low that no probe ends in time."""

from gym.fault import Fault, Scope
from gym.means.pod_events import messages
from gym.means.template import change_pods, restore_pods
from gym.place import Place

_TINY = {"limits": {"cpu": "1m"}, "requests": {"cpu": "1m"}}


def inject(place: Place) -> None:
    change_pods(place, {"containers": [{"name": "calico-node", "resources": _TINY}]})


def bites(place: Place) -> bool:
    return place.restarts > 0 and "failed liveness probe, will be restarted" in messages(place)


def heal(place: Place) -> None:
    restore_pods(place)


FAULT = Fault(
    title="a CPU limit of 1m",
    cause="host-cpu-throttled",
    inject=inject,
    bites=bites,
    heal=heal,
    scope=Scope.CLUSTER,
    seconds=240,
)
