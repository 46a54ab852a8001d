"""Typha between calico-node and the API server."""

from gym.cluster import Object
from gym.installed import RELEASE
from gym.means.template import restore_pods, set_environment
from gym.node import Node
from gym.place import Place

PORT = 5473
_NAME = "calico-typha"
_LABELS = {"k8s-app": _NAME}


def ask_typha(place: Place) -> None:
    """The node's calico-node gets its data from Typha, wherever that may be."""
    place.cluster.apply(_service(place))
    set_environment(place, FELIX_TYPHAK8SSERVICENAME=_NAME)


def ask_the_api_server(place: Place) -> None:
    """As it was installed."""
    restore_pods(place)
    place.cluster.kubectl("delete", "service", _NAME, "-n", place.cluster.namespace)


def run_on(place: Place, node: Node) -> None:
    """One Typha, on that node, and ready."""
    place.cluster.apply(_deployment(place, node))
    what = (f"deployment/{_NAME}", "-n", place.cluster.namespace)
    place.cluster.kubectl("rollout", "status", *what, "--timeout=90s")


def remove(place: Place) -> None:
    place.cluster.kubectl("delete", "deployment", _NAME, "-n", place.cluster.namespace)


def _service(place: Place) -> Object:
    return {
        "apiVersion": "v1",
        "kind": "Service",
        "metadata": _metadata(place),
        "spec": {
            "ports": [{"port": PORT, "protocol": "TCP", "targetPort": _NAME, "name": _NAME}],
            "selector": _LABELS,
        },
    }


def _deployment(place: Place, node: Node) -> Object:
    environment = {
        "TYPHA_DATASTORETYPE": "kubernetes",
        "TYPHA_HEALTHENABLED": "true",
        "TYPHA_LOGSEVERITYSCREEN": "info",
        "TYPHA_LOGFILEPATH": "none",
        "TYPHA_CONNECTIONREBALANCINGMODE": "kubernetes",
    }
    typha = {
        "name": _NAME,
        "image": f"docker.io/calico/typha:{RELEASE}",
        "ports": [{"containerPort": PORT, "name": _NAME, "protocol": "TCP"}],
        "env": [{"name": name, "value": value} for name, value in environment.items()],
        "readinessProbe": {
            "httpGet": {"path": "/readiness", "port": 9098, "host": "localhost"},
            "periodSeconds": 2,
        },
    }
    spec = {
        "nodeName": node.name,
        "hostNetwork": True,
        "serviceAccountName": "calico-node",
        "tolerations": [{"operator": "Exists"}],
        "containers": [typha],
    }
    return {
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": _metadata(place),
        "spec": {
            "replicas": 1,
            "selector": {"matchLabels": _LABELS},
            "template": {"metadata": {"labels": _LABELS}, "spec": spec},
        },
    }


def _metadata(place: Place) -> Object:
    return {"name": _NAME, "namespace": place.cluster.namespace, "labels": _LABELS}
