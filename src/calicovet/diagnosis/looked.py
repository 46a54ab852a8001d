"""Whether somebody looked: what was asked for, and never shown."""

from collections.abc import Iterable

from calicovet.model.case import NodeView
from calicovet.model.facts import Fact


def looked_for(view: NodeView) -> bool:
    """Whether everything that the view was asked for had been looked for."""
    return not never_shown(view)


def never_shown(view: NodeView) -> frozenset[type[Fact]]:
    """The kinds of fact that the view was asked for and that no whole piece could have shown."""
    return not_covered(view.asked, view)


def not_covered(kinds: Iterable[type[Fact]], view: NodeView) -> frozenset[type[Fact]]:
    """Those of the kinds of fact that no whole piece could have shown."""
    return frozenset(kind for kind in kinds if not _covered(kind, view))


def _covered(kind: type[Fact], view: NodeView) -> bool:
    return any(issubclass(seen, kind) for seen in view.looked_for)
