"""Facts about taints, tolerations and selectors."""

from collections.abc import Hashable
from typing import ClassVar

from calicovet.model.facts.base import Fact
from calicovet.model.record import record


@record(kw_only=True)
class NodeTaint(Fact):
    """A taint of the node."""

    key: str
    value: str = ""
    effect: str = ""

    def __str__(self) -> str:
        value = f"={self.value}" if self.value else ""
        return f"{self.key}{value}:{self.effect}"

    def trait(self) -> Hashable | None:
        return (self.key, self.value, self.effect)


@record(kw_only=True)
class Toleration:
    """What a pod puts up with; an empty key or effect stands for all of them."""

    key: str = ""
    exists: bool = False
    """Any value will do."""
    value: str = ""
    effect: str = ""


@record(kw_only=True)
class DaemonSetTolerates(Fact):
    """The tolerations of calico-node's DaemonSet, all of them."""

    tolerations: tuple[Toleration, ...]

    def covers(self, taint: NodeTaint) -> bool:
        """Whether a pod of the DaemonSet may run in spite of that taint."""
        return any(
            each.effect in ("", taint.effect)
            and (
                each.key in ("", taint.key)
                if each.exists
                else (each.key, each.value) == (taint.key, taint.value)
            )
            for each in self.tolerations
        )


@record(kw_only=True)
class NodeLabels(Fact):
    """The labels of the node, all of them."""

    labels: tuple[tuple[str, str], ...]


@record(kw_only=True)
class MigrationLabel(Fact):
    """The label by which the operator takes nodes over from a manifest; empty where the node has none."""

    single: ClassVar[bool] = True
    value: str


@record(kw_only=True)
class DaemonSetSelects(Fact):
    """The labels that a node must have to get a pod of calico-node's DaemonSet."""

    labels: tuple[tuple[str, str], ...]

    def lacks(self, node: NodeLabels) -> tuple[str, ...]:
        """Those that the node does not have, as one would write them."""
        return tuple(
            f"{name}={value}" for name, value in self.labels if (name, value) not in node.labels
        )
