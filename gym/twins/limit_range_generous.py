"""A LimitRange that gives containers a limit of memory with which calico-node is well."""

from gym.fault import Scope, Twin
from gym.place import Place

_NAME = "defaults"


def inject(place: Place) -> None:
    place.cluster.apply(
        {
            "apiVersion": "v1",
            "kind": "LimitRange",
            "metadata": {"name": _NAME, "namespace": place.cluster.namespace},
            "spec": {"limits": [{"type": "Container", "default": {"memory": "1Gi"}}]},
        }
    )
    place.restart_pod()


def holds(place: Place) -> bool:
    if not place.is_ready:
        return False
    containers = place.pod["spec"]["containers"]
    return any("memory" in each["resources"].get("limits", {}) for each in containers)


def heal(place: Place) -> None:
    place.cluster.kubectl("delete", "limitrange", _NAME, "-n", place.cluster.namespace)
    place.restart_pod()


TWIN = Twin(
    title="a LimitRange that gives each container 1Gi of memory",
    of="oom-killed",
    inject=inject,
    holds=holds,
    heal=heal,
    scope=Scope.CLUSTER,
)
