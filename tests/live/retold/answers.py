"""What of a diagnosis must not depend on whether it was made of a text or of a cluster."""

from collections.abc import Mapping
from typing import Any

from calicovet.model.record import record

Json = Mapping[str, Any]
_NAMED = ("proven", "likely")


@record(kw_only=True)
class Sick:
    """One sick node: how it looks, where it stopped, and why."""

    shape: str
    frontier: tuple[str, ...]
    causes: dict[str, str]
    """By name: proven or likely."""


def sick_nodes(answer: Json, homes: Mapping[str, str]) -> dict[str, Sick]:
    """By node; `homes` names the node of a pod that a text ties to none."""
    only = next(iter(homes.values()), "") if len(homes) == 1 else ""
    return {
        _name(node, homes) or only: Sick(
            shape=node["shape"],
            frontier=tuple(node["frontier"]),
            causes={
                finding["name"]: finding["verdict"]
                for finding in node["findings"]
                if finding["verdict"] in _NAMED
            },
        )
        for node in answer["nodes"]
        if node["state"] == "sick"
    }


def named_causes(answer: Json, homes: Mapping[str, str]) -> dict[str, tuple[str, frozenset[str]]]:
    """By name: the verdict, and the nodes as they are called in the cluster."""
    # A text that names no node has one sick calico-node.
    only = frozenset(homes.values()) if len(homes) == 1 else frozenset()
    return {
        cause["name"]: (cause["verdict"], frozenset(cause["nodes"]) or only)
        for cause in answer["summary"]["causes"]
    }


def _name(node: Json, homes: Mapping[str, str]) -> str:
    if node["node"]:
        return str(node["node"])
    return homes.get((node["pod"] or "").rpartition("/")[2], "")
