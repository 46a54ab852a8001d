"""calico-node's DaemonSet changed, and its effect kept to one node.

The stock strategy replaces one pod after the other; here the others keep the pods that they have.
"""

from collections.abc import Mapping
from typing import Any

from gym.cluster import Object
from gym.means.installed_objects import put_back
from gym.place import Place

_DAEMONSET = "daemonset/calico-node"
_CONTAINER = "calico-node"


def set_environment(place: Place, **variables: str) -> None:
    """Gives calico-node variables, or other values for them; the node's pod starts with them."""
    change_pods(place, _environment(variables))


def set_environment_of_next_pod(place: Place, **variables: str) -> None:
    """The same for pods that are made from now on; the node keeps the pod that it has."""
    _change_template(place, _environment(variables))


def change_pods(place: Place, change: Object) -> None:
    """Merges into the pods' specification; the node's pod starts with it."""
    _change_template(place, change)
    place.restart_pod()


def _change_template(place: Place, change: Object) -> None:
    strategy: dict[str, Any] = {"$retainKeys": ["type"], "type": "OnDelete"}
    spec = {"updateStrategy": strategy, "template": {"spec": change}}
    place.cluster.patch(
        _DAEMONSET, {"spec": spec}, namespace=place.cluster.namespace, kind="strategic"
    )


def _environment(variables: Mapping[str, str]) -> Object:
    given = [{"name": name, "value": value, "valueFrom": None} for name, value in variables.items()]
    return {"containers": [{"name": _CONTAINER, "env": given}]}


def restore_pods(place: Place) -> None:
    """The DaemonSet is as it was installed, whatever changed it last; the node's pod starts with that."""
    put_back(place, "DaemonSet", "calico-node")
    place.restart_pod()
