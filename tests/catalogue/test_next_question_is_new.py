"""The next question asks for what the evidence lacks, and of containers that the pod has."""

import pytest

from calicovet.diagnosis.assembly.pipeline import Fleet, assemble
from calicovet.diagnosis.evidence.container_logs import MAIN
from calicovet.model.diagnosis import NodeDiagnosis
from calicovet.model.evidence import Evidence, EvidenceKind, Request
from calicovet.model.facts import ContainerState
from tests.catalogue.judged import all_cases, diagnosed
from tests.support.casefile import CaseFile

_OF_MANY_COMMANDS = (EvidenceKind.OBJECTS, EvidenceKind.TEXT, EvidenceKind.API_CURL)
_ASKING = [case for case in all_cases() if any(node.next for node in diagnosed(case).nodes)]
_EVERY = [
    pytest.param(case, node, id=f"{case.id}-{node.node or node.pod}")
    for case in _ASKING
    for node in diagnosed(case).nodes
    if node.next
]


def _fleet(case: CaseFile) -> Fleet:
    return assemble(case.snapshot)


def _pod(node: NodeDiagnosis) -> str:
    return node.pod.rpartition("/")[2]


def _is_of(piece: Evidence, request: Request, node: NodeDiagnosis) -> bool:
    about = piece.about
    if piece.kind is not request.kind or piece.kind in _OF_MANY_COMMANDS:
        return False
    if about.node and node.node and about.node != node.node:
        return False
    if piece.kind is EvidenceKind.CALICO_LOG:
        place = (about.container or MAIN, about.previous)
        if place != (request.about.container or MAIN, request.about.previous):
            return False
    return not (about.pod and request.about.pod and about.pod != request.about.pod)


@pytest.mark.parametrize(("case", "node"), _EVERY)
def test_what_was_read_to_its_end_is_not_asked_for(case: CaseFile, node: NodeDiagnosis) -> None:
    assert node.next is not None
    # A line that is typed on a node that works, too, may repeat what this one has shown.
    known = [
        piece
        for piece in _fleet(case).pieces
        if piece.whole
        and not piece.breaks_off
        and any(_is_of(piece, request, node) for request in node.next.requests)
    ]
    assert known == [] or node.next.compare


@pytest.mark.parametrize(("case", "node"), _EVERY)
def test_the_container_that_is_asked_is_one_of_the_pod(case: CaseFile, node: NodeDiagnosis) -> None:
    assert node.next is not None
    asked = {
        request.about.container or MAIN
        for request in node.next.requests
        if request.kind is EvidenceKind.CALICO_LOG
    }
    there = {
        fact.about.container
        for fact in _fleet(case).facts
        if isinstance(fact, ContainerState) and fact.about.pod and fact.about.pod == _pod(node)
    }
    assert not there or asked <= there | {MAIN}
