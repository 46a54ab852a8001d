"""IP pools beside the one that Calico's manifest makes."""

from typing import Any

from gym.place import Place

_API = "crd.projectcalico.org/v1"
KIND = "ippools.crd.projectcalico.org"


def set_pool(place: Place, name: str, **spec: Any) -> None:
    """Makes a pool, or changes it."""
    place.cluster.apply(
        {"apiVersion": _API, "kind": "IPPool", "metadata": {"name": name}, "spec": spec}
    )


def remove_pool(place: Place, name: str) -> None:
    place.cluster.kubectl("delete", KIND, name)
