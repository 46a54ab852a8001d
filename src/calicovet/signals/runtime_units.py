"""systemd units of the container runtimes."""

from calicovet.model.case import NodeView
from calicovet.model.facts import RuntimeContainer, RuntimeVersion


def units_of_runtime(node: NodeView) -> tuple[str, ...]:
    """containerd unless another is known; docker runs on top of it."""
    version = node.one(RuntimeVersion)
    name = version.version.partition(":")[0] if version else ""
    if name == "docker" or node.one(RuntimeContainer, lambda found: found.lister == "docker"):
        return ("containerd", "docker")
    return ("crio",) if name == "cri-o" else ("containerd",)
