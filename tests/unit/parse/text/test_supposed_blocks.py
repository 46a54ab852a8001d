"""A block under a conditional caption, and an example in a guide, show what might be."""

import pytest

from calicovet.model.evidence import Evidence
from calicovet.model.evidence import EvidenceKind as Kind
from calicovet.model.provenance import EvidenceRole
from calicovet.parse.text.transcript import Transcript, read_transcript

STATE = "    Last State:     Terminated\n      Reason:       OOMKilled\n      Exit Code:    137\n"
LINE = "2024-01-01 00:00:00.000 [ERROR][9] startup/startup.go 158: failed to query kubeadm's config map"


def read(text: str) -> Transcript:
    return read_transcript(Evidence(id="P", kind=Kind.PASTE, content=text, source="p.md"))


def roles(text: str) -> set[EvidenceRole]:
    return {piece.role for piece in read(text).pieces}


@pytest.mark.parametrize(
    "caption",
    [
        "If kubectl describe shows",
        "In case the description of the pod contains:",
        "如果 describe 显示",
        "If canal restarts and its log says",
        "When this happens, `kubectl describe pod` shows:",
    ],
)
def test_a_block_under_a_condition_was_not_seen(caption: str) -> None:
    found = roles(f"{caption}\n\n```\n{STATE}```\n\nraise the limit.\n")
    assert EvidenceRole.INSTRUCTION in found
    assert EvidenceRole.EVIDENCE not in found


@pytest.mark.parametrize(
    "caption", ["kubectl describe shows", "If I run describe, it shows", "如下"]
)
def test_a_block_under_a_statement_was(caption: str) -> None:
    assert EvidenceRole.EVIDENCE in roles(f"{caption}\n\n```\n{STATE}```\n")


GUIDE = f"""# Runbook: canal

If the log says `Felix: Failed to connect to Typha`, look at port 5473.

1. In case of a timeout, look at kube-proxy.

2. If the pod hangs, check the address `Unable to auto-detect an IPv4 address`, check the pattern.

```
{LINE}
```
"""


def test_one_example_line_in_a_titled_guide_is_an_example() -> None:
    assert read(GUIDE).is_guide


def test_a_guide_in_which_its_author_shows_a_cluster_is_a_report() -> None:
    assert not read(f"{GUIDE}\nWe followed it on our cluster, my log is above.\n").is_guide
