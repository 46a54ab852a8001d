"""The failures of the catalogue's cases are read, and healthy logs state none at a quiet level."""

from functools import cache
from pathlib import Path

import pytest

from calicovet.diagnosis.assembly.pipeline import assemble
from calicovet.model.evidence import Evidence, EvidenceKind
from calicovet.model.facts import (
    AccessForbidden,
    ApiCallFailed,
    CrdNotServed,
    Failure,
    LookupFailed,
    Said,
)
from calicovet.model.failures.how import How
from calicovet.model.finding import NAMED
from calicovet.model.provenance import Speaker
from calicovet.parse.failures.reading import read_failure
from calicovet.parse.logs.log_line import read_log_line
from calicovet.parse.messages.scan import read_messages
from tests.catalogue.judged import all_cases, diagnosed

_MESSAGES = (Said, ApiCallFailed, AccessForbidden, CrdNotServed, LookupFailed)
_HEALTHY = sorted((Path(__file__).parents[1] / "recorded/startup").glob("healthy*.log"))
_READ_AT_LEAST = 0.9


@cache
def _lines() -> dict[str, list[tuple[str, str]]]:
    """By case, the lines of programs that a named cause rests on, with their speaker."""
    found: dict[str, list[tuple[str, str]]] = {}
    for case in all_cases():
        index = assemble(case.snapshot, strict=True).evidence_index
        for node in diagnosed(case).nodes:
            for finding in node.findings:
                if finding.verdict not in NAMED or finding.name not in case.finds:
                    continue
                facts = (fact for sign in finding.signs for fact in sign.facts)
                for fact in facts:
                    if isinstance(fact, _MESSAGES) and fact.cited and index.words(fact.cited[0]):
                        row = (index.words(fact.cited[0]), fact.speaker)
                        found.setdefault(case.id, []).append(row)
    return found


def _how(line: str, process: str) -> How | None:
    by = Speaker(process) if process in set(Speaker) else Speaker.UNKNOWN
    found = read_failure(line, by)
    return found.how if found is not None else None


def test_nine_of_ten_cases_that_rest_on_a_message_state_a_failure_with_its_reason() -> None:
    cases = _lines()
    read = [
        case
        for case, lines in cases.items()
        if any(_how(*line) not in (None, How.FAILED) for line in lines)
    ]
    assert len(read) >= _READ_AT_LEAST * len(cases)


@pytest.mark.parametrize("path", _HEALTHY, ids=lambda path: path.name)
def test_a_healthy_log_states_only_what_its_program_calls_an_error(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    lines = text.split("\n")
    piece = Evidence(id="e", kind=EvidenceKind.CALICO_LOG, content=text)
    for fact in read_messages(piece):
        if isinstance(fact, Failure):
            log = read_log_line(lines[fact.cited[0].line - 1])
            assert log is not None
            assert log.level in ("WARNING", "ERROR"), lines[fact.cited[0].line - 1]
