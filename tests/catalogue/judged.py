"""Cases, diagnosed once for all the tests that look at them."""

from functools import cache

from calicovet.causes.catalogue import load_catalogue
from calicovet.diagnosis.engine import diagnose
from calicovet.diagnosis.evidence.container_logs import MAIN
from calicovet.diagnosis.next_question.choose import WHOLE_LOG
from calicovet.model.diagnosis import Diagnosis, NodeDiagnosis, SummaryVerdict
from calicovet.model.evidence import EvidenceKind, Request
from calicovet.model.finding import NAMED, Finding, NextQuestion
from tests.support.casefile import NONE, CaseFile, cases_of

EXITS = {
    SummaryVerdict.HEALTHY: 0,
    SummaryVerdict.EXPLAINED: 1,
    SummaryVerdict.UNEXPLAINED: 3,
    SummaryVerdict.COULD_NOT_LOOK: 4,
}


def all_cases() -> tuple[CaseFile, ...]:
    return tuple(case for cause in load_catalogue() for case in cases_of(cause.name))


@cache
def _diagnosed(position: int) -> Diagnosis:
    return diagnose(all_cases()[position].snapshot, load_catalogue(), strict=True)


def diagnosed(case: CaseFile) -> Diagnosis:
    paths = [other.path for other in all_cases()]
    return _diagnosed(paths.index(case.path))


def node_of(case: CaseFile) -> NodeDiagnosis:
    """The node that the case speaks of: by name, or the only one that is not healthy."""
    nodes = diagnosed(case).nodes
    if case.node:
        found = [node for node in nodes if node.node == case.node]
        assert found, f"no node {case.node} among {[node.node for node in nodes]}"
        return found[0]
    sick = [node for node in nodes if node.state != "healthy"] or list(nodes)
    assert len(sick) == 1, f"which of {[node.node for node in nodes]}?"
    return sick[0]


def finding_of(case: CaseFile, cause: str) -> Finding:
    return next(found for found in node_of(case).findings if found.name == cause)


def asked_for(question: NextQuestion | None) -> str:
    """What a question asks for, whatever its words: kinds of evidence, and which log; empty: nothing."""
    if question is None:
        return ""
    whole = " whole" if question.key == WHOLE_LOG else ""
    return ", ".join(_asked(request) for request in question.requests) + whole


def _asked(request: Request) -> str:
    if request.kind is not EvidenceKind.CALICO_LOG:
        return request.kind.value
    before = " previous" if request.about.previous else ""
    return f"{request.kind.value} {request.about.container or MAIN}{before}"


def answers_of(case: CaseFile) -> dict[str, str]:
    """What calicovet says of a case, as its head would state it."""
    node, verdict = node_of(case), diagnosed(case).summary.verdict
    stage = ", ".join(node.stages.frontier) or NONE
    named = [f'{one.name} = "{one.verdict}"' for one in node.findings if one.verdict in NAMED]
    answers = {
        "stage": f'"{stage}"',
        "finds": f"{{ {', '.join(named)} }}" if named else "{}",
        "exit": str(EXITS[verdict]),
    }
    return (
        answers
        if case.proves or verdict is SummaryVerdict.HEALTHY
        else answers | {"next": f'"{asked_for(node.next) or NONE}"'}
    )
