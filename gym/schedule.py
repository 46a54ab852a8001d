"""Which trial goes where: side by side on nodes of one cluster, alone where all of it is touched."""

from collections.abc import Iterator, Sequence
from string import ascii_uppercase

from calicovet.model.record import record
from gym.fault import Install, Scope
from gym.trial import Trial

NODES = 5
"""Of which the first is never broken: it is what the others are compared with."""
_FEWEST = 3
_CLUSTERS = 2
"""So many at most, side by side, for trials that need a cluster to themselves."""
_WORTH_A_CLUSTER = 10
"""So many trials at least: every cluster takes its part of the machine."""


@record(kw_only=True)
class Session:
    """What is tried in one cluster."""

    letter: str
    """Distinguishes clusters that run at the same time: B2 is the second node of B."""
    install: Install
    nodes: int
    side_by_side: tuple[Trial, ...] = ()
    """Each breaks one node; those that may take longest come first, so that none is left alone."""
    alone: tuple[Trial, ...] = ()
    """Each touches what all nodes share."""


def sessions(trials: Sequence[Trial], nodes: int = NODES) -> tuple[Session, ...]:
    """Clusters that run at the same time, and what is tried in each."""
    longest_first = sorted(trials, key=lambda trial: -trial.what.seconds)
    letters = iter(ascii_uppercase)
    return tuple(
        session
        for install in Install
        for session in _sessions(
            [each for each in longest_first if each.install is install], nodes, letters
        )
    )


def _sessions(trials: Sequence[Trial], nodes: int, letters: Iterator[str]) -> Iterator[Session]:
    if not trials:
        return
    apart = tuple(trial for trial in trials if trial.scope is Scope.NODE)
    alone = tuple(trial for trial in trials if trial.scope is Scope.CLUSTER)
    clusters = min(_CLUSTERS, len(alone) // _WORTH_A_CLUSTER)
    # No more nodes than there is something to break on, but enough of them to compare.
    yield Session(
        letter=next(letters),
        install=trials[0].install,
        nodes=max(_FEWEST, min(nodes, 1 + len(apart))),
        side_by_side=apart,
        alone=() if clusters and apart else alone[:: clusters or 1],
    )
    first = 0 if apart else 1
    for number in range(first, clusters):
        yield Session(
            letter=next(letters),
            install=trials[0].install,
            nodes=_FEWEST,
            alone=alone[number::clusters],
        )
