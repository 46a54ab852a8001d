"""The pages for people point to things that exist."""

import re
from pathlib import Path

import pytest

from calicovet.app.services.render import FORMATS

_ROOT = Path(__file__).parents[3]
_PAGES = sorted([*_ROOT.glob("*.md"), *(_ROOT / "docs").glob("*.md")])


@pytest.mark.parametrize("page", _PAGES, ids=lambda page: page.name)
def test_every_link_inside_the_project_leads_somewhere(page: Path) -> None:
    targets = re.findall(r"\]\(([^)#\s]+)", page.read_text(encoding="utf-8"))
    missing = [
        target for target in targets if "://" not in target and not (page.parent / target).exists()
    ]
    assert missing == []


def test_the_page_on_output_has_a_row_for_every_format() -> None:
    page = (_ROOT / "docs" / "output.md").read_text(encoding="utf-8")
    table = page.partition("## ")[0]
    assert set(re.findall(r"(?m)^\| `([a-z]+)` \|", table)) == set(FORMATS)


def test_both_readmes_have_the_same_sections_and_rows() -> None:
    english, chinese = (
        (_ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "README.zh.md")
    )
    assert _form(english) == _form(chinese)


def _form(text: str) -> list[str]:
    """The first character of each heading and table row, in order."""
    return [line[0] for line in text.splitlines() if line.startswith(("## ", "| ", "!["))]
