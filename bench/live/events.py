"""Twenty thousand events, most of them of no interest."""

from collections.abc import Iterator
from typing import Any

from bench.live.nodes import node_name
from bench.live.pods import NAMESPACE, STARTED, pod_name, stamp
from lab.objects import Object

EVENTS = 20_000
_ABOUT = 5_000
"""So many nodes they speak of."""


def events() -> Iterator[Object]:
    """One in four of a node, one of its calico-node, the others of other pods."""
    for number in range(EVENTS):
        of, round_ = number % _ABOUT, number // _ABOUT
        node = node_name(of)
        match round_:
            case 0:
                message = f"Node {node} status is now: NodeHasSufficientMemory"
                yield event(number, "default", "Node", node, "NodeHasSufficientMemory", message)
            case 1:
                message = "Created container: calico-node"
                yield event(number, NAMESPACE, "Pod", pod_name(of), "Created", message, host=node)
            case _:
                place, name = f"shop-{of % 20}", f"web-5c7d9f6b8d-{of:05d}"
                message = f'Successfully pulled image "registry.example.com/shop/web:v1.{round_}"'
                yield event(number, place, "Pod", name, "Pulled", message, host=node)


def event(
    number: int,
    namespace: str,
    kind: str,
    name: str,
    reason: str,
    message: str,
    *,
    host: str = "",
    warns: bool = False,
    count: int = 1,
) -> Object:
    """One event of one object."""
    involved: dict[str, Any] = {"apiVersion": "v1", "kind": kind, "name": name}
    if kind == "Pod":
        involved["namespace"] = namespace
    return {
        "apiVersion": "v1",
        "kind": "Event",
        "metadata": {"name": f"{name}.{number:016x}", "namespace": namespace},
        "involvedObject": involved,
        "reason": reason,
        "message": message,
        "source": {"component": "kubelet", "host": host or name},
        "reportingComponent": "kubelet",
        "reportingInstance": host or name,
        "firstTimestamp": stamp(STARTED),
        "lastTimestamp": stamp(STARTED),
        "count": count,
        "type": "Warning" if warns else "Normal",
    }
