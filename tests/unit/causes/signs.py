"""What a cause says of a node that is known by a few facts."""

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, Strength
from calicovet.model.facts import Claimed, Fact


def case_of(*facts: Fact, peers: tuple[tuple[Fact, ...], ...] = ()) -> Case:
    others = tuple(
        NodeView(f"peer-{number}", theirs) for number, theirs in enumerate(peers, start=1)
    )
    return Case(NodeView("sick", facts), others, others)


def only_sign(cause: Cause, case: Case) -> Sign | None:
    """The one sign that a cause yields, or None."""
    signs = tuple(cause.examine(case))
    assert len(signs) <= 1
    assert case.node.asked <= {*cause.reads, Claimed}
    return signs[0] if signs else None


def strength(cause: Cause, case: Case) -> Strength | None:
    sign = only_sign(cause, case)
    return sign.strength if sign else None
