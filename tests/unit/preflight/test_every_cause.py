"""Every cause is asked for before it strikes, or docs/preflight.md says why that cannot be done."""

import re
from pathlib import Path

from calicovet.causes.catalogue import load_catalogue
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


def test_every_cause_is_foreseen_or_has_a_reason_why_not() -> None:
    foreseen = {cause for check in CHECKS for cause in check.foresees}
    rows = [ROW.fullmatch(row) for row in part("What is not asked, and why")]
    excused = [row[1] for row in rows if row is not None]
    assert len(excused) == len(rows) == len(set(excused))
    assert {cause.name for cause in load_catalogue()} == foreseen.union(excused)
    assert foreseen.isdisjoint(excused)
