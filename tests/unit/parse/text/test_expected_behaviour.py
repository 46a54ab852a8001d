"""Forms ask for the expected behaviour: what is shown there is not what was seen."""

import pytest

from calicovet.model.evidence import Evidence
from calicovet.model.evidence import EvidenceKind as Kind
from calicovet.parse.text.transcript import read_transcript

WELL = "NAME                READY   STATUS    RESTARTS   AGE\ncalico-node-2vzkq   1/1     Running   0          19m"
ILL = WELL.replace("1/1", "0/1").replace("2vzkq", "8dfkq")
LOG = "2024-01-01 00:00:00.000 [WARNING][9] startup/utils.go 49: Terminating"


def shown(text: str) -> list[str]:
    paste = Evidence(id="P", kind=Kind.PASTE, content=text, source="p.md")
    return [piece.content for piece in read_transcript(paste).pieces if piece.taken_by != "you say"]


@pytest.mark.parametrize(
    "heading",
    [
        "## Expected Behavior",
        "**What you expected to happen**:",
        "### 预期结果",
        "## Expected output",
    ],
)
def test_how_it_should_look_is_left_out(heading: str) -> None:
    text = f"{heading}\n\n```\n{WELL}\n```\n\n## Current Behavior\n\n```\n{ILL}\n```\n"
    assert shown(text) == [ILL]


def test_without_fences_a_heading_between_two_prompts_counts() -> None:
    prompt = "root@m1:~# kubectl get pods -n kube-system"
    text = f"## Expected Behavior\n\n{prompt}\n{WELL}\n\n## Current Behavior\n\n{prompt}\n{ILL}\n"
    (content,) = shown(text)
    assert "8dfkq" in content
    assert "2vzkq" not in content


def test_a_log_in_the_wrong_place_of_the_form_is_still_a_log() -> None:
    assert shown(f"## Expected Behavior\n\n```\n{LOG}\n```\n") == [LOG]


def test_what_was_seen_unexpectedly_was_seen() -> None:
    assert shown(f"## Unexpected behavior\n\n```\n{ILL}\n```\n") == [ILL]
