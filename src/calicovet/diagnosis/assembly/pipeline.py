"""Evidence to facts to one view per node."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from calicovet.diagnosis.assembly.attribution import attribute, move
from calicovet.diagnosis.assembly.derived_facts import derive
from calicovet.diagnosis.assembly.fact_cache import Read
from calicovet.diagnosis.assembly.history import without_history
from calicovet.diagnosis.assembly.missing_pods import with_podless
from calicovet.diagnosis.assembly.pod_pairing import (
    Pairing,
    home_of_lone_pod,
    pair_listed_with_described,
)
from calicovet.diagnosis.assembly.superseded import (
    without_overtaken,
    without_past_of_operator,
    without_served,
)
from calicovet.diagnosis.assembly.timeline import newest_first
from calicovet.diagnosis.assembly.views import make_views
from calicovet.diagnosis.evidence.citations import EvidenceIndex
from calicovet.diagnosis.identity.node_names import is_calico_node_pod
from calicovet.model.case import NodeView
from calicovet.model.evidence import Evidence, EvidenceKind, Snapshot
from calicovet.model.facts import Fact, PodListed, Unreadable
from calicovet.model.record import record
from calicovet.parse.all_parsers import parse
from calicovet.parse.text.transcript import read_transcript

_ENDLESS_NUMBER = re.compile(r"(?<!\d)(\d{18})\d{982,}")


@record(kw_only=True)
class Fleet:
    """Everybody that the evidence speaks of."""

    nodes: tuple[NodeView, ...]
    cluster: NodeView
    evidence_index: EvidenceIndex
    facts: tuple[Fact, ...]
    neighbours: tuple[PodListed, ...]
    """Pods that are not calico-node's."""
    pairings: tuple[Pairing, ...]
    unreadable: tuple[Unreadable, ...]


def assemble(snapshot: Snapshot, read: Read = parse, *, strict: bool = False) -> Fleet:
    """Every node that the evidence speaks of, with the facts about it, newest first."""
    pieces, claims = _cut(_with_readable_numbers(piece) for piece in snapshot.evidence)
    facts, unreadable = _read(pieces, read, strict=strict)
    facts = attribute([*facts, *claims], pieces)
    pairings = pair_listed_with_described(facts)
    facts = move(facts, {pairing.listed: pairing.node for pairing in pairings})
    facts = move(facts, home_of_lone_pod(facts))
    facts = without_served(without_overtaken(without_past_of_operator(facts)))
    facts = derive(with_podless(facts, pieces))
    evidence_index = EvidenceIndex((*snapshot.evidence, *pieces))
    facts = without_history(newest_first(facts, evidence_index.pieces))
    nodes, cluster = make_views(facts, pieces, evidence_index.pieces)
    neighbours = tuple(
        fact
        for fact in facts
        if isinstance(fact, PodListed) and not is_calico_node_pod(fact.about.pod)
    )
    return Fleet(
        nodes=nodes,
        cluster=cluster,
        evidence_index=evidence_index,
        facts=tuple(facts),
        neighbours=neighbours,
        pairings=pairings,
        unreadable=unreadable,
    )


def _with_readable_numbers(piece: Evidence) -> Evidence:
    """The piece with numbers of thousands of digits cut: Python refuses to read them, and none is real."""
    if _ENDLESS_NUMBER.search(piece.content) is None:
        return piece
    return replace(piece, content=_ENDLESS_NUMBER.sub(r"\1…", piece.content))


def _cut(evidence: Iterable[Evidence]) -> tuple[list[Evidence], list[Fact]]:
    pieces: list[Evidence] = []
    claims: list[Fact] = []
    for piece in evidence:
        if piece.kind is not EvidenceKind.PASTE:
            pieces.append(piece)
            continue
        transcript = read_transcript(piece)
        # Several files are one incident: the pieces of a later one come later.
        start = len(pieces)
        pieces += [replace(cut, order=start + cut.order) for cut in transcript.pieces]
        claims += transcript.claims
    return pieces, claims


def _read(
    pieces: Iterable[Evidence], read: Read, *, strict: bool
) -> tuple[list[Fact], tuple[Unreadable, ...]]:
    facts: list[Fact] = []
    unreadable: list[Unreadable] = []
    for piece in pieces:
        seen: set[tuple[object, ...]] = set()
        for found in _until_failure(piece, read, strict=strict):
            if isinstance(found, Unreadable):
                unreadable.append(found)
                continue
            mark = (type(found), found, found.about, found.cited[:1])
            if mark not in seen:
                seen.add(mark)
                facts.append(found)
    return facts, tuple(unreadable)


def _until_failure(piece: Evidence, read: Read, *, strict: bool) -> Iterator[Fact | Unreadable]:
    """The facts of a piece; where its parser fails, those before the failure and that it failed."""
    try:
        yield from read(piece)
    except Exception as error:
        if strict:
            raise
        excerpt = piece.content.strip()[:120]
        why = f"calicovet failed on it: {type(error).__name__}"
        yield Unreadable(evidence=piece.id, line=1, excerpt=excerpt, why=why)
