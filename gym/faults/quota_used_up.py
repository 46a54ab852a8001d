"""A quota that allows fewer pods in calico-node's namespace than there are: the next one is refused."""

from gym.fault import Fault, Scope
from gym.means.refusal import ask_again
from gym.place import Place

_NAME = "compute"


def inject(place: Place) -> None:
    place.cluster.apply(
        {
            "apiVersion": "v1",
            "kind": "ResourceQuota",
            "metadata": {"name": _NAME, "namespace": place.cluster.namespace},
            "spec": {"hard": {"pods": "1"}},
        }
    )
    place.restart_pod()


def bites(place: Place) -> bool:
    return place.pod is None and "exceeded quota" in place.events


def heal(place: Place) -> None:
    place.cluster.kubectl("delete", "resourcequota", _NAME, "-n", place.cluster.namespace)
    ask_again(place)


FAULT = Fault(
    title="a quota of one pod in the namespace",
    cause="sched-quota-exceeded",
    inject=inject,
    bites=bites,
    heal=heal,
    scope=Scope.CLUSTER,
)
