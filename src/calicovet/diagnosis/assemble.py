"""Evidence to facts to one view per node."""

from collections.abc import Iterable
from dataclasses import replace

from calicovet.diagnosis.attribute import attribute, move
from calicovet.diagnosis.derive import derive
from calicovet.diagnosis.exhibits import Shelf
from calicovet.diagnosis.lone_pod import home_of_lone_pod
from calicovet.diagnosis.names import is_calico_node_pod
from calicovet.diagnosis.operator_past import without_past_of_operator
from calicovet.diagnosis.order import newest_first
from calicovet.diagnosis.overtaken import without_overtaken
from calicovet.diagnosis.pairing import Pairing, pair_listed_with_described
from calicovet.diagnosis.podless import with_podless
from calicovet.diagnosis.reading import Read
from calicovet.diagnosis.served import without_served
from calicovet.diagnosis.views import make_views
from calicovet.model.case import NodeView
from calicovet.model.evidence import Evidence, EvidenceKind, Snapshot
from calicovet.model.facts import Fact, PodListed, Unreadable
from calicovet.model.record import record
from calicovet.parse.table import parse
from calicovet.parse.transcript import read_transcript


@record(kw_only=True)
class Fleet:
    """Everybody that the evidence speaks of."""

    nodes: tuple[NodeView, ...]
    cluster: NodeView
    shelf: Shelf
    facts: tuple[Fact, ...]
    neighbours: tuple[PodListed, ...]
    """Pods that are not calico-node's."""
    pairings: tuple[Pairing, ...]
    unreadable: tuple[Unreadable, ...]


def assemble(snapshot: Snapshot, read: Read = parse) -> Fleet:
    """Every node that the evidence speaks of, with the facts about it, newest first."""
    pieces, claims = _cut(snapshot.evidence)
    facts, unreadable = _read(pieces, read)
    facts = attribute([*facts, *claims], pieces)
    pairings = pair_listed_with_described(facts)
    facts = move(facts, {pairing.listed: pairing.node for pairing in pairings})
    facts = move(facts, home_of_lone_pod(facts))
    facts = without_served(without_overtaken(without_past_of_operator(facts)))
    facts = derive(with_podless(facts, pieces))
    shelf = Shelf((*snapshot.evidence, *pieces))
    facts = newest_first(facts, shelf.pieces)
    nodes, cluster = make_views(facts, pieces, shelf.pieces)
    neighbours = tuple(
        fact
        for fact in facts
        if isinstance(fact, PodListed) and not is_calico_node_pod(fact.about.pod)
    )
    return Fleet(
        nodes=nodes,
        cluster=cluster,
        shelf=shelf,
        facts=tuple(facts),
        neighbours=neighbours,
        pairings=pairings,
        unreadable=unreadable,
    )


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


def _read(pieces: Iterable[Evidence], read: Read) -> tuple[list[Fact], tuple[Unreadable, ...]]:
    facts: list[Fact] = []
    unreadable: list[Unreadable] = []
    for piece in pieces:
        seen: set[tuple[object, ...]] = set()
        for found in read(piece):
            if isinstance(found, Unreadable):
                unreadable.append(found)
                continue
            mark = (type(found), found, found.about, found.cited[:1])
            if mark not in seen:
                seen.add(mark)
                facts.append(found)
    return facts, tuple(unreadable)
