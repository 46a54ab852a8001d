"""The page in tickets and chats."""

import html
import re
from dataclasses import replace

import pytest
from markdown_it import MarkdownIt

from calicovet.model.display.visible_text import visible_line
from calicovet.model.finding import Exhibit
from calicovet.model.language import Language
from calicovet.report.machine.markdown import code, plain, render_markdown
from calicovet.report.page.from_diagnosis import make_page
from calicovet.report.page.parts import Line, Page, Row
from tests.support.answers import diagnosis_of
from tests.unit.report.sample import EXPLAINED, FINE, SICK, UNEXPLAINED, WRONG_BRIDGE

TOLD = render_markdown(make_page(EXPLAINED, Language.EN))


def test_the_verdict_follows_the_heading() -> None:
    _, _, first, _, second, *_ = TOLD.splitlines()
    assert first.startswith("### node-b: calico-system/calico-node-x7k2p")
    assert second.startswith("**PROVEN**: calico-node took 10.9.0.1")


def test_commands_stand_in_a_fence_with_the_way_back() -> None:
    assert "```sh\nkubectl patch installation default" in TOLD
    assert "**Undo**\n\n```sh\n" in TOLD


def test_proof_is_numbered_and_quoted_as_code() -> None:
    assert "2. `41: nerdctl0 inet 10.9.0.1/24` (paste.md:97, ip addr)" in TOLD


def test_nothing_in_a_log_line_becomes_markup() -> None:
    odd = replace(WRONG_BRIDGE, evidence=(Exhibit("p_1.md:1", "a `b` ``c`` <script>", ""),))
    told = render_markdown(
        make_page(replace(EXPLAINED, nodes=(replace(SICK, findings=(odd,)),)), Language.EN)
    )
    assert "1. ```a `b` ``c`` <script>``` (p\\_1.md:1)" in told


def test_a_quotation_that_ends_with_a_tick_keeps_it() -> None:
    odd = replace(WRONG_BRIDGE, evidence=(Exhibit("p:1", "say `x`", ""),))
    told = render_markdown(
        make_page(replace(EXPLAINED, nodes=(replace(SICK, findings=(odd,)),)), Language.EN)
    )
    assert "1. `` say `x` `` (p:1)" in told


def test_a_long_quotation_is_cut() -> None:
    odd = replace(WRONG_BRIDGE, evidence=(Exhibit("p:1", "y" * 9000, ""),))
    told = render_markdown(
        make_page(replace(EXPLAINED, nodes=(replace(SICK, findings=(odd,)),)), Language.EN)
    )
    assert "y…`" in told and len(told) < 5000


def test_stages_that_were_not_reached_are_struck_out() -> None:
    told = render_markdown(make_page(UNEXPLAINED, Language.EN))
    assert "**init: stuck** > ~~name~~" in told


def test_a_healthy_cluster_is_one_line() -> None:
    told = render_markdown(make_page(FINE, Language.ZH))
    begin, end = "<!-- calicovet: report -->", "<!-- calicovet: end -->"
    assert told == f"{begin}\n\n1 个节点上的 calico-node 健康。\n\n{end}\n"


def test_each_step_stands_above_its_commands() -> None:
    page = make_page(UNEXPLAINED, Language.EN)
    told = render_markdown(page)
    assert told.index("**Next**: What did") < told.index("```sh\nkubectl") < told.index("- if ")


def test_choices_are_a_list_below_their_sentence() -> None:
    page = Page(
        language=Language.EN,
        rows=(Row("Fix", (Line("Choose", choices=("a_b", "c")), Line("then"))),),
    )
    assert "- Choose\n  - a\\_b\n  - c\n- then" in render_markdown(page)


MARKUP = (
    *("<img src=x onerror=alert(1)>", "<script>", "<!-- ", "<http://x>", "&lt;b&gt;", "&#60;b>"),
    *("[a](javascript:x)", "![i](http://x)", "[x]: http://y", "- [ ] a", "a|b\n|-|", "|a|b|"),
    *("`a`<b>`", "``a` <img> `b``", "\\`<img>`", "`a\\`<img>`", "```\n<img>", "~~~\n<img>", "a\\"),
    *("*a*", "__a__", "~~x~~", "~x~", "# h", "#", "## h", "> q", ">q", "---", "===", "***"),
    *("- x", "-", "+ x", "* x", "1. x", "1)", "12) x", "\\<b>", "\\\\<b>", "\\[a](x)", "&amp;lt;"),
)
SHOWN = ("<ul>", "</ul>", "<li>", "</li>", "<p>", "</p>", "<code>", "</code>")


def tags(markdown: str) -> list[str]:
    """What a page of this text holds beside paragraphs, one list and code."""
    page = MarkdownIt("commonmark").enable(["table", "strikethrough"]).render(markdown)
    return [tag for tag in re.findall(r"<[^>]*>", page) if tag not in SHOWN]


@pytest.mark.parametrize("before", ["", "x ", "`code` ", "a\\"])
@pytest.mark.parametrize("text", MARKUP)
def test_hostile_text_stays_text(text: str, before: str) -> None:
    for written in (plain(before + text), code(before + text)):
        assert tags(written) == []
        assert tags(f"- {written}") == []
        assert tags(f"**x**: {written} (y)") == ["<strong>", "</strong>"]


@pytest.mark.parametrize("text", MARKUP)
def test_text_without_code_is_shown_to_the_letter(text: str) -> None:
    line = visible_line(text)
    if "`" not in line:
        page = MarkdownIt("commonmark").enable(["table", "strikethrough"]).render(plain(text))
        assert html.unescape(re.sub(r"</?p>", "", page)).strip() == line.strip()


def test_names_in_code_are_not_escaped() -> None:
    assert plain("set `IP_AUTODETECTION_METHOD` to a_b") == "set `IP_AUTODETECTION_METHOD` to a\\_b"


@pytest.mark.parametrize("text", MARKUP)
def test_a_page_of_hostile_names_has_no_markup_of_theirs(text: str) -> None:
    paste = (
        "$ kubectl get pods -n kube-system -o wide\nNAME READY STATUS RESTARTS AGE IP NODE\n"
        f"calico-node-abcde 0/1 {text.replace(' ', '')} 5 5d 1.2.3.4 {text.replace(' ', '')}\n"
        f"2026-11-16 07:00:01.579 [FATAL][9] startup/startup.go 99: {text}\n"
    )
    page = make_page(diagnosis_of(paste), Language.EN, "calicovet")
    assert {tag for tag in tags(render_markdown(page)) if not tag.startswith("<h")} <= {
        *("<!-- calicovet: report -->", "<!-- calicovet: end -->"),
        *("<strong>", "</strong>", "<s>", "</s>", "</h3>", "<ol>", "</ol>", "<pre>", "</pre>"),
        '<code class="language-sh">',
    }
