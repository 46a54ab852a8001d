"""A LimitRange that allows each container less than calico-node asks for: its pod is refused."""

from gym.fault import Fault, Scope
from gym.means.refusal import ask_again
from gym.place import Place

_NAME = "small-containers"


def inject(place: Place) -> None:
    place.cluster.apply(
        {
            "apiVersion": "v1",
            "kind": "LimitRange",
            "metadata": {"name": _NAME, "namespace": place.cluster.namespace},
            "spec": {"limits": [{"type": "Container", "max": {"cpu": "100m"}}]},
        }
    )
    place.restart_pod()


def bites(place: Place) -> bool:
    return place.pod is None and "must be less than or equal to cpu limit" in place.events


def heal(place: Place) -> None:
    place.cluster.kubectl("delete", "limitrange", _NAME, "-n", place.cluster.namespace)
    ask_again(place)


FAULT = Fault(
    title="a LimitRange of at most 100m CPU for each container",
    cause="sched-limitrange-conflict",
    inject=inject,
    bites=bites,
    heal=heal,
    scope=Scope.CLUSTER,
)
