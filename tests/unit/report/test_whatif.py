"""Tables of addresses."""

import json
from dataclasses import replace
from ipaddress import ip_address, ip_interface

import pytest

from calicovet.diagnosis.whatif.trial import Answer, Trial, Tried, WhatIf
from calicovet.model.evidence import EvidenceKind, Gap, GapReason, Request
from calicovet.model.language import Language
from calicovet.report.terminal.wrap import width_of
from calicovet.report.whatif import (
    decides,
    render_whatif,
    render_whatif_json,
    render_whatif_markdown,
    undecided,
)
from calicovet.startup.autodetection.what_if import Lack

RIGHT = Tried(
    node="n1",
    now=ip_interface("10.0.0.1/24"),
    then=ip_interface("10.0.0.1/24"),
    link="eth0",
    internal=ip_address("10.0.0.1"),
    answer=Answer.RIGHT,
    beside_peers=True,
    error="",
    lacks=None,
)
WRONG = replace(
    RIGHT,
    node="n2",
    now=ip_interface("10.4.0.1/24"),
    then=ip_interface("10.4.0.1/24"),
    link="nerdctl0",
    internal=ip_address("10.0.0.2"),
    answer=Answer.WRONG,
    beside_peers=False,
)
OPEN = replace(
    RIGHT, node="n3", now=None, then=None, link="", answer=Answer.NOT_KNOWN, lacks=Lack.LINKS
)
NONE = replace(WRONG, then=None, link="", error="no valid host interfaces found")


def trial(method: str, *nodes: Tried, in_force: bool = False) -> Trial:
    return Trial(method=method, in_force=in_force, nodes=nodes)


def whatif(*trials: Trial) -> WhatIf:
    return WhatIf(family=4, trials=trials)


def text(found: WhatIf, language: Language = Language.EN, *, one: bool = True) -> str:
    return render_whatif([found], language, width=100, colour=False, one=one)


def test_the_first_line_says_whether_the_method_is_right() -> None:
    def first(*nodes: Tried) -> str:
        return text(whatif(trial("first-found", *nodes))).split("\n")[0]

    assert first(RIGHT) == "IPv4: first-found chooses the right address on every node (1 node)."
    assert first(RIGHT, WRONG) == "IPv4: first-found chooses a wrong address on 1 of 2 nodes."
    assert "not known for 1 of 2 nodes" in first(RIGHT, OPEN)


def test_what_is_wrong_is_on_top_of_the_table() -> None:
    rows = text(whatif(trial("first-found", RIGHT, OPEN, WRONG))).split("\n")[3:6]
    assert [row.split()[:2] for row in rows] == [["x", "n2"], ["?", "n3"], ["v", "n1"]]


def test_what_is_not_known_is_named_with_the_command_that_decides() -> None:
    told = text(whatif(trial("first-found", RIGHT, OPEN)))
    assert "Not known: the links of n3; `ip addr` there decides." in told
    assert "Not known" not in text(whatif(trial("first-found", RIGHT)))


def test_hosts_that_could_be_asked_are_offered_only_where_that_would_help() -> None:
    def live(*nodes: Tried) -> str:
        found = whatif(trial("first-found", *nodes))
        return render_whatif(
            [found], Language.EN, hosts_unasked=True, width=100, colour=False, one=True
        )

    assert "--ssh" in live(OPEN)
    assert "--ssh" not in live(RIGHT)


def test_a_method_that_finds_nothing_is_told_in_calicos_own_words() -> None:
    told = text(whatif(trial("interface=x", NONE)))
    assert "On n2 it finds no address; start-up says: no valid host interfaces found" in told


def test_an_address_of_unknown_prefix_has_none() -> None:
    bare = replace(RIGHT, then=ip_interface("10.0.0.1/32"))
    assert "10.0.0.1/32" not in text(whatif(trial("kubernetes-internal-ip", bare)))


def test_all_methods_are_listed_with_the_one_in_force() -> None:
    best, other = trial("cidr=10.0.0.0/24", RIGHT), trial("first-found", WRONG, in_force=True)
    told = text(whatif(best, other), one=False)
    assert "v cidr=10.0.0.0/24  right on 1 node" in told
    assert "x first-found       wrong on n2; in force now" in told


def test_those_that_a_bundle_only_counts_are_not_known() -> None:
    found = replace(whatif(trial("kubernetes-internal-ip", RIGHT)), untold=7)
    told = text(found)
    assert "not known for 7 of 8 nodes" in told
    assert "7 calico-nodes more" in told
    assert "no method is known to be right on every node" in text(found, one=False)


def test_where_nothing_is_known_no_method_is_praised() -> None:
    told = text(whatif(trial("kubernetes-internal-ip", OPEN)), one=False)
    assert told.startswith("IPv4: too little is known to choose a method (1 node).")
    some = text(whatif(trial("kubernetes-internal-ip", OPEN, RIGHT)), one=False)
    assert "kubernetes-internal-ip is wrong on none" in some


def test_many_nodes_are_cut_and_counted() -> None:
    many = [replace(RIGHT, node=f"n{number}") for number in range(100)]
    told = text(whatif(trial("first-found", *many, WRONG)))
    assert told.count("eth0") == 59
    assert "41 more: right on 41 nodes" in told


@pytest.mark.parametrize("language", Language)
def test_columns_stand_below_each_other(language: Language) -> None:
    lines = text(whatif(trial("first-found", RIGHT, OPEN, WRONG)), language).split("\n")[2:6]
    head = lines[0]
    then = {Language.EN: "THEN", Language.ZH: "之后"}[language]
    column = width_of(head[: head.index(then)])
    for line in lines[1:]:
        before = [at for at in range(len(line)) if width_of(line[:at]) == column]
        assert before and line[before[0] - 1] == " " and line[before[0]] != " "


def test_a_program_is_told_everything() -> None:
    gap = Gap(Request(EvidenceKind.NODE_TABLE), GapReason.FORBIDDEN, "nodes", "RBAC")
    told = json.loads(render_whatif_json([whatif(trial("first-found", WRONG, OPEN))], [gap]))
    assert (told["schema"], told["families"][0]["answer"]) == ("calicovet-whatif/v1", "wrong")
    wrong, unknown = told["families"][0]["methods"][0]["nodes"]
    assert (wrong["then"], wrong["is_internal"], wrong["beside_peers"]) == (
        "10.4.0.1/24",
        False,
        False,
    )
    assert (unknown["not_known"], unknown["decided_by"]) == ("links", "ip addr")
    assert (unknown["then"], unknown["is_internal"]) == (None, None)
    assert told["gaps"][0]["reason"] == "forbidden"


def test_markdown_has_tables() -> None:
    told = render_whatif_markdown([whatif(trial("first-found", WRONG))], Language.EN, one=False)
    assert "| `first-found` | wrong | wrong on n2 |" in told
    assert "| n2 | 10.4.0.1/24 | 10.4.0.1/24 | nerdctl0 | no (10.0.0.2) | no |" in told


def test_every_lack_has_its_command() -> None:
    assert decides(Lack.INTERNAL, "first-found") == "kubectl get nodes -o wide"
    assert decides(Lack.ROUTES, "can-reach=8.8.8.8") == "ip route get 8.8.8.8"
    assert "getent ahosts example.org" in decides(Lack.ROUTES, "can-reach=example.org")


def test_what_two_methods_lack_is_told_once() -> None:
    again = trial("cidr=10.0.0.0/8", replace(OPEN, node="n10"), OPEN)
    assert [*undecided([trial("first-found", OPEN), again])] == [
        (Lack.LINKS, "ip addr", ("n3", "n10"))
    ]
