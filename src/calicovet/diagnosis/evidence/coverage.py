"""Facts that were looked for, and facts that no evidence was read for."""

from collections.abc import Iterable
from functools import lru_cache

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
    return frozenset(kinds) - _covered_by(view.looked_for)


# Most nodes of a paste were looked at in the same way.
@lru_cache(maxsize=1024)
def _covered_by(looked_for: frozenset[type[Fact]]) -> frozenset[type]:
    """The kinds that were looked for, and all that they are kinds of."""
    return frozenset(kind for seen in looked_for for kind in seen.__mro__)
