"""The page on a screen."""

import re
from dataclasses import replace

import pytest

from calicovet.model.finding import Exhibit, Extent
from calicovet.model.language import Language
from calicovet.report.page.from_diagnosis import make_page
from calicovet.report.page.parts import Block, Box, BoxState, Line, Page, Row, Tone
from calicovet.report.terminal.render import render_terminal
from calicovet.report.terminal.wrap import width_of
from tests.unit.report.sample import EXPLAINED, FINE, SICK, UNEXPLAINED, WRONG_BRIDGE


def text(language: Language = Language.EN, width: int = 100) -> str:
    return render_terminal(make_page(EXPLAINED, language), width=width)


def test_the_first_lines_alone_say_who_and_why() -> None:
    who, why, still_why, *_ = text().splitlines()
    assert "node-b" in who and "calico-node-x7k2p" in who and "operator-managed" in who
    assert why.startswith("  PROVEN  calico-node took 10.9.0.1 from nerdctl0")
    assert still_why.endswith("192.0.2.12.   ip-wrong-bridge (ADR003)")


@pytest.mark.parametrize("width", [60, 72, 100])
@pytest.mark.parametrize("language", Language)
def test_nothing_but_commands_is_wider_than_the_screen(language: Language, width: int) -> None:
    for line in text(language, width).splitlines():
        assert width_of(line) <= width or " kubectl " in line


def test_a_long_name_and_a_long_headline_are_broken_too() -> None:
    block = Block(node="node " * 20, pod="p" * 50, tone=Tone.PROVEN, verdict="?", sentence="s")
    page = Page(language=Language.EN, headline="word " * 30, blocks=(block,))
    assert all(width_of(line) <= 60 for line in render_terminal(page, width=60).splitlines())


def test_a_command_that_was_run_is_told_whole() -> None:
    command = "kubectl -n kube-system get events --field-selector involvedObject.kind=Pod -o json"
    line = Line(quote="seen", source="/api/v1/namespaces/kube-system/events:30", taken_by=command)
    page = Page(language=Language.EN, rows=(Row("Evidence", (line,)),))
    told = " ".join(render_terminal(page, width=60).split())
    assert command in told and "…" not in told


def test_stages_tell_where_the_fault_entered_and_where_it_shows() -> None:
    line = next(line for line in text(width=120).splitlines() if " > " in line)
    assert line.split(maxsplit=1)[1].startswith("pod … datastore ok > address: fault > ")
    assert line.endswith("bird: failed > ready: failed")


def test_steps_that_went_well_are_one() -> None:
    early = (Box("pod", BoxState.PASSED, fault=True), *(Box(n, BoxState.PASSED) for n in "abcd"))
    block = Block(node="n", tone=Tone.PROVEN, verdict="?", sentence="s", boxes=early)
    told = render_terminal(Page(language=Language.EN, blocks=(block,)), width=20)
    assert [line.strip() for line in told.splitlines()][-2:] == ["Start    pod: fault >", "a … d"]


def test_what_was_not_reached_is_named_at_once() -> None:
    told = render_terminal(make_page(UNEXPLAINED, Language.EN))
    assert "pod, sandbox ok > init: stuck > name … ready: not reached\n" in told


def test_steps_that_were_not_reached_in_between_are_one() -> None:
    states = [BoxState.STUCK, *[BoxState.NOT_REACHED] * 3, BoxState.FAILED]
    boxes = tuple(Box(name, state) for name, state in zip("abcde", states, strict=True))
    block = Block(node="n", tone=Tone.UNKNOWN, verdict="?", sentence="s", boxes=boxes)
    told = render_terminal(Page(language=Language.EN, blocks=(block,)))
    assert told.endswith("  a: stuck > b … d: not reached > e: failed\n")


def test_every_state_of_a_step_differs_without_colour() -> None:
    states = {state: Box("felix", state) for state in BoxState}
    drawn = {_stages(box) for box in (*states.values(), Box("felix", BoxState.STUCK, fault=True))}
    assert drawn == {
        *("felix ok", "felix: failed", "felix: stuck", "felix: not reached", "felix: unknown"),
        "felix: fault, stuck",
    }


def _stages(box: Box) -> str:
    block = Block(node="n", tone=Tone.UNKNOWN, verdict="?", sentence="s", boxes=(box,))
    told = render_terminal(Page(language=Language.EN, blocks=(block,)))
    return told.splitlines()[-1].split(maxsplit=1)[1]


def test_many_steps_are_broken_between_steps() -> None:
    boxes = tuple(Box(f"step-{i:02}", BoxState.FAILED) for i in range(20))
    block = Block(node="n", tone=Tone.UNKNOWN, verdict="?", sentence="s", boxes=boxes)
    told = render_terminal(Page(language=Language.EN, blocks=(block,)), width=60)
    assert all(width_of(line) <= 62 for line in told.splitlines())


def test_a_long_quotation_is_cut_and_keeps_its_source() -> None:
    long = replace(WRONG_BRIDGE, evidence=(Exhibit("paste.md:7", "word " * 2000, "kubectl logs"),))
    page = make_page(replace(EXPLAINED, nodes=(replace(SICK, findings=(long,)),)), Language.EN)
    told = render_terminal(page)
    assert "paste.md:7   kubectl logs" in told
    assert told.count("word") < 80
    assert "…" in told


def test_the_words_that_decide_are_marked_on_every_line_of_a_long_quotation() -> None:
    words = [f"word{number:03}" for number in range(60)]
    text = " ".join(words)
    marks = tuple(Extent(text.index(word), text.index(word) + 7) for word in words[:45])
    line = Line(quote=text, source="p:1", deciding=marks)
    page = Page(language=Language.EN, rows=(Row("Evidence", (line,)),))
    told = render_terminal(page, width=80, colour=True)
    underlined = re.findall(r"\x1b\[1;4m([^\x1b]+)\x1b", told)
    assert underlined[:30] == words[:30]
    assert all(word in words for word in underlined[:-1])


def test_colour_only_where_asked() -> None:
    page = make_page(EXPLAINED, Language.EN)
    assert "\x1b" not in render_terminal(page)
    coloured = render_terminal(page, colour=True)
    assert "\x1b[" in coloured and "\x1b[0m" in coloured


def test_the_way_back_is_told_with_what_to_do() -> None:
    told = text()
    assert told.index("  Fix  ") < told.index("  Undo  ") < told.index("  More  ")


def test_quiet_when_healthy() -> None:
    told = render_terminal(make_page(FINE, Language.EN))
    assert told == "calico-node is healthy on 1 node.\n"


def test_blocks_stand_apart() -> None:
    two = replace(EXPLAINED, nodes=(SICK, replace(SICK, node="node-e")))
    told = render_terminal(make_page(two, Language.EN), width=60)
    assert "\n\nx node-e" in told
    assert "\n            ip-wrong-bridge (ADR003)\n" in told or "(ADR003)\n" in told


def test_choices_are_indented_below_their_sentence_and_wrapped() -> None:
    line = Line("Choose one", choices=("the first " + "word " * 12, "the second"))
    page = Page(language=Language.EN, rows=(Row("Fix", (line,)),))
    first, *rest = render_terminal(page, width=60).splitlines()
    at = first.index("Choose")
    assert rest[0][at:].startswith("  - the first word")
    assert rest[1][at:].startswith("    word")
    assert rest[-1][at:] == "  - the second"
