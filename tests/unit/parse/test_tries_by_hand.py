"""What nc, telnet and bash print is the output of a command, however much it reads like a sentence."""

import pytest

from calicovet.model.evidence import Evidence, EvidenceKind
from calicovet.model.facts import (
    BgpNotEstablished,
    CalicoAddress,
    CurlAnswered,
    Fact,
    NodeListed,
    ProbeSpec,
    SettingSeen,
)
from calicovet.parse.all_parsers import gives_of, parse
from calicovet.parse.text.transcript import read_transcript


def _facts(text: str) -> list[Fact]:
    paste = Evidence(id="x", kind=EvidenceKind.PASTE, content=text)
    return [
        fact
        for piece in read_transcript(paste).pieces
        for fact in parse(piece)
        if isinstance(fact, Fact)
    ]


@pytest.mark.parametrize(
    ("command", "output", "ok"),
    [
        ("nc -zv 10.2.3.4 179", "Connection to 10.2.3.4 179 port [tcp/bgp] succeeded!", True),
        ("nc -zv 10.2.3.4 179", "nc: connect to 10.2.3.4 port 179 (tcp) failed: No route to host", False),
        ("nc -zv 10.2.3.4 179", "Ncat: Version 7.50 ( https://nmap.org/ncat )\nNcat: Connection timed out.", False),
        ("telnet 10.2.3.4 179", "Trying 10.2.3.4...\ntelnet: connect to address 10.2.3.4: No route to host", False),
        (
            "timeout 3 bash -c '</dev/tcp/10.2.3.4/179'",
            "bash: connect: No route to host\nbash: /dev/tcp/10.2.3.4/179: No route to host",
            False,
        ),
    ],
)  # fmt: skip
def test_a_try_is_read_with_its_target(command: str, output: str, ok: bool) -> None:
    facts = _facts(f"[root@n1 ~]# {command}\n{output}\n[root@n1 ~]# uptime\n")
    tries = [(fact.target, fact.ok) for fact in facts if isinstance(fact, CurlAnswered)]
    assert tries == [("10.2.3.4:179", ok)]


def test_a_variable_is_read_beside_the_probes_that_a_filter_left() -> None:
    facts = _facts(
        "$ kubectl describe pod calico-node-x2x4w | grep -e BACKEND -e Readiness\n"
        "    Readiness:  exec [/bin/calico-node -felix-ready] delay=0s timeout=10s period=10s\n"
        "      CALICO_NETWORKING_BACKEND:          vxlan\n"
    )
    assert any(isinstance(fact, ProbeSpec) for fact in facts)
    assert [fact.value for fact in facts if isinstance(fact, SettingSeen)] == ["vxlan"]


def test_a_table_of_nodes_does_not_promise_what_it_has_no_column_for() -> None:
    gives = gives_of(Evidence(id="x", kind=EvidenceKind.NODE_TABLE, content=""))
    assert NodeListed in gives
    assert not {CalicoAddress, BgpNotEstablished} & set(gives)
