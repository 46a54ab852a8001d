"""The count of a cluster's calico-nodes, as the first look at it writes it down."""

import re
from collections.abc import Iterator
from functools import cache

from calicovet.model.evidence import Evidence
from calicovet.model.facts import (
    Citation,
    Fact,
    FleetCounted,
    NotExamined,
    PodMissing,
    PodUncertain,
    Unreadable,
)
from calicovet.model.subject import Subject

GIVES: tuple[type[Fact], ...] = (FleetCounted, NotExamined, PodMissing, PodUncertain)


_UNSURE = "no pod on, and whether one is wanted is not known: "


@cache
def _counted() -> re.Pattern[str]:
    return re.compile(r"calico-node pods: (\d{1,9}) listed, (\d{1,9}) ready$")


def read_fleet(evidence: Evidence) -> Iterator[Fact | Unreadable]:
    """How many there are, who has none, and who is like whom."""
    for number, line in enumerate(evidence.content.split("\n"), 1):
        cited = (Citation(evidence.id, number),)
        if found := _counted().match(line):
            yield FleetCounted(cited=cited, pods=int(found[1]), ready=int(found[2]))
        elif line.startswith("no pod on: "):
            for node in line.removeprefix("no pod on: ").split():
                yield PodMissing(about=Subject(node=node), cited=cited)
        elif line.startswith(_UNSURE):
            for node in line.removeprefix(_UNSURE).split():
                yield PodUncertain(about=Subject(node=node), cited=cited)
        elif line.startswith("like "):
            node, _, others = line.removeprefix("like ").partition(", not looked into: ")
            yield NotExamined(about=Subject(node=node), cited=cited, nodes=tuple(others.split()))
