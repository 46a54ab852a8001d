"""How a page looks at a glance: its height, its gutter, its marks, and commands that are never broken."""

from argparse import Namespace
from dataclasses import replace

import pytest

from calicovet.api import diagnose_text
from calicovet.app.cli.settings import settings_of
from calicovet.app.commands.demo import diagnose_demo, expectations
from calicovet.model.diagnosis import Diagnosis
from calicovet.model.finding import Exhibit, Extent
from calicovet.model.language import Language
from calicovet.report.page.brief import make_brief
from calicovet.report.page.parts import Line, Quote
from calicovet.report.terminal.brief_layout import TALLEST, TALLEST_OF_MANY
from calicovet.report.terminal.evidence_gutter import fitted, lay_out_quotes
from calicovet.report.terminal.layout import Styled
from calicovet.report.terminal.render import render_brief
from calicovet.report.terminal.wrap import width_of
from tests.unit.report.sample import EXPLAINED, FINE, SICK, UNEXPLAINED, WRONG_BRIDGE

EN, ZH = Language.EN, Language.ZH
_SETTINGS = settings_of(Namespace(), "calicovet")
_LOG = (
    "2025-07-15 07:51:58.079 [INFO][9] startup/autodetection_methods.go 103: "
    "Using autodetected IPv4 address on interface nerdctl0: 10.4.0.1/24"
)


def demo(name: str) -> Diagnosis:
    return diagnose_demo(name, _SETTINGS)


def drawn(diagnosis: Diagnosis, language: Language = EN, width: int = 100) -> list[str]:
    return render_brief(make_brief(diagnosis, language), width=width).splitlines()


def told(line: Styled) -> str:
    return "".join(span.text for span in line)


_NAMED_ALONE = [
    name
    for name, expected in expectations().items()
    if expected.verdict in ("proven", "likely") and not name.startswith("two-nodes")
]


@pytest.mark.parametrize("colour", [False, True])
@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("name", _NAMED_ALONE)
def test_one_node_with_a_named_cause_fits_in_sixteen_lines(
    name: str, language: Language, colour: bool
) -> None:
    text = render_brief(make_brief(demo(name), language), width=100, colour=colour)
    assert text.count("\n") <= TALLEST == 16


def test_what_can_be_spared_gives_way_to_the_evidence() -> None:
    lines = drawn(EXPLAINED)
    assert len(lines) == TALLEST
    assert any("-->" in line for line in lines) and "More" in lines[-1]
    assert "Harmless" in "\n".join(lines) and "Contradiction" not in "\n".join(lines)
    tall = render_brief(make_brief(EXPLAINED, EN), tallest=40)
    assert "Recovered" in tall and "Not read" in tall


@pytest.mark.parametrize("language", Language)
def test_beside_a_question_a_fix_of_two_commands_is_told_in_steps(language: Language) -> None:
    diagnosis = diagnose_text(
        "$ kubectl -n kube-system get pods -o wide\n"
        "NAME                READY   STATUS             RESTARTS   AGE   IP            NODE\n"
        "calico-node-k2x7p   0/1     CrashLoopBackOff   12         40m   10.0.0.11     w1\n"
        "calico-node-v9bq4   1/1     Running            0          40m   10.0.0.12     w2\n"
        "$ kubectl -n kube-system logs calico-node-k2x7p\n"
        "2024-05-01 10:00:30.126 [ERROR][9] startup/startup.go 158: failed to query kubeadm's config map error=Get "
        '"https://10.96.0.1:443/api/v1/namespaces/kube-system/configmaps/kubeadm-config?timeout=2s": '
        "dial tcp 10.96.0.1:443: i/o timeout\n"
        "Calico node failed to start\n"
    )
    text = render_brief(make_brief(diagnosis, language), width=100)
    assert "ds-kubeadm-config-timeout" in text and "api-kube-proxy-down" in text
    assert text.count("\n") <= TALLEST


def test_outcomes_of_a_likely_cause_give_way_and_one_stays() -> None:
    block = make_brief(demo("init-stuck-runtime"), EN).blocks[0]
    [asked] = [row for row in block.actions if row.outcomes]
    lines = (*asked.lines[:2], *(Line(f"if {n} -> x") for n in range(3)))
    three = replace(asked, lines=lines, outcomes=3, more=4)
    actions = tuple(three if row is asked else row for row in block.actions)
    brief = replace(make_brief(demo("init-stuck-runtime"), EN), rows=())
    brief = replace(brief, blocks=(replace(block, actions=actions),))
    for tallest, told in ((40, "if 2 -> x   (4 more)"), (15, "if 0 -> x   (6 more)")):
        text = render_brief(brief, width=100, tallest=tallest)
        assert text.count("\n") <= tallest
        assert told in text
        assert text.count("-> x") == (3 if tallest == 40 else 1)


