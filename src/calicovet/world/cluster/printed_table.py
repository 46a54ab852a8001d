"""Prints table rows as kubectl does."""

from collections.abc import Iterable, Sequence

from calicovet.model.overview import NodeRow, PodRow

_PODS = ("NAMESPACE", "NAME", "READY", "STATUS", "RESTARTS", "AGE", "IP", "NODE")
_NODES = (
    "NAME",
    "STATUS",
    "ROLES",
    "AGE",
    "VERSION",
    "INTERNAL-IP",
    "EXTERNAL-IP",
    "OS-IMAGE",
    "KERNEL-VERSION",
    "CONTAINER-RUNTIME",
)


def print_pods(pods: Iterable[PodRow]) -> str:
    """As `kubectl get pods -A -o wide`."""
    return _print(
        (
            _PODS,
            *(
                (
                    pod.namespace,
                    pod.name,
                    f"{pod.ready}/{pod.total}",
                    pod.status,
                    f"{pod.restarts} ({pod.restarted_ago} ago)"
                    if pod.restarted_ago
                    else str(pod.restarts),
                    pod.age,
                    pod.ip,
                    pod.node,
                )
                for pod in pods
            ),
        )
    )


def print_nodes(nodes: Iterable[NodeRow]) -> str:
    """As `kubectl get nodes -o wide`."""
    return _print(
        (
            _NODES,
            *(
                (
                    node.name,
                    node.status,
                    node.roles,
                    node.age,
                    node.version,
                    node.internal,
                    node.external,
                    node.os,
                    node.kernel,
                    node.runtime,
                )
                for node in nodes
            ),
        )
    )


def _print(rows: Sequence[Sequence[str]]) -> str:
    cells = [[cell or "<none>" for cell in row] for row in rows]
    widths = [max(len(row[column]) for row in cells) for column in range(len(cells[0]))]
    lines = (
        "   ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in cells
    )
    return "\n".join(lines) + "\n"
