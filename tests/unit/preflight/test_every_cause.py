"""Every cause is foreseen by a check, or says why that cannot be done."""

import re
from pathlib import Path

import pytest

from calicovet.causes.catalogue import load_catalogue, names
from calicovet.model.cause import Cause, Unforeseen
from calicovet.model.language import Language
from calicovet.preflight.all_checks import CHECKS
from calicovet.preflight.check import Check
from calicovet.report.words import words

PAGE = Path(__file__).parents[3] / "docs" / "preflight.md"
ROW = re.compile(r"\| `([a-z0-9-]+)` \| (.+) \|")


def part(heading: str) -> list[str]:
    """The rows of the table below a heading of the page."""
    text = PAGE.read_text(encoding="utf-8").partition(f"## {heading}\n")[2].partition("\n## ")[0]
    return [line for line in text.splitlines() if line.startswith("| `")]


def row_of(check: Check) -> str:
    what = words(Language.EN).say(f"preflight.check.{check.name}.what")
    by_hand = check.shown_by.replace("|", "\\|")
    causes = ", ".join(f"`{cause}`" for cause in check.foresees) or "—"
    return f"| `{check.name}` | {what} | {f'`{by_hand}`' if by_hand else 'API server'} | {causes} |"


def test_the_page_has_every_check_in_the_order_of_the_report() -> None:
    assert part("What is asked") == [row_of(check) for check in CHECKS]


@pytest.mark.parametrize("cause", load_catalogue(), ids=lambda cause: cause.name)
def test_a_cause_is_foreseen_by_a_check_or_says_why_not(cause: Cause) -> None:
    foreseen = any(cause.name in check.foresees for check in CHECKS)
    assert foreseen is (cause.unforeseen is None)


def test_checks_foresee_only_causes_that_exist() -> None:
    assert {cause for check in CHECKS for cause in check.foresees} <= {*names()}


def test_the_page_has_a_sentence_for_each_reason() -> None:
    rows = [ROW.fullmatch(row) for row in part("What is not asked, and why")]
    assert [row[1] for row in rows if row is not None] == [*Unforeseen]
