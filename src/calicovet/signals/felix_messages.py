"""Felix' dataplane errors, and whether it recovered."""

from calicovet.model.case import NodeView
from calicovet.model.cause import Sign, hints, proves
from calicovet.model.facts import Fact, FelixHealth, FelixSaid, Milestone, MilestoneReached

GOT_OVER: tuple[type[Fact], ...] = (MilestoneReached, FelixHealth)
"""What `got_over` asks for."""


def felix_said(node: NodeView, *keys: str) -> FelixSaid | None:
    """The newest of these messages; the first of the keys that was said at all leads."""
    said = node.all(FelixSaid, lambda found: found.key in keys)
    return min(said, key=lambda found: keys.index(found.key), default=None)


def got_over(node: NodeView, said: FelixSaid) -> Fact | None:
    """The later word that the dataplane works after all; None where there is none."""
    done = node.one(
        MilestoneReached,
        lambda found: found.milestone is Milestone.DATAPLANE_READY and _is_later(found, said),
    )
    return done or node.one(
        FelixHealth, lambda found: found.live and found.ready and _is_later(found, said)
    )


def proves_unless_over(node: NodeView, said: FelixSaid, **details: object) -> Sign:
    """Proof, but a hint where Felix got over it later."""
    return (proves if got_over(node, said) is None else hints)(said, **details)


def _is_later(found: Fact, said: FelixSaid) -> bool:
    same_run = not found.about.previous and not said.about.previous
    return same_run and found.at is not None and said.at is not None and found.at > said.at
