"""A quota in calico-node's namespace that leaves room for its pods."""

from gym.fault import Scope, Twin
from gym.place import Place

_NAME = "compute"


def inject(place: Place) -> None:
    place.cluster.apply(
        {
            "apiVersion": "v1",
            "kind": "ResourceQuota",
            "metadata": {"name": _NAME, "namespace": place.cluster.namespace},
            "spec": {"hard": {"pods": "50"}},
        }
    )
    place.restart_pod()


def holds(place: Place) -> bool:
    quota = place.cluster.get("resourcequota", _NAME, "-n", place.cluster.namespace)
    return place.is_ready and quota is not None and "used" in quota.get("status", {})


def heal(place: Place) -> None:
    place.cluster.kubectl("delete", "resourcequota", _NAME, "-n", place.cluster.namespace)


TWIN = Twin(
    title="a quota of 50 pods in the namespace",
    of="quota-used-up",
    inject=inject,
    holds=holds,
    heal=heal,
    scope=Scope.CLUSTER,
)
