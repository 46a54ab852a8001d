"""The contract's JSON."""

import json
from dataclasses import replace

import pytest
from jsonschema import Draft202012Validator

from calicovet.model.diagnosis import Cluster, Diagnosis
from calicovet.model.finding import Verdict
from calicovet.model.stage import Shape, StageId
from calicovet.report.machine.diagnosis_json import json_schema, render_json, render_jsonl
from tests.unit.report.sample import EXPLAINED, FINE, NOTHING, SICK, UNEXPLAINED, WRONG_BRIDGE

SCHEMA = Draft202012Validator(json.loads(json_schema()))


@pytest.mark.parametrize("diagnosis", [EXPLAINED, UNEXPLAINED, FINE, NOTHING])
def test_every_diagnosis_keeps_the_schema(diagnosis: Diagnosis) -> None:
    SCHEMA.validate(json.loads(render_json(diagnosis)))
    SCHEMA.validate(json.loads(render_jsonl(diagnosis, "one.txt")))


def test_the_schema_is_a_schema() -> None:
    Draft202012Validator.check_schema(json.loads(json_schema()))


def test_the_schema_knows_every_stage_and_shape() -> None:
    node = json.loads(json_schema())["$defs"]["node"]["properties"]
    assert set(node["shape"]["enum"]) == {*Shape, None}
    assert node["frontier"]["items"]["enum"] == list(StageId)


def test_a_key_that_is_not_in_the_contract_is_refused() -> None:
    told = json.loads(render_json(EXPLAINED))
    told["nodes"][0]["mood"] = "bad"
    assert not SCHEMA.is_valid(told)


def test_the_answer_stands_first_and_in_both_languages() -> None:
    told = json.loads(render_json(EXPLAINED))
    assert told["summary"]["causes"][0]["name"] == "ip-wrong-bridge"
    finding = told["nodes"][0]["findings"][0]
    assert "10.9.0.1" in finding["sentence"]["en"]
    assert "10.9.0.1" in finding["sentence"]["zh"]
    assert finding["evidence"][2]["taken_by"] == "you say"


def test_a_plan_has_its_owner_its_reach_and_its_way_back() -> None:
    plan = json.loads(render_json(EXPLAINED))["nodes"][0]["findings"][0]["plan"]
    assert plan["owner"] == "Installation/default"
    assert plan["restarts"]["en"].startswith("all 3 calico-node pods")
    assert plan["risk"] == "rolls-all-nodes"
    assert plan["commands"] and plan["undo"]
    assert plan["instead"]["en"].startswith("least impact: ")
    assert len(plan["does_not_help"]) == 2


def test_what_is_not_known_is_null_and_not_an_empty_word() -> None:
    node = json.loads(render_json(UNEXPLAINED))["nodes"][0]
    assert node["victim_of"] is None
    assert node["findings"][0]["plan"] is None
    assert node["next"]["command"].endswith("-c upgrade-ipam --tail=50")
    assert node["next"]["question"]["en"] == "What did container upgrade-ipam log last?"
    assert [answer["then"] for answer in node["next"]["answers"]] == [
        "rt-runtime-hung",
        "ip-wrong-bridge",
    ]


def test_a_finding_whose_particulars_are_not_known_is_told_in_general() -> None:
    bare = replace(WRONG_BRIDGE, details={})
    told = json.loads(render_json(replace(EXPLAINED, nodes=(replace(SICK, findings=(bare,)),))))
    sentence = told["nodes"][0]["findings"][0]["sentence"]["en"]
    assert "?" not in sentence and "{" not in sentence


def test_what_is_untested_or_ruled_out_is_listed_only_on_request() -> None:
    silent = [
        replace(WRONG_BRIDGE, name=f"x-{verdict}", verdict=verdict, evidence=(), plan=None)
        for verdict in Verdict
    ]
    diagnosis = replace(EXPLAINED, nodes=(replace(SICK, findings=tuple(silent)),))
    quiet = {Verdict.UNTESTED, Verdict.RULED_OUT}
    for render in (render_json, render_jsonl):
        [few] = json.loads(render(diagnosis))["nodes"]
        [all_of_them] = json.loads(render(diagnosis, all_findings=True))["nodes"]
        assert {each["verdict"] for each in few["findings"]} == set(Verdict) - quiet
        assert {each["verdict"] for each in all_of_them["findings"]} == set(Verdict)


def test_one_line_is_one_incident() -> None:
    line = render_jsonl(EXPLAINED, "a.txt")
    assert line.count("\n") == 1
    assert json.loads(line)["input"] == "a.txt"
    assert "input" not in json.loads(render_jsonl(EXPLAINED))


def test_the_cluster_is_named_and_texts_have_none() -> None:
    cluster = Cluster("prod", "https://10.0.0.1:6443")
    told = json.loads(render_json(replace(EXPLAINED, cluster=cluster)))
    SCHEMA.validate(told)
    assert told["cluster"] == {"context": "prod", "server": "https://10.0.0.1:6443"}
    assert json.loads(render_json(EXPLAINED))["cluster"] is None


def test_that_there_is_no_calico_node_is_a_gap() -> None:
    cluster = Cluster("prod", "https://10.0.0.1:6443", "no-calico-in", "net")
    told = json.loads(render_json(replace(NOTHING, cluster=cluster)))
    SCHEMA.validate(told)
    [gap] = told["gaps"]
    assert (gap["reason"], gap["wanted"]) == (
        "absent",
        "no pod of calico-node was found in namespace net",
    )
    assert gap["how_to_close"].startswith("without -n")
