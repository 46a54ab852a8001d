"""Nodes of which nothing is known but the same few things."""

from dataclasses import replace

from calicovet.model.diagnosis import NodeDiagnosis
from calicovet.model.finding import Verdict
from calicovet.model.language import Language
from calicovet.report.page.from_diagnosis import make_page
from calicovet.report.page.parts import Block
from tests.unit.report.sample import EXPLAINED, SICK, UNEXPLAINED, UNKNOWN, WRONG_BRIDGE

BARE = replace(UNKNOWN, node=None, look_at=(), differences=(), since=None, changes=())


def pod(name: str, like: NodeDiagnosis = BARE, **more: object) -> NodeDiagnosis:
    return replace(like, pod=f"kube-system/calico-node-{name}", **more)  # type: ignore[arg-type]


def blocks(*nodes: NodeDiagnosis, language: Language = Language.EN) -> tuple[Block, ...]:
    return make_page(replace(UNEXPLAINED, nodes=nodes), language).blocks


def test_pods_alike_share_a_block_under_their_names() -> None:
    [block] = blocks(pod("aaaaa"), pod("bbbbb"), pod("ccccc"))
    assert block.node == "calico-node-aaaaa, calico-node-bbbbb, calico-node-ccccc (3 nodes)"
    assert block.status == "Init:0/3, 0 restarts, 36m"


def test_of_their_status_only_what_they_share_is_told() -> None:
    [block] = blocks(pod("aaaaa", restarts=364), pod("bbbbb", restarts=1186))
    assert block.status == "Init:0/3, 36m"


def test_a_node_that_differs_has_a_separate_block() -> None:
    assert len(blocks(pod("aaaaa"), pod("bbbbb", look_at=UNKNOWN.look_at))) == 2
    assert len(blocks(pod("aaaaa"), pod("bbbbb", findings=()))) == 2
    asked = BARE.next
    assert asked is not None
    assert len(blocks(pod("aaaaa"), pod("bbbbb", next=replace(asked, answers=())))) == 2


def test_a_suspicion_that_rests_on_what_a_node_itself_shows_is_told_of_that_node() -> None:
    # What speaks for it in the sample was seen on node-b.
    assert len(blocks(pod("aaaaa"), pod("bbbbb", node="node-b"))) == 2
    assert len(blocks(pod("aaaaa"), pod("bbbbb", node="node-e"))) == 1


def test_a_cause_that_is_named_is_told_of_each() -> None:
    named = [replace(SICK, node=name) for name in ("node-b", "node-e")]
    page = make_page(replace(EXPLAINED, nodes=tuple(named)), Language.EN)
    assert [block.node for block in page.blocks] == ["node-b", "node-e"]


def test_a_plan_that_was_told_is_found_under_the_name_of_its_pod() -> None:
    first, second = (pod(name, replace(SICK, node=None)) for name in ("aaaaa", "bbbbb"))
    page = make_page(replace(EXPLAINED, nodes=(first, second)), Language.ZH)
    [do] = [row for row in page.blocks[1].rows if row.label == "修复"]
    assert [line.text for line in do.lines] == ["与 calico-node-aaaaa 相同"]


def test_what_lies_ahead_goes_on_without_a_full_stop() -> None:
    later = replace(WRONG_BRIDGE, verdict=Verdict.AHEAD)
    for language, joint in ((Language.EN, ".:"), (Language.ZH, "。：")):
        [block] = blocks(replace(UNKNOWN, findings=(later,)), language=language)
        [ahead] = [row for row in block.rows if row.label in ("Next risk", "后续风险")]
        assert joint not in ahead.lines[0].text
