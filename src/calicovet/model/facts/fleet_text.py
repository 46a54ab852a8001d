"""Writes the facts about a whole cluster as text, and parses them back.

The lines are quoted in reports and stand in bundles on disk. A new form must leave the old one readable.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache

from calicovet.model.facts.base import Fact
from calicovet.model.facts.fleet import (
    FleetCounted,
    FleetLabels,
    NotExamined,
    PodMissing,
    PodUncertain,
)
from calicovet.model.subject import Subject

_COUNT = "calico-node pods: {pods} listed, {ready} ready"
_NO_POD = "no pod on: "
_UNCERTAIN = "no pod on, and whether one is wanted is not known: "
_LABELS, _ARE = "labels of ", ": "
_LIKE, _NOT_EXAMINED = "like ", ", not looked into: "


def write_fleet(facts: Iterable[Fact]) -> str:
    """One line for the count, one for the nodes without a pod, one for each group that looks alike, one for a node's labels."""
    lines: list[str] = []
    no_pod: list[str] = []
    uncertain: list[str] = []
    alike: list[str] = []
    labelled: list[str] = []
    for fact in facts:
        match fact:
            case FleetCounted(pods=pods, ready=ready):
                lines.append(_COUNT.format(pods=pods, ready=ready))
            case PodMissing(about=about):
                no_pod.append(about.node)
            case PodUncertain(about=about):
                uncertain.append(about.node)
            case NotExamined(about=about, nodes=nodes):
                alike.append(f"{_LIKE}{about.node}{_NOT_EXAMINED}{' '.join(nodes)}")
            case FleetLabels(node=node, labels=labels):
                written = " ".join(f"{name}={value}" for name, value in labels)
                labelled.append(f"{_LABELS}{node}{_ARE}{written}")
    if no_pod:
        lines.append(_NO_POD + " ".join(no_pod))
    if uncertain:
        lines.append(_UNCERTAIN + " ".join(uncertain))
    return "\n".join((*lines, *alike, *labelled)) + "\n"


def read_fleet(text: str) -> Iterator[tuple[int, Fact]]:
    """The facts with the number of their line, from 1; other lines are skipped."""
    for number, line in enumerate(text.split("\n"), 1):
        yield from ((number, fact) for fact in _facts(line))


def _facts(line: str) -> Iterator[Fact]:
    if found := _counted().match(line):
        yield FleetCounted(pods=int(found["pods"]), ready=int(found["ready"]))
    elif line.startswith(_NO_POD):
        for node in line.removeprefix(_NO_POD).split():
            yield PodMissing(about=Subject(node=node))
    elif line.startswith(_UNCERTAIN):
        for node in line.removeprefix(_UNCERTAIN).split():
            yield PodUncertain(about=Subject(node=node))
    elif line.startswith(_LIKE):
        node, _, others = line.removeprefix(_LIKE).partition(_NOT_EXAMINED)
        yield NotExamined(about=Subject(node=node), nodes=tuple(others.split()))
    elif line.startswith(_LABELS):
        node, _, written = line.removeprefix(_LABELS).partition(_ARE)
        pairs = (pair.partition("=") for pair in written.split())
        yield FleetLabels(node=node, labels=tuple((name, value) for name, _, value in pairs))


@cache
def _counted() -> re.Pattern[str]:
    return re.compile(_COUNT.format(pods=r"(?P<pods>\d{1,9})", ready=r"(?P<ready>\d{1,9})") + "$")
