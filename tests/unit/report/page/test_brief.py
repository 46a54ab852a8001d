"""What a page says at a glance: the fix, the command that decides, and one line for the rest."""

from dataclasses import replace

from calicovet.model.commands.again import Again
from calicovet.model.diagnosis import Diagnosis
from calicovet.model.evidence import EvidenceKind, Request
from calicovet.model.finding import Contrast, Exhibit, Extent, Finding, Verdict
from calicovet.model.language import Language
from calicovet.model.remediation.plan import (
    AskHuman,
    Plan,
    RestartPod,
    RestartUnit,
    SetSetting,
    Setting,
)
from calicovet.remedy.offers import with_offers
from calicovet.report.page.brief import make_brief
from calicovet.report.page.parts import Brief, BriefBlock, Row
from calicovet.report.page.quotes import quote_of, quotes_of, said_in
from calicovet.report.terminal.render import render_brief
from tests.unit.report.sample import (
    EXPLAINED,
    FINE,
    HERRING,
    SICK,
    UNEXPLAINED,
    UNKNOWN,
    WRONG_BRIDGE,
)

EN = Language.EN


def brief(diagnosis: Diagnosis, again: Again | None = None) -> Brief:
    return make_brief(with_offers(diagnosis), EN, "calicovet", again or Again())


def only(diagnosis: Diagnosis, again: Again | None = None) -> BriefBlock:
    [block] = brief(diagnosis, again).blocks
    return block


def row(rows: tuple[Row, ...], label: str) -> Row:
    [found] = [each for each in rows if each.label == label]
    return found


def labels(rows: tuple[Row, ...]) -> list[str]:
    return [each.label for each in rows]


def of_plan(plan: Plan, verdict: Verdict = Verdict.PROVEN) -> Diagnosis:
    finding = replace(WRONG_BRIDGE, plan=plan, verdict=verdict)
    return replace(EXPLAINED, nodes=(replace(SICK, findings=(finding,)),))


def test_the_fix_is_a_command_with_what_it_restarts_and_its_undo() -> None:
    block = only(EXPLAINED)
    assert labels(block.actions) == ["Fix", "Undo"]
    said, command = row(block.actions, "Fix").lines
    assert said.text.endswith("; restarts all 3 calico-node pods, one after the other")
    assert command.command and command.text.startswith("kubectl patch installation default")
    [undo] = row(block.actions, "Undo").lines
    assert undo.command and "firstFound" in undo.text


MANY_COMMANDS = Plan(
    steps=(RestartUnit(("containerd",)), RestartUnit(("kubelet",)), RestartPod()),
)


def test_a_plan_of_many_commands_is_told_by_its_steps_and_printed_by_fix() -> None:
    block = only(of_plan(MANY_COMMANDS), Again(fix="calicovet fix {cause} notes.md"))
    said, command = row(block.actions, "Fix").lines
    assert said.text == (
        "3 steps: restart containerd on the node; restart kubelet on the node; delete the "
        "calico-node pod of this node. Restarts the container runtime of this node. "
        "Commands, dry run and undo:"
    )
    assert command.text == "calicovet fix ip-wrong-bridge notes.md"
    assert labels(block.actions) == ["Fix"]


def test_where_the_evidence_cannot_be_read_again_details_show_the_commands() -> None:
    block = only(of_plan(MANY_COMMANDS), Again(details="calicovet demo x --details"))
    assert row(block.actions, "Fix").lines[-1].text == "calicovet demo x --details"


def test_what_is_only_likely_is_proven_before_much_is_disturbed() -> None:
    risky = of_plan(
        Plan(steps=(SetSetting(Setting.ADDRESS_AUTODETECTION_V4, "x"),)), Verdict.LIKELY
    )
    harmless = of_plan(Plan(steps=(RestartPod(),)), Verdict.LIKELY)
    for diagnosis, order in ((risky, ["Next", "Fix"]), (harmless, ["Fix", "Next"])):
        asked = replace(diagnosis.nodes[0], next=UNKNOWN.next)
        block = only(replace(diagnosis, nodes=(asked,)))
        assert [label for label in labels(block.actions) if label != "Undo"] == order


