"""calico-node is told to call the API server by a name, and the node's name server is silent."""

from gym.fault import Fault, Said, Scope
from gym.place import Place

_MAP = "kubernetes-services-endpoint"
_NAME = "api.cluster.example"


def inject(place: Place) -> None:
    where = {"name": _MAP, "namespace": place.cluster.namespace}
    told = {"KUBERNETES_SERVICE_HOST": _NAME, "KUBERNETES_SERVICE_PORT": "6443"}
    place.cluster.apply({"apiVersion": "v1", "kind": "ConfigMap", "metadata": where, "data": told})
    place.restart_pod()


def bites(place: Place) -> bool:
    log = place.log("install-cni") + place.log("install-cni", previous=True)
    return f"lookup {_NAME}" in log and not place.is_ready


def heal(place: Place) -> None:
    place.cluster.kubectl("delete", "configmap", _MAP, "-n", place.cluster.namespace)
    place.restart_pod()


FAULT = Fault(
    title="the API server's address is a name that the node cannot resolve",
    cause="host-dns-broken",
    also=("api-service-host-override-wrong",),
    inject=inject,
    bites=bites,
    heal=heal,
    text=Said.LIKELY,
    host=Said.LIKELY,
    scope=Scope.CLUSTER,
)
