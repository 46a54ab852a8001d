"""Healthy clusters are called healthy, in every form in which users hand them in.

`make gym-record` writes the archives; `gym/healthy/situations.py` says what the clusters are.
"""

from collections.abc import Mapping

import pytest

from calicovet.api import diagnose_paths
from calicovet.app.cli.exit_codes import ExitCode, exit_code
from calicovet.model.diagnosis import Diagnosis, NodeState, SummaryVerdict
from calicovet.model.finding import NAMED
from gym.healthy.forms import Form
from gym.healthy.recordings import FOLDER, recorded, unpack
from gym.healthy.situations import HAPPENED, NODES, SITUATIONS

_MOST_BYTES = 5_000_000

Diagnoses = Mapping[Form, Diagnosis]
_done: dict[str, Diagnoses] = {}


@pytest.fixture(params=recorded())
def situation(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture
def diagnoses(situation: str, tmp_path_factory: pytest.TempPathFactory) -> Diagnoses:
    """The diagnosis of each form of a situation, made once."""
    if situation not in _done:
        forms = unpack(situation, tmp_path_factory.mktemp(situation))
        _done[situation] = {form: diagnose_paths(path) for form, path in forms.items()}
    return _done[situation]


def test_every_situation_is_recorded() -> None:
    assert {*recorded()} == {*SITUATIONS}


def test_the_recordings_are_small() -> None:
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < _MOST_BYTES


def test_every_form_is_called_healthy(diagnoses: Diagnoses) -> None:
    verdicts = {form: each.summary.verdict for form, each in diagnoses.items()}
    assert verdicts == dict.fromkeys(Form, SummaryVerdict.HEALTHY)
    assert exit_code(verdicts.values(), zero=False) is ExitCode.HEALTHY


def test_no_form_names_a_cause(situation: str, diagnoses: Diagnoses) -> None:
    assert {form: each.summary.causes for form, each in diagnoses.items()} == dict.fromkeys(
        Form, ()
    )
    named = {
        finding.name
        for each in diagnoses.values()
        for node in each.nodes
        for finding in node.findings
        if finding.verdict in NAMED
    }
    assert named <= HAPPENED.get(situation, frozenset())


def test_all_forms_agree_on_the_nodes(diagnoses: Diagnoses) -> None:
    nodes = {
        form: sorted(node.node or "" for node in each.nodes) for form, each in diagnoses.items()
    }
    all_nodes = [f"node-{number + 1}" for number in range(NODES)]
    # A bundle of `collect` holds some of the healthy nodes, and how many there are.
    assert {*nodes.pop(Form.COLLECT)} <= {*all_nodes}
    assert diagnoses[Form.COLLECT].pods == NODES
    assert nodes == dict.fromkeys(nodes, all_nodes)


def test_no_form_calls_a_node_unhealthy(diagnoses: Diagnoses) -> None:
    unhealthy = {
        form: [node.node for node in each.nodes if node.state is NodeState.SICK]
        for form, each in diagnoses.items()
    }
    assert unhealthy == {form: [] for form in Form}
