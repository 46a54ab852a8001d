"""What `examine` of a cause receives: a node's view, its peers, the cluster."""

from collections.abc import Callable, Iterable
from enum import StrEnum
from typing import TypeVar

from calicovet.model.evidence_kinds.registry import EvidenceKind
from calicovet.model.facts.base import Claimed, Fact
from calicovet.model.facts.failure import Failure
from calicovet.model.peers import Everyone, Peers

F = TypeVar("F", bound=Fact)
ReadWhole = tuple[EvidenceKind, str]

_ANYWHERE: frozenset[type[Fact]] = frozenset({Claimed, Failure})


class NodeState(StrEnum):
    SICK = "sick"
    HEALTHY = "healthy"
    UNCLEAR = "unclear"


class Passage(StrEnum):
    """What a pod does that is neither healthy nor sick yet."""

    STARTING = "starting"
    REPLACED = "replaced"


class NodeView:
    """The facts about one node, newest first; remembers what it was asked."""

    __slots__ = (
        "_by_kind",
        "asked",
        "facts",
        "looked_for",
        "name",
        "namespace",
        "passage",
        "pod",
        "read",
        "state",
    )

    def __init__(
        self,
        name: str | None,
        facts: Iterable[Fact],
        looked_for: frozenset[type[Fact]] = frozenset(),
        *,
        pod: str = "",
        namespace: str = "",
        read: frozenset[ReadWhole] = frozenset(),
    ) -> None:
        self.name = name
        self.pod = pod
        self.namespace = namespace
        self.facts = tuple(facts)
        # Any text may hold them, and no piece is the place to look for them.
        self.looked_for = looked_for if looked_for >= _ANYWHERE else looked_for | _ANYWHERE
        self.read = read
        """The pieces of which all was read: their kinds, each with its pod where it is about one."""
        self.asked: set[type[Fact]] = set()
        self.state = NodeState.UNCLEAR
        """Decided once the facts of all nodes are known."""
        self.passage: Passage | None = None
        """Why nothing can be said of the node yet."""
        self._by_kind: dict[type[Fact], tuple[Fact, ...]] = {}

    def all(self, kind: type[F], where: Callable[[F], bool] | None = None) -> tuple[F, ...]:
        """Every fact of that kind (subclasses too) for which `where` holds, newest first."""
        self.asked.add(kind)
        if kind not in self._by_kind:
            self._by_kind[kind] = tuple(fact for fact in self.facts if isinstance(fact, kind))
        found: tuple[F, ...] = self._by_kind[kind]  # type: ignore[assignment]
        return found if where is None else tuple(fact for fact in found if where(fact))

    def one(self, kind: type[F], where: Callable[[F], bool] | None = None) -> F | None:
        """The newest fact of that kind for which `where` holds; None: not known."""
        return next(iter(self.all(kind, where)), None)

    def unread(self) -> "NodeView":
        """The same facts, asked for nothing yet."""
        fresh = NodeView(self.name, (), self.looked_for, pod=self.pod, namespace=self.namespace)
        fresh.facts = self.facts
        fresh.read = self.read
        fresh.state = self.state
        fresh.passage = self.passage
        fresh._by_kind = self._by_kind
        return fresh

    def with_state(self, state: NodeState, passage: Passage | None = None) -> "NodeView":
        """The same view of a node whose state has been decided."""
        decided = self.unread()
        decided.state = state
        decided.passage = passage
        return decided


class Case:
    """A node under examination, with those it can be compared with."""

    __slots__ = ("fair", "node", "peers")

    def __init__(
        self, node: NodeView, peers: Iterable[NodeView] = (), fair: tuple[NodeView, ...] = ()
    ) -> None:
        self.node = node
        self.peers = peers if isinstance(peers, Peers) else Everyone((node, *peers)).but(node)
        self.fair = fair
        """The peers that can exonerate: healthy, alike, and known to be so."""

    def seen_from(self, peer: NodeView) -> "Case":
        """The same question asked of a peer, with the rest as its peers."""
        return Case(peer.unread(), self.peers.seen_from(peer), ())
