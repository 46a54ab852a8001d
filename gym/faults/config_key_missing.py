"""A key of the ConfigMap calico-config is gone, which the container calico-node reads."""

from gym.fault import Fault, Scope
from gym.place import Place

_MAP, _KEY, _STOCK = "configmap/calico-config", "calico_backend", "bird"


def inject(place: Place) -> None:
    place.cluster.patch(_MAP, {"data": {_KEY: None}}, namespace=place.cluster.namespace)
    place.restart_pod()


def bites(place: Place) -> bool:
    return f"couldn't find key {_KEY} in ConfigMap" in place.events and not place.is_ready


def heal(place: Place) -> None:
    place.cluster.patch(_MAP, {"data": {_KEY: _STOCK}}, namespace=place.cluster.namespace)


FAULT = Fault(
    title="a key of calico-config removed",
    cause="rt-configmap-key-missing",
    inject=inject,
    bites=bites,
    heal=heal,
    scope=Scope.CLUSTER,
)
