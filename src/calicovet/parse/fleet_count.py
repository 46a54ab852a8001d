"""The line that counts a cluster's calico-nodes in a live survey."""

from collections.abc import Iterator
from dataclasses import replace

from calicovet.model.evidence import Evidence
from calicovet.model.facts import (
    Citation,
    Fact,
    FleetCounted,
    FleetLabels,
    NotExamined,
    PodMissing,
    PodUncertain,
    Unreadable,
    fleet_text,
)

GIVES: tuple[type[Fact], ...] = (
    FleetCounted,
    FleetLabels,
    NotExamined,
    PodMissing,
    PodUncertain,
)


def read_fleet(evidence: Evidence) -> Iterator[Fact | Unreadable]:
    """How many there are, which nodes have none, which were not looked into, and the labels of all."""
    for number, fact in fleet_text.read_fleet(evidence.content):
        yield replace(fact, cited=(Citation(evidence.id, number),))
