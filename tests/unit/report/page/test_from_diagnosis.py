"""What a reader is told, and what not."""

from dataclasses import replace

from calicovet.model.diagnosis import (
    Diagnosis,
    NodeDiagnosis,
    NodeState,
    Recovery,
    Summary,
    SummaryVerdict,
)
from calicovet.model.facts import LogShown, PodListed
from calicovet.model.finding import Contrast, Exhibit, Verdict
from calicovet.model.language import Language
from calicovet.model.remediation.plan import Plan, RestartPod, RestartUnit, SetSetting, Setting
from calicovet.model.subject import Subject
from calicovet.remedy.offers import with_offers
from calicovet.report.page.from_diagnosis import make_page
from calicovet.report.page.grouping import ALIKE
from calicovet.report.page.parts import Block, Page, Row, Tone
from tests.unit.report.sample import (
    EXPLAINED,
    FINE,
    HEALTHY,
    HERRING,
    NOTHING,
    SICK,
    UNEXPLAINED,
    UNKNOWN,
    WRONG_BRIDGE,
)


def page(diagnosis: Diagnosis) -> Page:
    return make_page(with_offers(diagnosis), Language.EN)


def row(block: Block | Page, label: str) -> Row:
    return next(row for row in block.rows if row.label == label)


def texts(block: Block | Page, label: str) -> list[str]:
    return [line.text for line in row(block, label).lines]


def labels(block: Block | Page) -> list[str]:
    return [row.label for row in block.rows]


def test_a_healthy_cluster_is_one_line() -> None:
    told = page(FINE)
    assert (told.headline, told.blocks, told.rows) == ("calico-node is healthy on 1 node.", (), ())


def test_who_saw_nothing_is_told_what_to_paste() -> None:
    told = page(NOTHING)
    assert told.headline.startswith("Nothing about calico-node")
    assert any(line.command for line in told.rows[0].lines)


def test_a_text_about_calico_that_shows_too_little_is_not_called_foreign() -> None:
    nothing = Diagnosis(summary=Summary(SummaryVerdict.COULD_NOT_LOOK))
    assert make_page(nothing, Language.EN).headline.startswith("Nothing about calico-node")
    spoken_of = replace(nothing, names_calico=True)
    assert make_page(spoken_of, Language.EN).headline.startswith("This evidence does not show")


def test_an_empty_log_is_shown_as_such() -> None:
    silent = replace(WRONG_BRIDGE, evidence=(Exhibit("paste.md:7", "", "kubectl logs"),))
    page = make_page(replace(EXPLAINED, nodes=(replace(SICK, findings=(silent,)),)), Language.EN)
    assert "(no output)" in [line.quote for row in page.blocks[0].rows for line in row.lines]


def test_a_proven_cause_leads_its_block() -> None:
    [block] = page(EXPLAINED).blocks
    assert (block.node, block.tone, block.cause) == (
        "node-b",
        Tone.PROVEN,
        "ip-wrong-bridge (ADR003)",
    )
    assert "10.9.0.1" in block.sentence
    assert block.owner == "operator-managed"


def test_what_to_do_stands_last() -> None:
    [block] = page(EXPLAINED).blocks
    assert labels(block)[-3:] == ["Fix", "Undo", "More"]
    assert labels(block).index("Harmless") < labels(block).index("Fix")


def test_why_is_left_out_where_a_particular_is_missing() -> None:
    assert "Why" not in labels(page(EXPLAINED).blocks[0])
    known = {**WRONG_BRIDGE.details, "index": "41", "rival": "eth0", "rival_index": "2"}
    sick = replace(SICK, findings=(replace(WRONG_BRIDGE, details=known),))
    [block] = page(replace(EXPLAINED, nodes=(sick,))).blocks
    assert "Why" in labels(block)


def test_a_person_is_quoted_as_such() -> None:
    [block] = page(EXPLAINED).blocks
    assert row(block, "Evidence").lines[2].taken_by == "your description (line 2)"
    [block] = make_page(EXPLAINED, Language.ZH).blocks
    assert row(block, "证据").lines[2].taken_by == "来自你的描述（第 2 行）"


def test_a_victim_is_told_under_its_culprit() -> None:
    told = page(EXPLAINED)
    assert [block.node for block in told.blocks] == ["node-b"]
    assert texts(told.blocks[0], "Affected") == ["node-d: not ready only because of this node"]


