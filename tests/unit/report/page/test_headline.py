"""Dozens of sick nodes: how many first, then each answer once."""

from dataclasses import replace

import pytest

from calicovet.model.diagnosis import Cluster, NodeDiagnosis, NodeState, Summary, SummaryVerdict
from calicovet.model.finding import Verdict
from calicovet.model.language import Language
from calicovet.report.page.from_diagnosis import make_page
from calicovet.report.terminal.render import render_terminal
from tests.unit.report.sample import EXPLAINED, NOTHING, SICK, WRONG_BRIDGE

LIKELY = replace(SICK, findings=(replace(WRONG_BRIDGE, verdict=Verdict.LIKELY),))
MANY = replace(
    EXPLAINED,
    summary=Summary(SummaryVerdict.EXPLAINED, sick=35, healthy=25),
    nodes=(
        replace(LIKELY, node="n1", alike=tuple(f"n{i}" for i in range(12, 39))),
        *(replace(LIKELY, node=name) for name in ("n2", "n10")),
        replace(SICK, node="n40", alike=("n43", "n44")),
        *(replace(SICK, node=name) for name in ("n41", "n42")),
    ),
)


def test_how_many_are_sick_and_of_what_stands_first() -> None:
    page = make_page(MANY, Language.EN)
    assert page.headline == (
        "35 of 60 nodes are unhealthy: 3 likely ip-wrong-bridge (27 more with the same symptoms),"
        " 3 proven ip-wrong-bridge (2 more with the same symptoms)."
    )
    assert "60 个节点中有 35 个不健康：" in make_page(MANY, Language.ZH).headline
    assert render_terminal(page).startswith("35 of 60 nodes are unhealthy")


def test_one_block_shows_all_with_the_same_answer_in_the_order_of_their_numbers() -> None:
    likely, proven = make_page(MANY, Language.EN).blocks
    assert likely.node == "n1, n2, n10 (3 nodes)"
    assert proven.node == "n40, n41, n42 (3 nodes)"


def test_who_looks_the_same_is_told_with_the_block() -> None:
    first, _ = make_page(MANY, Language.EN).blocks
    [alike] = [row for row in first.rows if row.label == "Same symptoms"]
    assert alike.lines[0].text.startswith("n12, n13, n14, ")


def test_nodes_without_an_answer_and_victims_are_counted_apart() -> None:
    nodes = (
        *MANY.nodes,
        NodeDiagnosis(node="n50", state=NodeState.SICK),
        NodeDiagnosis(node="n51", state=NodeState.SICK, victim_of="n1"),
        NodeDiagnosis(node="n52", state=NodeState.UNCLEAR),
    )
    told = make_page(replace(MANY, nodes=nodes), Language.EN).headline
    assert told.startswith("35 of 61 nodes")
    assert told.endswith("1 with an unknown cause, 1 only because of other nodes.")


def test_a_few_sick_nodes_need_no_headline() -> None:
    assert make_page(EXPLAINED, Language.EN).headline == ""


@pytest.mark.parametrize("language", Language)
def test_a_live_cluster_without_calico_is_told_so_and_nothing_is_to_be_pasted(
    language: Language,
) -> None:
    cluster = Cluster("prod", "https://10.0.0.1:6443", "no-calico-in", "kube-sytem")
    page = make_page(replace(NOTHING, cluster=cluster), language)
    assert "kube-sytem" in page.headline and page.rows == ()


def test_a_live_cluster_that_shows_too_little_asks_for_no_paste_either() -> None:
    page = make_page(replace(NOTHING, cluster=Cluster("prod", "https://x")), Language.EN)
    assert page.headline.startswith("This evidence does not show") and page.rows == ()


def test_one_node_that_was_asked_for_needs_no_headline_for_similar_nodes() -> None:
    alone = replace(MANY, summary=Summary(SummaryVerdict.EXPLAINED, sick=1), nodes=MANY.nodes[:1])
    assert make_page(alone, Language.EN).headline == ""
