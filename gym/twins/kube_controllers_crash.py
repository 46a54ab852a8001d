"""calico-kube-controllers crashes because one of its settings is wrong; calico-node is well."""

from gym.fault import Scope, Twin
from gym.means.installed_objects import as_installed, put_back, replace
from gym.place import Place

_NAMED = ("Deployment", "calico-kube-controllers")


def inject(place: Place) -> None:
    deployment = as_installed(*_NAMED)
    environment = deployment["spec"]["template"]["spec"]["containers"][0]["env"]
    for each in environment:
        if each["name"] == "ENABLED_CONTROLLERS":
            each["value"] = "nodes"
    replace(place, deployment)


def holds(place: Place) -> bool:
    pods = place.cluster.list(
        "pods", "-n", place.cluster.namespace, "-l", "k8s-app=calico-kube-controllers"
    )
    statuses = [each for pod in pods for each in pod["status"].get("containerStatuses", ())]
    return place.is_ready and any(each["restartCount"] > 0 for each in statuses)


def heal(place: Place) -> None:
    put_back(place, *_NAMED)


TWIN = Twin(
    title="calico-kube-controllers crashes over its own setting",
    of="kube-proxy-gone",
    inject=inject,
    holds=holds,
    heal=heal,
    scope=Scope.CLUSTER,
)
