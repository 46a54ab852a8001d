"""The facts of a diagnosis, by the node or pod that they are about."""

from collections.abc import Iterator
from typing import TypeVar

from calicovet.model.diagnosis import Diagnosis, NodeDiagnosis
from calicovet.model.facts.base import Fact
from calicovet.model.finding import Exhibit

F = TypeVar("F", bound=Fact)


class NodeFacts:
    """Every fact that was read, oldest first, found by its subject."""

    def __init__(self, diagnosis: Diagnosis) -> None:
        self._by_node: dict[str, list[tuple[Fact, Exhibit]]] = {}
        self._by_pod: dict[str, list[tuple[Fact, Exhibit]]] = {}
        for fact, exhibit in diagnosis.facts:
            if fact.about.node:
                self._by_node.setdefault(fact.about.node, []).append((fact, exhibit))
            elif fact.about.pod:
                self._by_pod.setdefault(fact.about.pod, []).append((fact, exhibit))
            else:
                self._by_node.setdefault("", []).append((fact, exhibit))

    def of(self, node: NodeDiagnosis) -> list[tuple[Fact, Exhibit]]:
        """The facts about that node, and about its pod where nothing ties them to a node."""
        pod = node.pod.rpartition("/")[2]
        return self.named(node.node or "", pod)

    def named(self, node: str, pod: str = "") -> list[tuple[Fact, Exhibit]]:
        """The facts about the node or pod of that name."""
        found = list(self._by_node.get(node, ())) if node else []
        return found + (self._by_pod.get(pod, []) if pod else [])

    def of_nobody(self) -> list[tuple[Fact, Exhibit]]:
        """The facts that hold for the whole cluster."""
        return self._by_node.get("", [])


def only(kind: type[F], facts: list[tuple[Fact, Exhibit]]) -> Iterator[tuple[F, Exhibit]]:
    """The facts of that kind, oldest first."""
    for fact, exhibit in facts:
        if isinstance(fact, kind):
            yield fact, exhibit


def newest(kind: type[F], facts: list[tuple[Fact, Exhibit]]) -> F | None:
    """The newest fact of that kind; None: not known."""
    found = [fact for fact, _ in only(kind, facts)]
    return found[-1] if found else None