def test_where_nothing_is_proven_the_next_command_comes_first() -> None:
    [block] = page(UNEXPLAINED).blocks
    assert (block.verdict, block.cause) == ("CAUSE UNKNOWN", "")
    assert labels(block)[:4] == ["Next", "Look at", "Difference", "Possible"]
    question, command, *answers = row(block, "Next").lines
    assert question.text == "What did container upgrade-ipam log last?"
    assert command.command
    assert answers[-1].text.endswith("-> ip-wrong-bridge")


def test_a_command_for_a_host_says_on_which_and_whether_to_compare() -> None:
    asked = UNKNOWN.next
    assert asked is not None
    there = replace(asked, key="load", node="node-4", compare=True, command="uptime; nproc")
    [block] = page(replace(UNEXPLAINED, nodes=(replace(UNKNOWN, next=there),))).blocks
    assert texts(block, "Next")[0] == (
        "Is the node overloaded? Run on node-4, and on a healthy node:"
    )


def test_a_likely_cause_is_called_likely_and_shows_its_evidence() -> None:
    likely = replace(WRONG_BRIDGE, verdict=Verdict.LIKELY)
    [block] = page(replace(EXPLAINED, nodes=(replace(SICK, findings=(likely,)),))).blocks
    assert block.verdict == "LIKELY"
    assert len(row(block, "Evidence").lines) == 3


def test_several_steps_are_numbered_and_what_they_restart_follows() -> None:
    plan = Plan(steps=(RestartUnit(("containerd",)), RestartPod()))
    sick = replace(SICK, findings=(replace(WRONG_BRIDGE, plan=plan),))
    [block] = page(replace(EXPLAINED, nodes=(sick,))).blocks
    assert texts(block, "Fix") == [
        "1. restart containerd on the node",
        "systemctl restart containerd",
        "2. delete the calico-node pod of this node; its DaemonSet recreates it",
        "kubectl -n calico-system delete pod calico-node-x7k2p",
        "restarts the container runtime of this node; with docker, its containers too unless live-restore is on",
    ]


def test_nodes_with_the_same_cause_get_the_plan_once() -> None:
    other = replace(SICK, node="node-e")
    first, second = page(replace(EXPLAINED, nodes=(SICK, other))).blocks
    assert "More" in labels(first)
    assert texts(second, "Fix") == ["same as on node-b"]


def test_with_several_blocks_what_holds_for_all_is_told_once() -> None:
    other = replace(SICK, node="node-e")
    told = page(replace(EXPLAINED, nodes=(SICK, other)))
    assert "Harmless" in labels(told)
    assert all("Harmless" not in labels(block) for block in told.blocks)


def test_many_alike_share_a_block_and_a_few_do_not() -> None:
    many = tuple(replace(SICK, node=f"n{i}") for i in range(ALIKE + 1))
    [block] = page(replace(EXPLAINED, nodes=many)).blocks
    assert block.node.endswith("(7 nodes)")
    assert len(page(replace(EXPLAINED, nodes=many[:-1])).blocks) == ALIKE


def test_a_cause_without_document_is_told_by_its_name() -> None:
    strange = replace(WRONG_BRIDGE, name="from-elsewhere", plan=None)
    [block] = page(replace(EXPLAINED, nodes=(replace(SICK, findings=(strange,)),))).blocks
    assert block.sentence == "from-elsewhere"
    assert labels(block)[-1] == "More"


def test_without_peers_it_says_that_there_is_no_other_node() -> None:
    alone = replace(WRONG_BRIDGE, contrast=Contrast())
    [block] = page(replace(EXPLAINED, nodes=(replace(SICK, findings=(alone,)),))).blocks
    assert texts(block, "Peers") == ["no other node to compare with"]


def test_a_peer_that_was_examined_is_not_called_unseen() -> None:
    unsure = replace(WRONG_BRIDGE, contrast=Contrast(unseen_on=("n1", "n2", "n3")))
    shown = Exhibit("paste.md:1", "")
    row_of_a_list = PodListed(
        about=Subject(node="n2"), ready=1, total=1, status="Running", restarts=0, age=None
    )
    facts = ((LogShown(about=Subject(node="n1"), lines=9, whole=True), shown),)
    facts_with_row = (*facts, (row_of_a_list, shown))
    nodes = (replace(SICK, findings=(unsure,)), HEALTHY)
    [block] = page(replace(EXPLAINED, nodes=nodes, facts=facts_with_row)).blocks
    assert texts(block, "Peers") == ["n1: the evidence does not show it", "n2, n3: not checked"]


