"""Skips causes whose facts are all unknown, so that thousands of nodes stay cheap.

On a node of which little was shown, that holds for nearly all causes. What is thousands of times the same is worked out once.
"""

from collections.abc import Callable, Iterable
from typing import Any

from calicovet.model.case import Case, F, NodeView
from calicovet.model.cause import Cause, Sign
from calicovet.model.facts import Fact

_Kinds = frozenset[type[Fact]]


class Silences:
    """What causes asked for where they showed no sign for want of facts."""

    def __init__(self) -> None:
        self._asked: dict[_Kinds, dict[str, _Kinds | None]] = {}

    def of(self, node: NodeView) -> "Silence":
        """What is known of nodes with the same kinds of fact."""
        return Silence(self._asked.setdefault(frozenset(map(type, node.facts)), {}))


class Silence:
    """The same for nodes with certain kinds of fact."""

    def __init__(self, asked: dict[str, _Kinds | None]) -> None:
        self._asked = asked
        """By cause; None: the cause has to be run on every node."""

    @property
    def form(self) -> int:
        """The same for all nodes of one incident with the same kinds of fact."""
        return id(self._asked)

    def knows(self, causes: Iterable[str]) -> bool:
        """Whether each of the causes has been run on such a node."""
        return self._asked.keys() >= set(causes)

    def get(self, cause: str) -> _Kinds | None:
        """What a cause asked for that can show no sign on such a node; None: it may show one."""
        return self._asked.get(cause)

    def examine(self, cause: Cause, case: Case) -> tuple[Sign, ...]:
        """The signs of the cause; `case.node` has been asked for whatever the cause asks for."""
        if cause.name in self._asked:
            return tuple(cause.examine(case))
        reads = _Reads()
        watched = _WatchedCase(case, reads)
        signs = tuple(cause.examine(watched))
        case.node.asked |= watched.node.asked
        only_missing = not signs and not reads.other and not reads.found
        self._asked[cause.name] = frozenset(watched.node.asked) if only_missing else None
        return signs


class _Reads:
    """What was read of a case."""

    __slots__ = ("found", "other")

    def __init__(self) -> None:
        self.found = False
        """A fact of the node."""
        self.other = False
        """Its name, its peers, or anything else that differs between nodes with the same kinds of fact."""


class _WatchedNode(NodeView):
    """A view that writes down what is read of it."""

    __slots__ = ("_reads", "_view")

    def __init__(self, view: NodeView, reads: _Reads) -> None:
        self._view, self._reads = view, reads
        self.asked = set()

    def all(self, kind: type[F], where: Callable[[F], bool] | None = None) -> tuple[F, ...]:
        self.asked.add(kind)
        found = self._view.all(kind)
        self._reads.found |= bool(found)
        return found if where is None else tuple(fact for fact in found if where(fact))

    def unread(self) -> NodeView:
        return _WatchedNode(self._view.unread(), self._reads)

    def __getattribute__(self, name: str) -> Any:
        if name in _OF_THE_VIEW:
            self._reads.other = True
            return getattr(self._view, name)
        return super().__getattribute__(name)


_OF_THE_VIEW = frozenset(
    {"name", "pod", "namespace", "facts", "looked_for", "passage", "state", "_by_kind"}
)


class _WatchedCase(Case):
    """A case that writes down what is read of it."""

    __slots__ = ("_reads", "_whole")

    def __init__(self, case: Case, reads: _Reads) -> None:
        self._whole, self._reads = case, reads
        self.node = _WatchedNode(case.node, reads)

    def seen_from(self, peer: NodeView) -> Case:
        self._reads.other = True
        return self._whole.seen_from(peer)

    def __getattribute__(self, name: str) -> Any:
        if name in ("peers", "fair"):
            self._reads.other = True
            return getattr(self._whole, name)
        return super().__getattribute__(name)
