"""Cases, diagnosed once for all the tests that look at them."""

from functools import cache

from calicovet.causes.catalogue import load_catalogue
from calicovet.diagnosis.engine import diagnose
from calicovet.model.diagnosis import Diagnosis, NodeDiagnosis
from calicovet.model.finding import Finding
from tests.support.casefile import CaseFile, cases_of


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
