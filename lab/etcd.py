"""What the API server has stored, reached behind its back.

Two things it does not allow: an object that says it is two days old, and forgetting everything at once.
"""

import json
from base64 import b64encode
from collections.abc import Mapping
from typing import Any

from lab.client import Client

_PLACES = {"nodes": "minions", "services": "services/specs"}
"""Where the name in the store is not the name in the API."""
_BUILT_IN = ("k8s.io", "apps", "batch", "autoscaling", "policy")


class Store:
    """The registry of one control plane."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def write(self, key: str, value: Mapping[str, Any]) -> None:
        self._ask("put", {"key": _encoded(key), "value": _encoded(json.dumps(value))})

    def delete(self, key: str) -> None:
        self._ask("deleterange", {"key": _encoded(key)})

    def delete_below(self, prefix: str) -> None:
        end = prefix[:-1] + chr(ord(prefix[-1]) + 1)
        self._ask("deleterange", {"key": _encoded(prefix), "range_end": _encoded(end)})

    def _ask(self, what: str, body: Mapping[str, str]) -> None:
        self._client.need("POST", f"/v3/kv/{what}", body)


def key_of(group: str, resource: str, namespace: str, name: str) -> str:
    """Where an object lies in the store."""
    # Only custom resources lie below the name of their group.
    custom = "." in group and not group.endswith(_BUILT_IN)
    place = f"{group}/{resource}" if custom else _PLACES.get(resource, resource)
    return "/".join(part for part in ("/registry", place, namespace, name) if part)


def _encoded(text: str) -> str:
    return b64encode(text.encode()).decode()