@pytest.mark.parametrize("language", Language)
def test_all_demos_fit_in_180_lines(language: Language) -> None:
    lines = 0
    for name in expectations():
        brief = make_brief(demo(name), language)
        lines += render_brief(brief, width=100, tallest=TALLEST_OF_MANY).count("\n")
    headings = 2 * len(expectations()) - 1  # a title before each, an empty line between two
    assert lines + headings <= 180


def test_the_verdict_is_first_and_its_evidence_stands_below_it() -> None:
    head, verdict, _, evidence, carets, *_ = drawn(demo("requests-hang-on-one-node"))
    assert head.startswith("x ce-demo-2")
    assert verdict.startswith("  PROVEN  calico-node took 10.4.0.1/24 from nerdctl0")
    assert evidence.startswith("  --> requests-hang-on-one-node.md:86 | … ")
    assert evidence.endswith("interface nerdctl0: 10.4.0.1/24")
    at = evidence.index("nerdctl0:")
    assert carets[at - 1 : at + 9] == " ^^^^^^^^ "
    assert carets.endswith("  ^^^^^^^^^^^")


def test_marks_stand_below_wide_characters_too() -> None:
    quote = Quote("说明.md:3", "节点地址是 10.0.0.7，不对", (Extent(6, 14),))
    line, carets = (told(each) for each in lay_out_quotes((quote,), 80, carets=True))
    before = line[: line.index("10.0.0.7")]
    assert carets == f"{' ' * (width_of(line[: line.index(' | ')]))} | {'^' * 8}".replace(
        " | ", f" | {' ' * (width_of(before) - width_of(line[: line.index(' | ')]) - 3)}"
    )


def test_on_a_screen_with_colours_the_words_are_underlined() -> None:
    coloured = render_brief(make_brief(demo("requests-hang-on-one-node"), EN), colour=True)
    assert "\x1b[1;4mnerdctl0\x1b[0m: \x1b[1;4m10.4.0.1/24\x1b[0m" in coloured
    assert "took \x1b[0m\x1b[1;4m10.4.0.1/24" in coloured
    assert "^^^" not in coloured


def test_sources_stand_in_one_column_or_above_their_words() -> None:
    quotes = (Quote("a.md:1", "one", (Extent(0, 3),)), Quote("longer.md:22", "two"))
    beside = [told(line) for line in lay_out_quotes(quotes, 80, carets=True)]
    assert beside == [
        "  --> a.md:1       | one",
        "                   | ^^^",
        "  --> longer.md:22 | two",
    ]
    far = (replace(quotes[0], source="a/very/long/path/of/a/bundle.txt:1"), quotes[1])
    above = [told(line) for line in lay_out_quotes(far, 60, carets=False)]
    assert above == [
        "  --> a/very/long/path/of/a/bundle.txt:1",
        "      | one",
        "  --> longer.md:22",
        "      | two",
    ]


def words_of(text: str, marks: tuple[Extent, ...]) -> list[str]:
    return [text[mark.start : mark.end] for mark in marks]


@pytest.mark.parametrize("room", [20, 30, 45, 60, 100])
def test_what_decides_is_kept_however_narrow_the_screen_is(room: int) -> None:
    marks = (Extent(_LOG.index("nerdctl0"), _LOG.index("nerdctl0") + 8),)
    text, moved = fitted(_LOG, marks, room)
    assert width_of(text) <= room
    assert words_of(text, moved) == ["nerdctl0"]


def test_words_far_apart_are_shown_with_a_gap_between_them() -> None:
    line = f"start=one {'x' * 200} end=two and {'y' * 50}"
    marks = tuple(Extent(line.index(word), line.index(word) + 3) for word in ("one", "two"))
    text, moved = fitted(line, marks, 40)
    assert words_of(text, moved) == ["one", "two"]
    assert " … " in text and width_of(text) <= 40


