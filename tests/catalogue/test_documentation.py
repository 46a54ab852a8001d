"""A sample of what explains or repeats: nothing is named, nothing called unhealthy. `make score` asks all of it."""

import pytest

from calicovet.api import diagnose_text
from calicovet.causes.catalogue import load_catalogue
from calicovet.model.cause import Cause
from calicovet.model.diagnosis import NodeState, SummaryVerdict
from score.documentation import Texts, cause_texts, demo_names, page_texts, report_texts

_CAUSES = load_catalogue()[::12]
_DEMOS = demo_names()[::3]
_PAGES = page_texts()


def _told_of(texts: Texts) -> dict[str, object]:
    """What is wrongly concluded from each text."""
    wrong: dict[str, object] = {}
    for name, text in texts.items():
        found = diagnose_text(text)
        sick = [node.node for node in found.nodes if node.state is NodeState.SICK]
        if found.summary.causes or sick or found.summary.verdict is SummaryVerdict.HEALTHY:
            wrong[name] = (found.summary.causes, sick, found.summary.verdict)
    return wrong


@pytest.mark.parametrize("cause", _CAUSES, ids=lambda cause: cause.name)
def test_the_pages_of_a_cause_prove_nothing(cause: Cause) -> None:
    assert _told_of(cause_texts(cause)) == {}


@pytest.mark.parametrize("demo", _DEMOS)
def test_a_report_of_calicovet_proves_nothing(demo: str) -> None:
    assert _told_of(report_texts(demo)) == {}


@pytest.mark.parametrize("name", _PAGES)
def test_a_document_of_the_project_proves_nothing(name: str) -> None:
    assert _told_of({name: _PAGES[name]}) == {}
