"""The page in tickets and chats."""

from dataclasses import replace

from calicovet.model.finding import Exhibit
from calicovet.model.language import Language
from calicovet.report.machine.markdown import render_markdown
from calicovet.report.page.from_diagnosis import make_page
from calicovet.report.page.parts import Line, Page, Row
from tests.unit.report.sample import EXPLAINED, FINE, SICK, UNEXPLAINED, WRONG_BRIDGE

TOLD = render_markdown(make_page(EXPLAINED, Language.EN))


def test_the_verdict_follows_the_heading() -> None:
    first, _, second, *_ = TOLD.splitlines()
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
    assert "**init stuck** > ~~name~~" in told


def test_a_healthy_cluster_is_one_line() -> None:
    told = render_markdown(make_page(FINE, Language.ZH))
    assert told == "1 个节点上的 calico-node 正常。\n"


def test_each_step_stands_above_its_commands() -> None:
    page = make_page(UNEXPLAINED, Language.EN)
    told = render_markdown(page)
    assert told.index("**Next**: What does") < told.index("```sh\nkubectl") < told.index("- if ")


def test_choices_are_a_list_below_their_sentence() -> None:
    page = Page(
        language=Language.EN,
        rows=(Row("Do", (Line("Choose", choices=("a_b", "c")), Line("then"))),),
    )
    assert "- Choose\n  - a\\_b\n  - c\n- then" in render_markdown(page)
