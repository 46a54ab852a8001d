"""What is judged is what calicovet calls the cause."""

import json
import subprocess
from collections.abc import Mapping, Sequence

from gym.answer import Answer, read_answer


def _said(findings: Sequence[Mapping[str, str]], causes: Sequence[str]) -> Answer:
    node = {"node": "n1", "pod": "x", "state": "sick", "frontier": [], "findings": findings}
    text = {"summary": {"causes": [{"name": name} for name in causes]}, "nodes": [node]}
    return read_answer(subprocess.CompletedProcess([], 1, json.dumps(text), ""), 0.1)


def _finding(name: str, verdict: str = "likely") -> dict[str, str]:
    return {"name": name, "verdict": verdict, "stage": "pod-bound"}


def test_what_is_named_is_the_answer() -> None:
    own = _said([_finding("ip-wrong-bridge", "proven")], ["ip-wrong-bridge"]).of("n1")
    assert own is not None
    assert [each.name for each in own.named] == ["ip-wrong-bridge"]


def test_a_pod_that_suffers_with_calico_node_is_no_answer() -> None:
    own = _said([_finding("kc-crash-is-consequence"), _finding("x", "possible")], []).of("n1")
    assert own is not None
    assert own.named == ()
