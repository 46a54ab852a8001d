"""The namespace of calico-node enforces the restricted Pod Security Standard: its pod is refused."""

from gym.fault import Fault, Scope
from gym.means.refusal import ask_again
from gym.place import Place

_LABEL = "pod-security.kubernetes.io/enforce"


def inject(place: Place) -> None:
    place.cluster.kubectl("label", "namespace", place.cluster.namespace, f"{_LABEL}=restricted")
    # Pods that are there stay; the next one is refused.
    place.restart_pod()


def bites(place: Place) -> bool:
    return place.pod is None and "violates PodSecurity" in place.events


def heal(place: Place) -> None:
    place.cluster.kubectl("label", "namespace", place.cluster.namespace, f"{_LABEL}-")
    ask_again(place)


FAULT = Fault(
    title="the namespace labelled pod-security.kubernetes.io/enforce=restricted",
    cause="sched-podsecurity-denied",
    inject=inject,
    bites=bites,
    heal=heal,
    scope=Scope.CLUSTER,
)