def _asked(likely: Finding, *outcomes: str) -> Diagnosis:
    """A likely finding beside possible and untested ones, and a question with these outcomes."""
    asked = UNKNOWN.next
    assert asked is not None
    answers = tuple(replace(asked.answers[0], then=name) for name in outcomes)
    others = (
        replace(WRONG_BRIDGE, name=name, verdict=verdict)
        for verdict, names in (
            (Verdict.POSSIBLE, ("rt-runtime-hung", "crd-missing", "rbac-forbidden")),
            (Verdict.UNTESTED, ("host-oomkilled", "host-disk-full")),
        )
        for name in names
    )
    node = replace(SICK, findings=(likely, *others), next=replace(asked, answers=answers))
    return replace(EXPLAINED, nodes=(node,))


def _outcomes(diagnosis: Diagnosis) -> tuple[list[str], int]:
    """The causes that the outcomes of the next command point to, and how many there are besides."""
    found = row(only(diagnosis).actions, "Next")
    assert found.lines[1].command
    told = [line.text.rpartition(" -> ")[2] for line in found.lines[2:]]
    assert len(told) == found.outcomes
    return told, found.more


def test_at_most_three_outcomes_the_suspected_one_first() -> None:
    wants = (Request(EvidenceKind.POD_DESCRIBE),)
    likely = replace(WRONG_BRIDGE, verdict=Verdict.LIKELY, wants=wants)
    names = ("rt-runtime-hung", "rbac-forbidden", "crd-missing", "ip-wrong-bridge")
    told = _outcomes(_asked(likely, *names))
    assert told == (["ip-wrong-bridge", "rt-runtime-hung", "rbac-forbidden"], 1)


def test_outcomes_that_do_not_concern_a_likely_cause_are_left_to_the_details() -> None:
    wants = (Request(EvidenceKind.POD_DESCRIBE),)
    likely = replace(WRONG_BRIDGE, verdict=Verdict.LIKELY, wants=wants)
    names = ("host-oomkilled", "rt-runtime-hung", "host-disk-full", "ip-wrong-bridge")
    assert _outcomes(_asked(likely, *names)) == (["ip-wrong-bridge", "rt-runtime-hung"], 2)
    assert _outcomes(_asked(likely, "host-oomkilled")) == ([], 1)
    # What nothing makes surer is asked for what lies behind it, which was not tested yet.
    settled = replace(likely, wants=())
    assert _outcomes(_asked(settled, "host-oomkilled")) == (["host-oomkilled"], 0)


def test_where_the_evidence_is_not_there_again_no_flag_is_printed_as_a_command() -> None:
    steps = tuple(RestartUnit(units=(unit,)) for unit in ("a", "b", "c", "d", "e"))
    piped = row(only(of_plan(Plan(steps=steps))).actions, "Fix")
    assert not any(line.command for line in piped.lines)
    assert piped.lines[-1].text.endswith("With --details: commands, dry run and undo.")
    assert "1 more" in piped.lines[-1].text


def test_of_a_risky_plan_for_a_likely_cause_only_the_first_step_is_told() -> None:
    told = row(only(of_plan(MANY_COMMANDS, Verdict.LIKELY)).actions, "Fix").lines[0].text
    assert told.startswith("3 steps, the first: restart containerd on the node. Restarts ")
    assert "kubelet" not in told


def test_the_same_question_and_the_same_fix_are_told_once() -> None:
    first, second = replace(SICK, node="node-b"), replace(SICK, node="node-e")
    _, block = brief(replace(EXPLAINED, nodes=(first, second))).blocks
    assert block.actions == ()
    assert row(block.notes, "Fix").lines[0].text == "same as on node-b"
    one = replace(UNKNOWN, look_at=(Exhibit("p:1", "x"),))
    _, block = brief(replace(UNEXPLAINED, nodes=(one, replace(one, node="n2", pod="")))).blocks
    assert row(block.notes, "Next").lines[0].text == "same as on jenny"


def test_a_fix_that_only_asks_what_the_next_command_asks_is_left_out() -> None:
    asked = UNKNOWN.next
    assert asked is not None
    plan = Plan(steps=(RestartPod(),))
    [command] = row(only(of_plan(plan)).actions, "Fix").lines[1:]
    node = replace(of_plan(plan).nodes[0], next=replace(asked, command=f"{command.text}; id"))
    assert labels(only(replace(EXPLAINED, nodes=(node,))).actions) == ["Next"]


