"""Right, silent or wrong: what an answer is worth."""

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from gym.answer import Answer, NodeAnswer
from gym.fault import Fault, Said, Twin
from gym.judge import Judged, Mark, is_settled, judge
from gym.trial import Trial
from gym.view import View
from tests.unit.gym.trials import FAULT, TWIN, never, nothing


def node(
    name: str | None, *findings: str, state: str = "sick", pod: str = "", asks: str = ""
) -> NodeAnswer:
    """A node as calicovet reports it; findings are written `cause verdict`."""
    told: dict[str, Any] = {
        "node": name,
        "pod": pod or None,
        "state": state,
        "frontier": ["probes-passing"],
        "findings": [
            {"name": cause, "verdict": verdict, "stage": "address-chosen"}
            for cause, verdict in (finding.split() for finding in findings)
        ],
        "next": {"command": asks} if asks else None,
    }
    return msgspec.convert(told, NodeAnswer)


def judged(trial: Trial, *nodes: NodeAnswer, view: View = View.LIVE) -> Judged:
    answer = Answer(nodes, 1.5)
    return judge(trial, view, answer, node="node-3", pod="kube-system/x", bystanders=("node-1",))


def test_the_cause_that_was_put_in_is_right() -> None:
    found = judged(FAULT, node("node-3", "ip-wrong-bridge proven", "probe-timeout likely"))
    assert (found.mark, found.said, found.is_weaker) == (Mark.RIGHT, Said.PROVEN, False)
    assert (found.stage, found.seconds) == ("address-chosen", 1.5)


def test_so_is_another_name_for_it() -> None:
    assert judged(FAULT, node("node-3", "ip-conflict likely")).mark is Mark.RIGHT


def test_less_than_was_expected_is_told() -> None:
    likely = node("node-3", "ip-wrong-bridge likely")
    assert judged(FAULT, likely).is_weaker
    assert not judged(FAULT, likely, view=View.TEXT).is_weaker
    assert judged(FAULT, node("node-3"), view=View.TEXT).is_weaker


def test_what_is_only_possible_namesnothing() -> None:
    found = judged(FAULT, node("node-3", "rt-runtime-hung possible"))
    assert (found.mark, found.stage) == (Mark.SILENT, "probes-passing")
    assert judged(FAULT).mark is Mark.SILENT


def test_another_cause_in_front_is_wrong_also_when_the_right_one_follows() -> None:
    found = judged(FAULT, node("node-3", "probe-timeout likely", "ip-wrong-bridge likely"))
    assert (found.mark, found.named) == (Mark.WRONG, "probe-timeout")


def test_the_next_question_about_an_unhealthy_node_has_to_decide() -> None:
    assert isinstance(FAULT.what, Fault)
    trial = Trial("asked", replace(FAULT.what, decides=("ip addr", "brctl show")))
    assert not judged(trial, node("node-3", asks="ip addr show nerdctl0")).asks_beside
    assert judged(trial, node("node-3", asks="uptime; nproc")).asks_beside
    assert judged(trial, node("node-3")).asks_beside
    assert not judged(trial, node("node-3", state="healthy")).asks_beside
    # A cause is better than any question.
    assert not judged(trial, node("node-3", "ip-wrong-bridge likely", asks="uptime")).asks_beside
    assert not judged(FAULT, node("node-3", asks="uptime")).asks_beside


def test_a_cause_on_a_node_without_a_fault_is_wrong() -> None:
    right, stranger = node("node-3", "ip-wrong-bridge proven"), node("node-1", "dns-broken likely")
    found = judged(FAULT, right, stranger)
    assert (found.mark, found.named) == (Mark.WRONG, "dns-broken on node-1")


def test_what_is_put_in_elsewhere_may_show_on_a_bystander() -> None:
    answer = Answer((node("node-1", "bgp-blocked likely"), node("node-3")), 0)
    for causes, mark in (((), Mark.WRONG), (("bgp-blocked",), Mark.SILENT)):
        found = judge(
            FAULT, View.LIVE, answer, node="node-3", bystanders=("node-1",), elsewhere=causes
        )
        assert found.mark is mark


def test_a_pod_thatnothing_ties_to_its_node_is_found_by_its_name() -> None:
    loose = node(None, "ip-wrong-bridge proven", pod="kube-system/x")
    assert judged(FAULT, loose).mark is Mark.RIGHT
    assert judged(FAULT, node(None, "ip-wrong-bridge proven", pod="other")).mark is Mark.SILENT


@pytest.mark.parametrize(
    ("state", "findings", "mark"),
    [
        ("healthy", (), Mark.SILENT),
        ("sick", ("ip-wrong-bridge possible", "ip-wrong-bridge exonerated"), Mark.SILENT),
        ("sick", ("ip-wrong-bridge likely",), Mark.WRONG),
        # What is over and has left its trace is told, and not as what ails it.
        ("healthy", ("ip-wrong-bridge likely",), Mark.SILENT),
    ],
)
def test_a_twin_is_left_in_peace(state: str, findings: tuple[str, ...], mark: Mark) -> None:
    found = judged(TWIN, node("node-3", *findings, state=state))
    assert found.mark is mark and not found.is_weaker


def test_where_a_twin_hides_a_real_thing_that_may_be_named_andnothing_beside_it() -> None:
    real = Twin(title="", of="", inject=nothing, holds=never, heal=nothing, cause="probe-timeout")
    trial = Trial("starved", real)
    assert judged(trial, node("node-3", "probe-timeout likely")).mark is Mark.RIGHT
    both = node("node-3", "probe-timeout likely", "ip-wrong-bridge likely")
    assert judged(trial, both).mark is Mark.WRONG


def test_a_young_pod_of_whichnothing_can_be_said_yet_is_looked_at_again() -> None:
    def settled(*nodes: NodeAnswer) -> bool:
        return is_settled(Answer(nodes, 0), "node-3")

    assert not settled(node("node-3", state="unclear"))
    assert settled(node("node-3", "ip-wrong-bridge proven", state="unclear"))
    assert settled(node("node-3"), node("node-1", state="unclear"))
    assert settled()
