"""The real API server takes what `-o openreports` prints, strictly, and a later report replaces it."""

import json

import pytest

from calicovet.api import diagnose_text
from calicovet.app.commands.demo import demo_text, expectations
from calicovet.model.language import Language
from calicovet.report.machine.open_reports import render_open_reports
from lab.control_plane import ControlPlane
from tests.support.open_reports import crd


@pytest.fixture(scope="module")
def reports(control_plane: ControlPlane) -> ControlPlane:
    control_plane.load([crd()])
    return control_plane


@pytest.mark.parametrize("name", expectations())
def test_a_report_of_every_demo_is_taken_and_replaced(name: str, reports: ControlPlane) -> None:
    diagnosis = diagnose_text(demo_text(name))
    for language in Language:
        text = render_open_reports(diagnosis, language)
        reports.kubectl("apply", "--validate=strict", "-f", "-", text=text)
    stored = json.loads(reports.kubectl("get", "clusterreport", "calicovet", "-o", "json"))
    assert stored["summary"]["fail"] == sum(
        result["result"] == "fail" for result in stored["results"]
    )
    assert {result["policy"] for result in stored["results"]} == {"calico-node"}


def test_a_result_that_the_definition_does_not_know_is_refused(reports: ControlPlane) -> None:
    text = render_open_reports(diagnose_text(demo_text("two-nodes-crash")), Language.EN)
    with pytest.raises(Exception, match="result"):
        reports.kubectl(
            "apply",
            "--dry-run=server",
            "-f",
            "-",
            text=text.replace("result: fail", "result: sick"),
        )
