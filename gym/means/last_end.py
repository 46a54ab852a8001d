"""How the containers of calico-node's pod ended."""

from collections.abc import Iterator
from typing import Any

from gym.place import Place


def reasons(place: Place) -> frozenset[str]:
    """Why they ended, this time or the time before: Error, OOMKilled, StartError."""
    status = place.pod["status"] if place.pod else {}
    every = (*status.get("initContainerStatuses", ()), *status.get("containerStatuses", ()))
    return frozenset(end.get("reason", "") for each in every for end in _ends(each))


def _ends(status: Any) -> Iterator[Any]:
    for state in (status.get("state", {}), status.get("lastState", {})):
        if (end := state.get("terminated")) is not None:
            yield end