def test_a_way_that_reaches_all_nodes_is_not_called_the_one_with_the_least_reach() -> None:
    bypass = Plan(steps=(SetSetting(Setting.API_ENDPOINT, "172.31.0.1:6443"),))
    finding = replace(WRONG_BRIDGE, plan=Plan(steps=(RestartPod(),), instead=bypass))
    [block] = page(replace(EXPLAINED, nodes=(replace(SICK, findings=(finding,)),))).blocks
    [other] = [text for text in texts(block, "Fix") if "KUBERNETES_SERVICE_HOST" in text]
    assert other.startswith("or, for all nodes at once: ")
    assert "= 172.31.0.1, 6443" in other


def test_a_fault_that_no_peer_was_asked_about_does_not_speak_of_peers() -> None:
    alone = replace(WRONG_BRIDGE, contrast=Contrast())
    nodes = (replace(SICK, findings=(alone,)), HEALTHY)
    [block] = page(replace(EXPLAINED, nodes=nodes)).blocks
    assert "Peers" not in labels(block)


def test_what_lies_ahead_is_told() -> None:
    later = replace(WRONG_BRIDGE, verdict=Verdict.AHEAD)
    sick = replace(UNKNOWN, findings=(later,), alike=("n1", "n2"))
    [block] = page(replace(UNEXPLAINED, nodes=(sick,))).blocks
    assert "has not reached that stage yet" in texts(block, "Next risk")[0]
    assert texts(block, "Same symptoms") == ["n1, n2: not examined"]


def test_an_unclear_node_with_a_question_is_shown_where_no_node_is_sick() -> None:
    unclear = replace(UNKNOWN, state=NodeState.UNCLEAR, node=None)
    told = page(replace(NOTHING, nodes=(unclear,)))
    assert told.blocks[0].sentence.startswith(
        "The evidence does not show whether calico-node is healthy here"
    )
    assert told.blocks[0].node == "(node unknown)"


def test_an_unclear_node_beside_a_sick_one_is_only_named() -> None:
    unclear = NodeDiagnosis(node="node-z", state=NodeState.UNCLEAR, look_at=UNKNOWN.look_at)
    told = page(replace(EXPLAINED, nodes=(SICK, unclear)))
    assert [block.node for block in told.blocks] == ["node-b"]
    assert "no evidence whether calico-node is healthy on node-z" in texts(told, "Other nodes")


def test_a_healthy_page_still_shows_the_recovery() -> None:
    was = NodeDiagnosis(
        node="node-c", state=NodeState.HEALTHY, recovery=Recovery(status="CrashLoopBackOff")
    )
    summary = Summary(SummaryVerdict.HEALTHY, healthy=1)
    told = page(Diagnosis(summary=summary, nodes=(was,)))
    assert told.headline and labels(told) == ["Recovered"]


def test_what_is_over_is_told_in_one_line_of_a_healthy_page() -> None:
    reboot = replace(
        WRONG_BRIDGE,
        name="rt-node-reboot-transient",
        verdict=Verdict.LIKELY,
        bystander=True,
        details={"finished": "2026-11-16 09:26 UTC"},
    )
    nodes = tuple(
        NodeDiagnosis(node=name, state=NodeState.HEALTHY, findings=(reboot,))
        for name in ("n1", "n2")
    )
    told = page(Diagnosis(summary=Summary(SummaryVerdict.HEALTHY, healthy=2), nodes=nodes))
    assert told.blocks == () and labels(told) == ["Recovered"]
    [line] = texts(told, "Recovered")
    assert line.startswith("n1, n2: The container ended with code 255 at 2026-11-16 09:26 UTC,")


def test_the_same_harmless_line_is_told_once_and_many_are_counted() -> None:
    same = (HERRING, replace(HERRING, exhibit=replace(HERRING.exhibit, source="paste.md:99")))
    [block] = page(replace(EXPLAINED, red_herrings=same)).blocks
    assert len(row(block, "Harmless").lines) == 1
    many = tuple(replace(HERRING, exhibit=Exhibit("p:1", f"line {i}")) for i in range(20))
    [block] = page(replace(EXPLAINED, red_herrings=many)).blocks
    assert texts(block, "Harmless")[-1] == "16 more"


def test_a_harmless_line_is_shown_without_its_head() -> None:
    [block] = page(EXPLAINED).blocks
    assert row(block, "Harmless").lines[0].quote.startswith("attempted to modprobe")


def test_a_long_harmless_line_is_cut() -> None:
    long = replace(HERRING, exhibit=Exhibit("p:1", "x" * 500))
    [block] = page(replace(EXPLAINED, red_herrings=(long,))).blocks
    assert row(block, "Harmless").lines[0].quote.endswith("…")
