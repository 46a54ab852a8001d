"""What redaction takes out is nothing that a diagnosis rests on."""

from dataclasses import replace

import pytest

from calicovet.causes.catalogue import load_catalogue
from calicovet.diagnosis.diagnose import diagnose
from calicovet.model.diagnosis import Diagnosis
from calicovet.model.evidence import Evidence, EvidenceKind, Snapshot
from calicovet.world.redact import redact_text
from tests.catalogue.judged import all_cases, diagnosed
from tests.support.demos import DEMOS, Demo


def _redacted(snapshot: Snapshot) -> Snapshot:
    evidence = (replace(each, content=redact_text(each.content)) for each in snapshot.evidence)
    return replace(snapshot, evidence=tuple(evidence))


def _named(diagnosis: Diagnosis) -> list[object]:
    return [
        (node.node, node.state, sorted((found.name, found.verdict) for found in node.findings))
        for node in diagnosis.nodes
    ]


def test_every_case_is_diagnosed_as_before() -> None:
    different = []
    for case in all_cases():
        left = _redacted(case.snapshot)
        # An equal snapshot has an equal diagnosis.
        if left != case.snapshot and _named(
            diagnose(left, load_catalogue(), strict=True)
        ) != _named(diagnosed(case)):
            different.append(case.id)
    assert different == []


@pytest.mark.parametrize("demo", DEMOS, ids=lambda demo: demo.name)
def test_every_incident_is_diagnosed_as_before(demo: Demo) -> None:
    text = demo.text()
    piece = Evidence(id="x", kind=EvidenceKind.PASTE, content=text, source="x")
    snapshot = Snapshot((piece,))
    before = diagnose(snapshot, load_catalogue())
    assert _named(diagnose(_redacted(snapshot), load_catalogue())) == _named(before)


def test_few_lines_of_the_cases_are_changed() -> None:
    """Cases hold next to no secrets: a pattern that hides words of messages shows here."""
    changed = [
        (case.id, line)
        for case in all_cases()
        for piece in case.snapshot.evidence
        for line, left in zip(
            piece.content.split("\n"), redact_text(piece.content).split("\n"), strict=True
        )
        if line != left
    ]
    assert len(changed) <= 5, changed
