"""Whose rules stand in which backend of iptables, and which VXLAN devices there are."""

import pytest

from calicovet.model.evidence import EvidenceKind
from calicovet.model.facts import BackendRules, VxlanLink
from tests.unit.parse.host.pieces import facts

FILE = EvidenceKind.HOST_FILE
SAVED = """*filter
:INPUT ACCEPT [0:0]
:cali-INPUT - [0:0]
-A INPUT -m comment --comment "cali:Cz_u1IQiXIMmKD4c" -j cali-INPUT
-A FORWARD -m comment --comment "kubernetes forwarding rules" -j KUBE-FORWARD
COMMIT
"""


def _rules(text: str, command: str, *, whole: bool = False) -> list[tuple[str, str, int]]:
    return [
        (found.backend, found.of, found.count)
        for found in facts(FILE, text, command, whole=whole)
        if isinstance(found, BackendRules)
    ]


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("iptables-legacy-save | grep -c cali-", ("legacy", "cali", 12)),
        ("sudo iptables-nft-save | grep -c KUBE", ("nft", "KUBE", 12)),
        ("/usr/sbin/iptables-nft-save | grep 'cali' | wc -l", ("nft", "cali", 12)),
        ("iptables-legacy -S | grep -ic kube-", ("legacy", "KUBE", 12)),
    ],
)
def test_a_count_is_reported_for_the_program_it_counts(
    command: str, told: tuple[str, str, int]
) -> None:
    assert _rules("12\n", command) == [told]


def test_a_whole_dump_counts_both() -> None:
    assert _rules(SAVED, "iptables-nft-save", whole=True) == [
        ("nft", "cali", 2),
        ("nft", "KUBE", 1),
    ]


def test_a_whole_dump_without_rules_shows_that_there_are_none() -> None:
    assert _rules("*filter\nCOMMIT\n", "iptables-legacy-save", whole=True) == [
        ("legacy", "cali", 0),
        ("legacy", "KUBE", 0),
    ]


def test_a_cut_dump_shows_presence_only() -> None:
    assert _rules("-A INPUT -j cali-INPUT\n", "iptables-nft-save") == [("nft", "cali", 1)]


def test_an_empty_grep_is_an_answer() -> None:
    assert _rules("", "iptables-legacy-save | grep cali-") == [("legacy", "cali", 0)]


def test_what_the_kubelet_writes_is_nobodys_choice_of_a_backend() -> None:
    text = ":KUBE-KUBELET-CANARY - [0:0]\n:KUBE-IPTABLES-HINT - [0:0]\n"
    assert _rules(text, "iptables-nft-save", whole=True) == [("nft", "cali", 0), ("nft", "KUBE", 0)]


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("12\n", "iptables-save | grep -c cali-"),
        ("12\n", "iptables-nft-save | wc -l"),
        ("12\n", "iptables-nft-save | grep -c -e cali -e KUBE"),
        ("12\n", "iptables-nft-save | grep -vc cali"),
        ("12\n13\n", "iptables-nft-save | grep -c cali; iptables-legacy-save | grep -c cali"),
        (
            "bash: iptables-legacy-save: command not found\n0\n",
            "iptables-legacy-save | grep -c cali",
        ),
        (SAVED, ""),
    ],
)
def test_where_it_is_not_clear_nothing_is_told(text: str, command: str) -> None:
    assert _rules(text, command) == []


def test_a_vxlan_device_is_told_with_its_identifier_and_port() -> None:
    text = (
        "9: flannel.1: <BROADCAST,UP> mtu 1450 qdisc noqueue state UNKNOWN\n"
        "    link/ether 3a:5e:10:9c:71:02 brd ff:ff:ff:ff:ff:ff promiscuity 0\n"
        "    vxlan id 1 local 10.0.0.2 dev eth0 srcport 0 0 dstport 8472 nolearning\n"
        "10: eth0: <BROADCAST,UP> mtu 1500 state UP\n"
    )
    found = facts(EvidenceKind.IP_LINK, text, "ip -d link")
    vxlan = [fact for fact in found if isinstance(fact, VxlanLink)]
    assert vxlan == [VxlanLink(name="flannel.1", vni=1, port=8472, parent="eth0")]
    assert vxlan[0].cited[0].line == 3
