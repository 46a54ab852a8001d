"""A hint of what to look for next is calicovet's own, with or without the page around it."""

import pytest

from calicovet.model.evidence import Evidence, EvidenceKind, Snapshot
from calicovet.report.own_output.leave_out import without_own_output


def left(text: str) -> str:
    paste = Evidence(id="P", kind=EvidenceKind.PASTE, content=text, source="p.txt")
    return "\n".join(
        piece.content for piece in without_own_output(Snapshot(evidence=(paste,))).evidence
    )


@pytest.mark.parametrize(
    "hint",
    [
        "           if the kernel has killed felix for want of memory -> host-oomkilled",
        "- 若日志里有 is forbidden -> rbac-forbidden",
    ],
)
def test_a_hint_that_ends_in_a_cause_is_left_out(hint: str) -> None:
    assert left(f"{hint}\ncalico-node waits").strip() == "calico-node waits"


@pytest.mark.parametrize("line", ["a-b -> c-d", "eth0 -> my-bridge", "-> host-oomkilled"])
def test_other_arrows_stay(line: str) -> None:
    assert left(line) == line
