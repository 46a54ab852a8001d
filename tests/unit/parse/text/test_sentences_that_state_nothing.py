"""What a sentence asks, supposes or lists was not seen; what it states is its author's word."""

import pytest

from calicovet.model.evidence import Evidence
from calicovet.model.evidence import EvidenceKind as Kind
from calicovet.model.provenance import EvidenceRole
from calicovet.parse.text.transcript import read_transcript


def quoted(text: str) -> list[str]:
    paste = Evidence(id="P", kind=Kind.PASTE, content=text, source="p.txt")
    pieces = read_transcript(paste).pieces
    assert all(piece.role is EvidenceRole.QUOTATION for piece in pieces)
    return [piece.content.strip() for piece in pieces]


@pytest.mark.parametrize(
    "text",
    [
        "canal was OOM-killed?",
        "What if canal on worker3 gets OOMKilled?",
        "In case calico-node is OOMKilled, call the storage team.",
        "Typical causes of restarts: calico-node is OOMKilled, or the disk is full.",
        "倘若 calico-node 被 OOMKilled，请联系值班人员。",
        "calico-node 有没有被 OOMKilled",
        "calico-node 的常见问题：内存太小被 OOMKilled。",
    ],
)
def test_what_is_asked_supposed_or_listed_is_no_message(text: str) -> None:
    assert quoted(text) == []


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("calico-node on worker3 was OOMKilled.", "calico-node on worker3 was OOMKilled."),
        (
            "calico-node was OOMKilled on w2. Would more memory help?",
            "calico-node was OOMKilled on w2.",
        ),
    ],
)
def test_what_is_stated_is_kept(text: str, left: str) -> None:
    assert quoted(text) == [left]


def test_a_question_may_hold_a_programs_line() -> None:
    text = "How do I get rid of nf_conntrack: table full, dropping packet?"
    paste = Evidence(id="P", kind=Kind.PASTE, content=text, source="p.txt")
    assert [piece.content.strip() for piece in read_transcript(paste).pieces] == [text]
