"""The other nodes of an incident, indexed once.

Every unhealthy node asks about all others. Without an index the work grows with the square of their number.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar, overload

from calicovet.model.facts.base import Fact

if TYPE_CHECKING:
    from calicovet.model.case import NodeView

Known = TypeVar("Known")
Views = tuple["NodeView", ...]
Trait = Callable[["NodeView"], Iterable[Hashable]]
"""What of a node is compared with other nodes, such as its addresses. A function of a module: it is the index's key."""


class Everyone:
    """All nodes of an incident, in the order in which they are known."""

    __slots__ = ("_kinds", "_known", "_places", "_showing", "views")

    def __init__(self, views: Iterable["NodeView"]) -> None:
        self.views: Views = tuple(views)
        self._places: dict[int, int] = {id(view): place for place, view in enumerate(self.views)}
        self._kinds: dict[type[Fact], list[int]] = {}
        self._showing: dict[type[Fact], Views] = {}
        self._known: dict[Hashable, Any] = {}

    def place_of(self, view: "NodeView") -> int:
        """Where the very same view stands."""
        return self._places[id(view)]

    def but(self, view: "NodeView") -> "Peers":
        """The others, as that node sees them."""
        return Peers(self, self.place_of(view))

    def showing(self, kind: type[Fact]) -> Views:
        """Those with a fact of the kind (subclasses too)."""
        if kind not in self._showing:
            if not self._kinds:
                self._index()
            places = {
                place
                for other, found in self._kinds.items()
                if issubclass(other, kind)
                for place in found
            }
            self._showing[kind] = tuple(self.views[place] for place in sorted(places))
        return self._showing[kind]

    def sharing(self, trait: Trait) -> Mapping[Hashable, Sequence["NodeView"]]:
        """The nodes by each value of the trait."""

        def index(views: Views) -> dict[Hashable, list["NodeView"]]:
            found: dict[Hashable, list[NodeView]] = {}
            for view in views:
                for value in dict.fromkeys(trait(view)):
                    found.setdefault(value, []).append(view)
            return found

        return self.once(("sharing", trait), index)

    def once(self, key: Hashable, compute: Callable[[Views], Known]) -> Known:
        """What `compute` makes of all nodes; the first result is kept under the key."""
        if key not in self._known:
            self._known[key] = compute(self.views)
        found: Known = self._known[key]
        return found

    def _index(self) -> None:
        for place, view in enumerate(self.views):
            for kind in dict.fromkeys(type(fact) for fact in view.facts):
                self._kinds.setdefault(kind, []).append(place)


class Peers(Sequence["NodeView"]):
    """Everyone but one node."""

    __slots__ = ("_besides", "everyone", "itself")

    def __init__(self, everyone: Everyone, besides: int) -> None:
        self.everyone = everyone
        self._besides = besides
        self.itself = everyone.views[besides]
        """The one that is left out."""

    def __len__(self) -> int:
        return len(self.everyone.views) - 1

    def __iter__(self) -> Iterator["NodeView"]:
        return self._without_itself(self.everyone.views)

    @overload
    def __getitem__(self, place: int) -> "NodeView": ...
    @overload
    def __getitem__(self, place: slice) -> Views: ...
    def __getitem__(self, place: int | slice) -> "NodeView | Views":
        if isinstance(place, slice):
            return tuple(self)[place]
        place = range(len(self))[place]
        return self.everyone.views[place + (place >= self._besides)]

    def showing(self, kind: type[Fact]) -> Iterator["NodeView"]:
        """The others with a fact of the kind (subclasses too)."""
        return self._without_itself(self.everyone.showing(kind))

    def sharing(self, trait: Trait, value: Hashable) -> Iterator["NodeView"]:
        """The others of which the trait has that value."""
        return self._without_itself(self.everyone.sharing(trait).get(value, ()))

    def seen_from(self, peer: "NodeView") -> "Peers":
        """Everyone but that peer."""
        return self.everyone.but(peer)

    def _without_itself(self, views: Iterable["NodeView"]) -> Iterator["NodeView"]:
        return (view for view in views if view is not self.itself)
