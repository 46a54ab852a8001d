"""A quota that allows fewer pods in calico-node's namespace than there are: the next one is refused."""

from gym.fault import Fault, Said, Scope
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
    # The catalogue has no cause for it: what is seen leads to the event, and that is enough.
    cause="",
    inject=inject,
    bites=bites,
    heal=heal,
    live=Said.SILENT,
    text=Said.SILENT,
    host=Said.SILENT,
    scope=Scope.CLUSTER,
)
