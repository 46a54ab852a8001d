"""An unhealthy node beside healthy ones: what decides, what they run, and what only the unhealthy one shows."""

from collections.abc import Iterator, Sequence

from calicovet.model.diagnosis import Diagnosis, NodeDiagnosis, NodeState
from calicovet.model.facts import (
    CalicoVersion,
    KernelVersion,
    KubeletVersion,
    NodeListed,
    OsImage,
    PodListed,
    RuntimeVersion,
)
from calicovet.model.facts.base import Claimed, Fact
from calicovet.model.facts.failure import Failure
from calicovet.model.facts.milestones import HarmlessLine, MilestoneReached
from calicovet.model.facts.said import Said
from calicovet.model.finding import Exhibit, Finding
from calicovet.model.record import record
from calicovet.report.html.both import NOTHING, Both, in_both, label, plain
from calicovet.report.html.node_facts import NodeFacts, newest
from calicovet.report.page.fact_list import values
from calicovet.report.words import catalogue_words

_MOST_PEERS = 3
_MOST_DIFFERENCES = 5
_LONGEST = 120
_RUNS = (CalicoVersion, KubeletVersion, RuntimeVersion, KernelVersion, OsImage)
_NO_STATE = (Said, Failure, Claimed, MilestoneReached, HarmlessLine, PodListed, NodeListed)
"""What a line or a person says: that a peer lacks it is told by the row of the question."""


@record
class ComparisonRow:
    what: Both
    here: Both
    there: tuple[Both, ...]
    differs: bool


@record
class Comparison:
    node: str
    peers: tuple[str, ...]
    rows: tuple[ComparisonRow, ...]


def comparison(
    node: NodeDiagnosis, finding: Finding | None, diagnosis: Diagnosis, facts: NodeFacts
) -> Comparison | None:
    """The node beside at most three healthy ones; None where there is nothing to compare."""
    peers = _peers(node, finding, diagnosis)
    if not peers:
        return None
    rows: list[ComparisonRow] = [_state(node, peers)]
    if finding is not None:
        rows += _asked(finding, peers)
        rows += _decides(node, peers, finding, facts)
    rows += _run(node, peers, facts)
    rows += _only_here(node, peers)
    return Comparison(_name(node), tuple(map(_name, peers)), tuple(rows))


def _name(node: NodeDiagnosis) -> str:
    return node.node or node.pod.rpartition("/")[2]


def _peers(
    node: NodeDiagnosis, finding: Finding | None, diagnosis: Diagnosis
) -> list[NodeDiagnosis]:
    """Healthy nodes; first those that were asked the same question."""
    asked = set(finding.contrast.absent_on) if finding is not None else set()
    healthy = [
        other
        for other in diagnosis.nodes
        if other.state is NodeState.HEALTHY and _name(other) and other is not node
    ]
    return sorted(healthy, key=lambda other: _name(other) not in asked)[:_MOST_PEERS]


def _state(node: NodeDiagnosis, peers: Sequence[NodeDiagnosis]) -> ComparisonRow:
    here = plain(node.status) if node.status else label("side.unhealthy")
    there = tuple(plain(peer.status) if peer.status else label("side.healthy") for peer in peers)
    return ComparisonRow(label("side.state"), here, there, any(here != each for each in there))


def _asked(finding: Finding, peers: Sequence[NodeDiagnosis]) -> Iterator[ComparisonRow]:
    contrast = finding.contrast
    there = []
    for peer in peers:
        name = _name(peer)
        key = "no" if name in contrast.absent_on else "yes" if name in contrast.shows_on else "open"
        there.append(label(f"side.{key}"))
    if contrast.absent_on or contrast.shows_on:
        yield ComparisonRow(
            label("side.fault", cause=finding.name),
            label("side.yes"),
            tuple(there),
            any(each == label("side.no") for each in there),
        )


def _decides(
    node: NodeDiagnosis, peers: Sequence[NodeDiagnosis], finding: Finding, facts: NodeFacts
) -> Iterator[ComparisonRow]:
    """The kinds of facts that the finding rests on, on each node."""
    kinds = dict.fromkeys(
        type(fact)
        for sign in finding.signs
        for fact in sign.facts
        if not isinstance(fact, _NO_STATE)
    )
    for kind in kinds:
        yield from _row(kind, facts.of(node), [facts.of(peer) for peer in peers])


def _run(
    node: NodeDiagnosis, peers: Sequence[NodeDiagnosis], facts: NodeFacts
) -> Iterator[ComparisonRow]:
    for kind in _RUNS:
        yield from _row(kind, facts.of(node), [facts.of(peer) for peer in peers])


def _row(
    kind: type[Fact],
    here: list[tuple[Fact, Exhibit]],
    there: Sequence[list[tuple[Fact, Exhibit]]],
) -> Iterator[ComparisonRow]:
    own, others = newest(kind, here), [newest(kind, each) for each in there]
    if own is None or not any(others):
        return
    yield ComparisonRow(
        _called(kind),
        plain(value_of(own)),
        tuple(
            plain(value_of(each)) if each is not None else label("side.not-seen") for each in others
        ),
        any(each is not None and _differ(own, each) for each in others),
    )


def _differ(own: Fact, other: Fact) -> bool:
    """Whether two nodes differ in what need not differ between nodes."""
    return own.trait() is not None and own.trait() != other.trait()


def _only_here(node: NodeDiagnosis, peers: Sequence[NodeDiagnosis]) -> Iterator[ComparisonRow]:
    for found in node.differences[:_MOST_DIFFERENCES]:
        excerpt = _short(" ".join(found.exhibit.excerpt.split()) or value_of(found.fact))
        share = label("side.share", share=f"{found.share_of_peers:.0%}")
        told = share if found.share_of_peers else label("side.none")
        yield ComparisonRow(
            _called(type(found.fact)), plain(excerpt), (told,) + (NOTHING,) * (len(peers) - 1), True
        )


def _called(kind: type[Fact]) -> Both:
    return in_both(
        lambda language: catalogue_words(language).say_one("reads", kind.__name__, "generic")
    )


def value_of(fact: Fact) -> str:
    """What the fact says; the value alone where it has just one."""
    told = values(fact)
    name, sign, value = told.partition("=")
    alone = sign and name.isidentifier() and "=" not in value
    return _short(value.strip("'") if alone else told)


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
