"""Evidence to facts to one view per node."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from calicovet.diagnosis.assembly.attribution import attribute, move
from calicovet.diagnosis.assembly.derived_facts import derive
from calicovet.diagnosis.assembly.fact_cache import Read
from calicovet.diagnosis.assembly.file_subjects import place_files
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
from calicovet.model.evidence import Evidence, EvidenceKind, LeftOut, Snapshot, WhatWasLeft
from calicovet.model.facts import Claimed, Complaint, Fact, LogShown, PodListed, Unreadable
from calicovet.model.facts.failure import Failure
from calicovet.model.provenance import EvidenceRole
from calicovet.model.record import record
from calicovet.model.subject import Subject
from calicovet.parse.all_parsers import parse
from calicovet.parse.files.folder_file import read_folder_file
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
    pieces: tuple[Evidence, ...] = ()
    changes: tuple[Claimed, ...] = ()
    """Commands typed in a paste that change something, in its order."""
    complaints: tuple[Complaint, ...] = ()
    """What does not work, as the texts say."""
    guides: tuple[LeftOut, ...] = ()
    """Texts that explain what might be: nothing in them is evidence."""

    def of(self, facts: Iterable[Fact], pieces: Iterable[Evidence]) -> "Fleet":
        """What some of the facts, which the pieces show, say by themselves."""
        some, shown = list(facts), tuple(pieces)
        nodes, cluster = make_views(some, shown, self.evidence_index.pieces)
        return replace(self, nodes=nodes, cluster=cluster, facts=tuple(some), pieces=shown)


def assemble(snapshot: Snapshot, read: Read = parse, *, strict: bool = False) -> Fleet:
    """Every node that the evidence speaks of, with the facts about it, newest first."""
    given = [_with_readable_numbers(piece) for piece in snapshot.evidence]
    cut = _cut(given)
    hosts = {file.source: file.about.node for file in given if file.from_folder}
    once = _Once(read, strict=strict)
    pieces = place_files(cut.pieces, hosts, once)
    facts, unreadable = _read(pieces, once)
    facts = attribute(_each_once([*facts, *cut.claims, *cut.failures], pieces), pieces)
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
        pieces=tuple(pieces),
        changes=cut.changes,
        complaints=cut.complaints,
        guides=cut.guides,
    )


def _each_once(facts: Iterable[Fact], pieces: Iterable[Evidence]) -> list[Fact]:
    """The facts, each once: a line of the paste in which a message stands a thousand times says it no more than once."""
    numbers = {piece.id: piece for piece in pieces}

    def place(fact: Fact) -> tuple[tuple[str, int], ...]:
        return tuple(
            (piece.source, piece.number_of(cited.line)) if piece else (cited.evidence, cited.line)
            for cited in fact.cited
            for piece in (numbers.get(cited.evidence),)
        )

    # Equality leaves out the subject and the place.
    return list({(fact, fact.about, place(fact)): fact for fact in facts}.values())


def _with_readable_numbers(piece: Evidence) -> Evidence:
    """The piece with numbers of thousands of digits cut: Python refuses to read them, and none is real."""
    if _ENDLESS_NUMBER.search(piece.content) is None:
        return piece
    return replace(piece, content=_ENDLESS_NUMBER.sub(r"\1…", piece.content))


@record
class _Cut:
    """All evidence as pieces of known kinds, and what people say and did."""

    pieces: list[Evidence]
    claims: list[Claimed]
    failures: list[Failure]
    changes: tuple[Claimed, ...]
    complaints: tuple[Complaint, ...]
    guides: tuple[LeftOut, ...]


def _cut(evidence: Iterable[Evidence]) -> _Cut:
    pieces: list[Evidence] = []
    claims: list[Claimed] = []
    failures: list[Failure] = []
    changes: list[Claimed] = []
    complaints: set[Complaint] = set()
    guides: list[LeftOut] = []
    for piece in evidence:
        if piece.kind is not EvidenceKind.PASTE:
            pieces.append(piece)
            continue
        transcript = read_folder_file(piece) if piece.from_folder else read_transcript(piece)
        if transcript.is_guide:
            last = piece.number_of(piece.content.rstrip().count("\n") + 1)
            guides.append(LeftOut(WhatWasLeft.GUIDE, piece.source, piece.number_of(1), last))
        # Several files are one incident: the pieces of a later one come later.
        start = len(pieces)
        pieces += [
            replace(cut, order=start + cut.order, from_folder=piece.from_folder)
            for cut in transcript.pieces
        ]
        claims += transcript.claims
        failures += transcript.failures
        changes += transcript.changes
        complaints.update(transcript.complaints)
    said = tuple(one for one in Complaint if one in complaints)
    return _Cut(pieces, claims, failures, tuple(changes), said, tuple(guides))


class _Once:
    """Reads a piece when it is first asked for: lists are read before the others, for the names in them."""

    def __init__(self, read: Read, *, strict: bool) -> None:
        self._read, self._strict = read, strict
        self._found: dict[tuple[str, Subject], tuple[Fact | Unreadable, ...]] = {}

    def __call__(self, piece: Evidence) -> tuple[Fact | Unreadable, ...]:
        key = (piece.id, piece.about)
        if key not in self._found:
            self._found[key] = tuple(_until_failure(piece, self._read, strict=self._strict))
        return self._found[key]


def _read(pieces: Iterable[Evidence], read: Read) -> tuple[list[Fact], tuple[Unreadable, ...]]:
    facts: list[Fact] = []
    unreadable: list[Unreadable] = []
    for piece in pieces:
        if piece.role is EvidenceRole.INSTRUCTION:
            continue
        seen: set[tuple[object, ...]] = set()
        for found in read(piece):
            if isinstance(found, Unreadable):
                unreadable.append(found)
                continue
            mark = (type(found), found, found.about, found.cited[:1])
            # A log that is said to be the same elsewhere was not read there.
            said_only = isinstance(found, LogShown) and piece.role is not EvidenceRole.EVIDENCE
            if mark not in seen and not said_only:
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