def test_of_words_that_stand_there_twice_the_last_is_kept() -> None:
    line = f"Get https://10.0.0.1:443/{'v' * 90}: dial tcp 10.0.0.1:443: i/o timeout"
    first, last, why = line.index("10.0"), line.rindex("10.0"), line.index("i/o")
    marks = (Extent(first, first + 12), Extent(last, last + 12), Extent(why, why + 11))
    text, moved = fitted(line, marks, 45)
    assert words_of(text, moved) == ["10.0.0.1:443", "i/o timeout"]
    assert "dial tcp 10.0.0.1:443: i/o timeout" in text


def test_a_word_wider_than_the_screen_is_cut() -> None:
    text, moved = fitted("w" * 90, (Extent(0, 90),), 30)
    assert text == "w" * 29 + "…" and words_of(text, moved) == [text]


def test_more_evidence_is_shown_where_there_is_room() -> None:
    marked = tuple(
        Exhibit(f"p.md:{number}", f"line {number} nerdctl0", "", (Extent(7, 15),))
        for number in range(1, 5)
    )
    finding = replace(WRONG_BRIDGE, evidence=marked)
    quiet = replace(EXPLAINED, nodes=(replace(SICK, findings=(finding,)),), red_herrings=())
    brief = make_brief(quiet, EN)
    for tallest, shown in ((40, 3), (1, 1)):
        text = render_brief(brief, colour=True, tallest=tallest)
        assert text.count("-->") == shown


@pytest.mark.parametrize("width", [60, 80, 100, 160])
@pytest.mark.parametrize("language", Language)
def test_nothing_but_commands_is_wider_than_the_screen(language: Language, width: int) -> None:
    for name in expectations():
        for line in drawn(demo(name), language, width):
            is_command = line.startswith("    ") and line[4:5].isascii() and not line[4:5].isspace()
            assert width_of(line) <= width or is_command or " explain " in line


@pytest.mark.parametrize("language", Language)
def test_every_command_has_a_separate_line_and_is_never_broken(language: Language) -> None:
    for name in expectations():
        brief = make_brief(demo(name), language)
        lines = render_brief(brief, width=60).splitlines()
        for block in brief.blocks:
            for row in block.actions:
                for line in row.lines:
                    assert not line.command or f"    {line.text}" in lines


def test_an_outcome_is_not_torn_from_its_cause() -> None:
    for width in (60, 80, 100):
        for name in expectations():
            for line in drawn(demo(name), EN, width):
                assert not line.rstrip().endswith("->") and not line.lstrip().startswith("-> ")


def test_sections_are_parted_by_an_empty_line() -> None:
    text = "\n".join(drawn(EXPLAINED))
    for label in ("Fix", "Peers"):
        assert f"\n\n  {label}  " in text
    assert "\n  Undo\n    kubectl " in text


def test_the_last_line_repeats_what_matters_where_the_page_is_longer_than_the_screen() -> None:
    brief = make_brief(EXPLAINED, EN)
    tall = render_brief(brief, width=100, height=24).count("\n")
    short = render_brief(brief, width=100, height=10).splitlines()
    assert short[-1].startswith(
        "node-b: PROVEN ip-wrong-bridge (ADR003); next: Installation/default"
    )
    assert width_of(short[-1]) <= 100 and short[-2] == ""
    assert tall <= 24 and "next: " not in render_brief(brief, width=100, height=24)
    assert "next: " not in render_brief(brief, width=100)


def test_a_command_that_fills_several_rows_counts_as_several() -> None:
    brief = make_brief(EXPLAINED, EN)
    lines = render_brief(brief, width=60).count("\n")
    assert "next: " in render_brief(brief, width=60, height=lines + 1)


def test_a_healthy_cluster_needs_no_closing_line() -> None:
    assert render_brief(make_brief(FINE, EN), height=1) == "calico-node is healthy on 1 node.\n"


def test_chinese_uses_its_own_brackets_and_colons() -> None:
    lines = "\n".join(drawn(demo("new-node-restarts-with-host-files"), ZH))
    assert "（另有 1 个）" in lines and "（全部信息：--details）" in lines
    assert "…：只是尝试加载一个可选模块" in lines


def test_a_cause_that_is_not_known_says_so_and_asks_first() -> None:
    lines = drawn(UNEXPLAINED)
    assert lines[1] == "  CAUSE UNKNOWN  an init container of calico-node does not finish."
    assert lines.index("  Next    What did container upgrade-ipam log last?") < 8
