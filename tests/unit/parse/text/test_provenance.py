"""Each piece of a paste knows its role and what its node rests on; each fact knows its speaker."""

import pytest

from calicovet.model.evidence import Evidence, EvidenceKind
from calicovet.model.facts import Fact
from calicovet.model.provenance import Basis, EvidenceRole, Speaker
from calicovet.parse.all_parsers import parse
from calicovet.parse.text.transcript import read_transcript

_LOAD = " 10:00:00 up 1 day,  1:00,  1 user,  load average: 1.0, 1.0, 1.0"


def _pieces(text: str) -> tuple[Evidence, ...]:
    paste = Evidence(id="paste", kind=EvidenceKind.PASTE, content=text, source="paste")
    return read_transcript(paste).pieces


@pytest.mark.parametrize(
    ("text", "node", "basis"),
    [
        (f"[root@node-4 ~]# uptime\n{_LOAD}\n", "node-4", Basis.FORM),
        (f"The load on node-4:\n\n```\n{_LOAD}\n```\n", "node-4", Basis.SENTENCE),
        (f"```\n{_LOAD}\n```\n", "", Basis.NONE),
    ],
)
def test_a_piece_knows_what_its_node_rests_on(text: str, node: str, basis: Basis) -> None:
    [piece] = [piece for piece in _pieces(text) if piece.kind is EvidenceKind.LOAD]
    assert (piece.about.node, piece.attributed_by) == (node, basis)


def test_a_sentence_that_repeats_a_message_is_a_quotation() -> None:
    text = "Our pod on node-4 says `Calico node failed to start` and dies again.\n"
    roles = {piece.role for piece in _pieces(text)}
    assert roles == {EvidenceRole.QUOTATION}


def test_a_printed_log_is_evidence() -> None:
    text = "```\n2024-01-01 00:00:00.000 [INFO][9] startup/startup.go 1: Early log level set to info\n```\n"
    assert {piece.role for piece in _pieces(text)} == {EvidenceRole.EVIDENCE}


@pytest.mark.parametrize(
    ("line", "speaker"),
    [
        (
            "2024-01-01 00:00:00.000 [WARNING][9] startup/utils.go 228: Calico node failed to start",
            Speaker.STARTUP,
        ),
        (
            "2024-01-01 00:00:00.000 [FATAL][1] upgrade-ipam/main.go 8: Failed to create x client",
            Speaker.UPGRADE_IPAM,
        ),
        (
            "Jan 01 00:00:00 node-4 kubelet[1]: E0101 00:00:00.000000 1 x.go:1] Failed to pull image "
            '"a/b:c": connection refused',
            Speaker.KUBELET,
        ),
    ],
)
def test_a_fact_knows_its_speaker(line: str, speaker: Speaker) -> None:
    piece = Evidence(id="x", kind=EvidenceKind.TEXT, content=line)
    facts = list(parse(piece))
    assert facts
    assert {fact.speaker for fact in facts if isinstance(fact, Fact)} == {speaker}


def test_a_line_that_names_one_node_is_not_cited_for_another() -> None:
    text = (
        "The log of calico-node on node-4, the same on node-9:\n\n```\n"
        "2024-01-01 00:00:00.000 [INFO][9] startup/startup.go 284: Determined node name: node-4\n"
        "2024-01-01 00:00:00.100 [INFO][9] startup/startup.go 476: Using IPv4 address from environment: IP=10.0.0.4\n"
        "```\n"
    )
    of = {piece.about.node: piece.content for piece in _pieces(text)}
    assert "node-4" in of["node-4"]
    assert "node-4" not in of["node-9"]
    assert "10.0.0.4" in of["node-9"]
