"""The result that calicovet reports for its remedy is compared with what the gym sees."""

import json
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any, cast

import pytest

from gym import fixing
from gym.fix_answer import Plan
from gym.fixed import Fixed, Way
from gym.fixing import Asked, Fixer
from gym.place import Place

_STEP: Mapping[str, Any] = {"risk": "none", "commands": [], "changes": [], "script": None}
_CHANGE = {**_STEP, "risk": "rolls-all-nodes", "changes": [{"object": "DaemonSet/calico-node"}]}
_RESTART = {**_STEP, "risk": "restarts-one-pod", "commands": ["kubectl delete pod calico-node-x"]}
_HOST = {**_STEP, "risk": "touches-host", "script": {"node": "node-2", "text": "true", "undo": ""}}


class _Plane:
    """Answers as calicovet would, and keeps a journal of what was applied."""

    def __init__(
        self, steps: Sequence[Any], result: str = "", undone: str = "undone", silent: int = 0
    ) -> None:
        self.typed: list[str] = []
        self._silent = silent
        self._steps = steps
        self._result = result
        self._undone = undone

    def run(
        self, *line: str, environment: Mapping[str, str], seconds: float
    ) -> CompletedProcess[str]:
        self.typed.append(" ".join(line))
        if len(self.typed) <= self._silent:
            return CompletedProcess(line, 3, "", "is not what ails calico-node here")
        plan = {"plan": {"id": "abcd", "steps": self._steps}}
        if "rollback" in line:
            changes = [{"object": "DaemonSet/calico-node", "state": self._undone}]
            return CompletedProcess(line, 0, json.dumps({"changes": changes, "plan": "efgh"}), "")
        if "--apply" in line:
            (Path(environment["XDG_STATE_HOME"]) / "20260131T000000Z-abcd.jsonl").touch()
            applied = {"ending": "applied", "journal": "abcd", "reasons": []}
            plan = {**plan, "applied": {**applied, "result": self._result}}
        return CompletedProcess(line, 0, json.dumps(plan), "")


class _Node:
    """A node on which every script succeeds, but for the one named."""

    def __init__(self, fails: str = "", code: int = 1) -> None:
        self.ran: list[str] = []
        self._fails = fails
        self._code = code

    def write(self, path: str, text: str) -> None:
        self.ran.append(f"write {path}")

    def run(self, *line: str, seconds: float) -> CompletedProcess[str]:
        said = " ".join(line).removeprefix("setpriv --bounding-set -sys_time ")
        self.ran.append(said)
        return CompletedProcess(line, self._code if said == self._fails else 0, "", "no such file")


class _Place:
    def __init__(self, plane: _Plane, node: _Node) -> None:
        self.cluster = self
        self.control_plane = plane
        self.node = node

    def sh(self, script: str) -> str:
        self.node.ran.append(script)
        return ""


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("_STEADY", "_AGAIN_AFTER", "_WELL_AFTER_SCRIPT", "_WELL_AFTER_KEPT"):
        monkeypatch.setattr(fixing, name, 0.0)


def _fixed(plane: _Plane, *, well: bool, node: _Node | None = None) -> Fixed:
    fixer = Fixer(
        cast(Place, _Place(plane, node or _Node())),
        Asked(cause="ip-wrong-bridge", node="node-2"),
        is_well=lambda: well,
        keep=lambda name, text: None,
        stop=threading.Event(),
    )
    plan = fixer.plan()
    assert plan is not None
    return fixer.carry_out(plan)


def test_a_promise_that_is_kept_on_a_node_that_is_well() -> None:
    plane = _Plane([_CHANGE], "kept")
    fixed = _fixed(plane, well=True)
    assert (fixed.way, fixed.healed, fixed.said, fixed.wrong) == (Way.OBJECT, True, "kept", "")
    assert "--apply --plan abcd" in plane.typed[1]
    assert ["--dry-run" in line for line in plane.typed[2:]] == [True, False]
    assert "rollback" in plane.typed[3] and plane.typed[3].endswith("--plan efgh")


def test_a_promise_that_is_called_kept_while_the_node_is_sick_is_wrong() -> None:
    fixed = _fixed(_Plane([_CHANGE], "kept"), well=False)
    assert not fixed.healed and "the node is sick" in fixed.wrong


def test_a_promise_that_is_called_broken_while_the_node_is_well_is_wrong() -> None:
    assert "the node is well" in _fixed(_Plane([_CHANGE], "not-kept"), well=True).wrong


def test_what_does_not_help_and_says_so_is_not_wrong() -> None:
    fixed = _fixed(_Plane([_CHANGE], "not-kept"), well=False)
    assert (fixed.healed, fixed.seconds, fixed.wrong) == (False, None, "")


def test_what_makes_it_worse_is_wrong() -> None:
    assert "worse" in _fixed(_Plane([_CHANGE], "worse"), well=False).wrong


def test_what_cannot_be_taken_back_is_wrong() -> None:
    fixed = _fixed(_Plane([_CHANGE], "kept", undone="changed"), well=True)
    assert fixed.healed and fixed.wrong == "not taken back: DaemonSet/calico-node (changed)"


def test_who_shows_its_cause_only_at_times_is_asked_again() -> None:
    plane = _Plane([_CHANGE], "kept", silent=1)
    assert _fixed(plane, well=True).healed
    assert plane.typed[0] == plane.typed[1]


def test_a_script_is_run_on_the_node_the_pod_restarted_and_all_taken_back() -> None:
    plane, node = _Plane([_HOST, _RESTART]), _Node()
    fixed = _fixed(plane, well=True, node=node)
    assert (fixed.way, fixed.healed, fixed.wrong) == (Way.SCRIPT, True, "")
    assert node.ran[:3] == ["write /root/fix.sh", "sh /root/fix.sh", "sh /root/fix.sh undo"]
    assert plane.typed[1:] == ["sh -c kubectl delete pod calico-node-x"]


def test_a_script_that_fails_does_not_heal_and_nothing_is_restarted() -> None:
    plane = _Plane([_HOST, _RESTART])
    fixed = _fixed(plane, well=True, node=_Node(fails="sh /root/fix.sh"))
    assert not fixed.healed and "ended with 1: no such file" in fixed.trouble
    assert plane.typed[1:] == []


def test_a_script_that_refuses_has_nothing_to_take_back() -> None:
    node = _Node(fails="sh /root/fix.sh", code=2)
    fixed = _fixed(_Plane([_HOST]), well=True, node=node)
    assert not fixed.healed and not fixed.wrong
    assert "sh /root/fix.sh undo" not in node.ran


def test_a_script_whose_undo_fails_is_wrong() -> None:
    fixed = _fixed(_Plane([_HOST]), well=True, node=_Node(fails="sh /root/fix.sh undo"))
    assert fixed.healed and "not taken back" in fixed.wrong


def test_where_only_a_human_can_choose_nothing_is_done() -> None:
    plane = _Plane([_STEP])
    fixed = _fixed(plane, well=False)
    assert (fixed.way, fixed.healed) == (Way.ASKS, False)
    assert len(plane.typed) == 1


def test_a_pod_that_is_restarted_by_apply_is_not_restarted_by_hand() -> None:
    sent = {**_RESTART, "changes": [{"object": "Pod/calico-node-x"}]}
    assert Plan(id="abcd", steps=[]).way is Way.ASKS
    assert _fixed(_Plane([sent], "kept"), well=True).way is Way.OBJECT
