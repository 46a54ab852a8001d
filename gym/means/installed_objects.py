"""Objects of Calico's manifest, as they were installed."""

import json
from typing import Any

from gym.installed import manifest_objects
from gym.place import Place


def as_installed(kind: str, name: str) -> Any:
    """A fresh copy of one of them."""
    every = manifest_objects()
    return next(each for each in every if (each["kind"], each["metadata"]["name"]) == (kind, name))


def put_back(place: Place, kind: str, name: str) -> None:
    """The object is as it was installed, whatever was done to it."""
    replace(place, as_installed(kind, name))


def replace(place: Place, changed: Any) -> None:
    """Unlike apply, this also takes away what `changed` does not have."""
    place.cluster.kubectl("replace", "-f", "-", text=json.dumps(changed))