def test_a_step_without_a_command_is_told_in_words() -> None:
    block = only(of_plan(Plan(steps=(AskHuman("remove-the-bridge"),))))
    [said] = row(block.actions, "Fix").lines
    assert said.text == "If nothing on node-b needs nerdctl0 any more, remove it; restarts nothing"


def test_everything_else_is_one_line_and_says_how_much_more_there_is() -> None:
    block = only(EXPLAINED)
    assert all(len(each.lines) == 1 for each in block.notes)
    assert labels(block.notes)[-1] == "More"
    more = row(block.notes, "More").lines[0]
    assert (more.text, more.aside) == (
        "calicovet explain ip-wrong-bridge",
        "all that is known: --details",
    )
    assert row(block.notes, "Not read").lines[0].aside == "2 more"


def test_where_no_cause_is_known_everything_that_is_missing_is_told() -> None:
    gaps = replace(UNEXPLAINED, gaps=EXPLAINED.gaps)
    assert len(row(only(gaps).notes, "Not read").lines) == 2


def test_peers_that_were_not_examined_are_not_reported() -> None:
    unseen = replace(WRONG_BRIDGE, contrast=Contrast(unseen_on=("node-a",)))
    block = only(replace(EXPLAINED, nodes=(replace(SICK, findings=(unseen,)),)))
    assert "Peers" not in labels(block.notes)
    assert (
        row(only(EXPLAINED).notes, "Peers").lines[0].text == "node-a, node-c: checked, not affected"
    )


def test_the_other_nodes_are_told_unless_they_are_the_peers() -> None:
    assert "Other nodes" not in labels(only(EXPLAINED).notes)
    summary = replace(EXPLAINED.summary, healthy=40)
    assert "Other nodes" in labels(only(replace(EXPLAINED, summary=summary)).notes)


def test_a_healthy_cluster_is_one_sentence() -> None:
    told = brief(FINE)
    assert (told.headline, told.blocks) == ("calico-node is healthy on 1 node.", ())


def test_a_healthy_cluster_quotes_one_harmless_message_and_counts_the_others() -> None:
    others = [replace(HERRING, exhibit=Exhibit(f"p:{at}", f"message {at}")) for at in range(12)]
    [harmless] = brief(replace(FINE, red_herrings=(HERRING, *others))).rows
    [line] = harmless.lines
    assert line.quote.startswith("attempted to modprobe") and line.aside == "12 more"
    text = render_brief(brief(replace(FINE, red_herrings=(HERRING,))))
    assert "attempted to modprobe" in text


def test_next_step_is_the_fix_of_what_is_proven_and_the_question_of_what_is_not() -> None:
    assert only(EXPLAINED).next_step.startswith("Installation/default: ")
    assert only(UNEXPLAINED).next_step == "What did container upgrade-ipam log last?"


def test_quotes_are_one_line_and_their_marks_move_along() -> None:
    exhibit = Exhibit("p.md:4", "  a\t\tb \x1b[1m  value\n", "cat x", (Extent(13, 18),))
    quote = quote_of(exhibit, EN)
    assert quote.text == r"a b \x1b[1m value"
    [mark] = quote.deciding
    assert quote.text[mark.start : mark.end] == "value"


def test_marked_quotes_come_first_and_none_comes_twice() -> None:
    plain, marked = Exhibit("p:1", "plain"), Exhibit("p:2", "marked", "", (Extent(0, 6),))
    again = Exhibit("p:3", "marked", "", (Extent(0, 6),))
    told = [quote.text for quote in quotes_of((plain, marked, again), 3, EN)]
    assert told == ["marked", "plain"]


def test_a_person_s_words_are_cited_as_the_description() -> None:
    assert (
        quote_of(Exhibit("p.md:7", "it hangs", "you say"), EN).source == "your description (line 7)"
    )
    chinese = quote_of(Exhibit("p.md:7", "it hangs", "you say"), Language.ZH)
    assert chinese.source == "来自你的描述（第 7 行）"


def test_the_sentence_marks_the_same_words_as_the_evidence() -> None:
    sentence = "A load of 388.4 on nerdctl0."
    quotes = quotes_of(
        (
            Exhibit("p:1", "load 388.40", "", (Extent(5, 11),)),
            Exhibit("p:2", "nerdctl0", "", (Extent(0, 8),)),
        ),
        3,
        EN,
    )
    told = [sentence[each.start : each.end] for each in said_in(sentence, quotes)]
    assert told == ["388.4", "nerdctl0"]
