"""The formats of other tools: YAML, JUnit, Prometheus, OpenReports."""

import json
import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest
import yaml
from jsonschema import Draft202012Validator

from calicovet.model.diagnosis import Diagnosis
from calicovet.model.finding import Exhibit, Finding
from calicovet.model.language import Language
from calicovet.report.machine.diagnosis_json import render_json, render_yaml
from calicovet.report.machine.junit import render_junit
from calicovet.report.machine.open_reports import cluster_report, render_open_reports
from calicovet.report.machine.prometheus import render_prometheus
from tests.support.open_reports import SCHEMA, closed
from tests.unit.report.sample import EXPLAINED, FINE, NOTHING, SICK, UNEXPLAINED

ALL = [EXPLAINED, UNEXPLAINED, FINE, NOTHING]
HOSTILE = "]]>\x1b[2J <script>&\"' \u202e- !x {a: b}\n# c"
_SAMPLE = re.compile(r'([a-z_]+)\{((?:[a-z]+="(?:[^"\\\n]|\\\\|\\"|\\n)*",?)*)\} (-?\d+)')


def hostile(finding: Finding) -> Finding:
    evidence = (Exhibit(HOSTILE, HOSTILE, HOSTILE),)
    return replace(finding, evidence=evidence)


NASTY = replace(
    EXPLAINED,
    nodes=(replace(SICK, node=HOSTILE, findings=tuple(map(hostile, SICK.findings))),),
)


@pytest.mark.parametrize("diagnosis", [*ALL, NASTY])
def test_yaml_is_the_same_document_as_json(diagnosis: Diagnosis) -> None:
    assert yaml.safe_load(render_yaml(diagnosis)) == json.loads(render_json(diagnosis))
    several = render_yaml(diagnosis, "a.txt") + render_yaml(diagnosis, "b.txt")
    assert [one["input"] for one in yaml.safe_load_all(several)] == ["a.txt", "b.txt"]


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("diagnosis", [*ALL, NASTY])
def test_junit_counts_what_it_holds(diagnosis: Diagnosis, language: Language) -> None:
    root = ElementTree.fromstring(render_junit(diagnosis, language))
    suite = root.find("testsuite")
    assert suite is not None
    for tag, count in (
        *(("testcase", "tests"), ("failure", "failures")),
        *(("error", "errors"), ("skipped", "skipped")),
    ):
        assert len(list(suite.iter(tag))) == int(suite.attrib[count])
    assert len(list(suite.iter("testcase"))) == max(1, len(diagnosis.nodes))


def test_junit_names_the_cause_of_an_unhealthy_node() -> None:
    root = ElementTree.fromstring(render_junit(EXPLAINED, Language.EN))
    cases = {case.attrib["name"]: case for case in root.iter("testcase")}
    failure = cases["node-b"].find("failure")
    assert failure is not None and failure.attrib["type"] == "ip-wrong-bridge"
    assert "10.9.0.1" in failure.attrib["message"]
    assert (failure.text or "").strip()


def test_junit_has_an_error_where_nothing_could_be_looked_at() -> None:
    [error] = ElementTree.fromstring(render_junit(NOTHING, Language.EN)).iter("error")
    assert error.attrib["message"]


@pytest.mark.parametrize("diagnosis", [*ALL, NASTY])
def test_every_line_of_prometheus_is_well_formed_and_no_series_stands_twice(
    diagnosis: Diagnosis,
) -> None:
    lines = render_prometheus(diagnosis).splitlines()
    samples = [line for line in lines if not line.startswith("#")]
    assert samples and all(_SAMPLE.fullmatch(line) for line in samples)
    series = [line.rpartition(" ")[0] for line in samples]
    assert len(series) == len(set(series))
    types = [line.split()[2] for line in lines if line.startswith("# TYPE")]
    assert len(types) == len(set(types))
    groups = list(dict.fromkeys(line.partition("{")[0] for line in samples))
    assert groups == types


def test_prometheus_has_one_verdict_and_the_cause() -> None:
    told = render_prometheus(EXPLAINED)
    assert 'calicovet_verdict{verdict="explained"} 1' in told
    assert 'calicovet_verdict{verdict="healthy"} 0' in told
    assert re.search(r'calicovet_cause\{name="ip-wrong-bridge",.*node="node-b"\} 1', told)
    assert 'calicovet_node_healthy{node="node-b"} 0' in told


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("diagnosis", [*ALL, NASTY])
def test_openreports_keeps_the_schema_of_the_definition(
    diagnosis: Diagnosis, language: Language
) -> None:
    Draft202012Validator(closed(SCHEMA)).validate(
        made := yaml.safe_load(render_open_reports(diagnosis, language))
    )
    assert made["metadata"]["name"] == "calicovet"
    results = [result["result"] for result in made["results"]]
    counts = {each: results.count(each) for each in ("fail", "warn", "error", "skip")}
    assert made["summary"] == {**counts, "pass": diagnosis.summary.healthy}


def test_openreports_of_a_large_cluster_stays_small_and_counts_all() -> None:
    nodes = tuple(replace(SICK, node=f"node-{number}") for number in range(2_000))
    large = replace(EXPLAINED, nodes=(*(replace(n, node=f"h{n.node}") for n in FINE.nodes), *nodes))
    made = cluster_report(large, Language.EN)
    text = render_open_reports(large, Language.EN)
    assert json.loads(json.dumps(made))["summary"]["fail"] == 2_000
    assert text.count("result: fail") == 500
    assert len(text.encode()) < 1_500_000


def test_a_healthy_cluster_whose_nodes_are_only_counted() -> None:
    live = replace(FINE, nodes=())
    assert live.summary.healthy > 0
    [suite] = ElementTree.fromstring(render_junit(live, Language.EN))
    assert (suite.attrib["tests"], suite.attrib["errors"]) == ("1", "0")
    assert f'calicovet_nodes{{state="healthy"}} {live.summary.healthy}' in render_prometheus(live)
    made = cluster_report(live, Language.EN)
    assert made["results"] == []
    assert made["summary"]["pass"] == live.summary.healthy  # type: ignore[index]
