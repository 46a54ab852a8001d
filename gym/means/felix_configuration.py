"""Settings of Felix on one node alone: its own FelixConfiguration."""

from typing import Any

from gym.place import Place

_API = "crd.projectcalico.org/v1"


def set_for(place: Place, **settings: Any) -> None:
    """Gives the node these settings; Felix restarts by itself when they change."""
    place.cluster.apply(
        {
            "apiVersion": _API,
            "kind": "FelixConfiguration",
            "metadata": {"name": _name(place)},
            "spec": settings,
        }
    )


def unset(place: Place) -> None:
    """Takes the node's own settings away."""
    place.cluster.kubectl("delete", f"felixconfigurations.{_API.split('/')[0]}", _name(place))


def _name(place: Place) -> str:
    return f"node.{place.node.name}"
