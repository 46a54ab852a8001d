"""The pages of causes, and their list."""

from calicovet.causes.catalogue import find
from calicovet.model.cause import Cause
from calicovet.model.language import Language
from calicovet.report.causes import render_causes
from calicovet.report.explain import render_explain, render_explain_coloured


def bridge() -> Cause:
    cause = find("ip-wrong-bridge")
    assert cause is not None
    return cause


def test_a_page_has_title_name_and_sections_in_the_language() -> None:
    told = render_explain(bridge(), "ADR003", Language.EN, 80)
    assert told.startswith("# ")
    assert "ip-wrong-bridge (ADR003), address-chosen" in told
    assert "## What you see" in told
    assert "## 现象" in render_explain(bridge(), "ADR003", Language.ZH, 80)


def test_prose_is_wrapped() -> None:
    told = render_explain(bridge(), "ADR003", Language.EN, 60)
    prose = [line for line in told.splitlines() if not line.startswith(("#", "    ", "```", "|"))]
    assert max(map(len, prose)) <= 60


def test_with_colour_the_markup_is_gone() -> None:
    told = render_explain_coloured(bridge(), "ADR003", Language.EN, 80)
    assert "\x1b[" in told and "## What" not in told


def test_the_list_is_a_table() -> None:
    head, row = render_causes([bridge()], Language.EN).splitlines()
    assert head.split()[:3] == ["CODE", "NAME", "STAGE"]
    assert row.split()[1:3] == ["ip-wrong-bridge", "address-chosen"]


def test_no_cause_is_told() -> None:
    assert render_causes([], Language.EN) == "no cause fits\n"
