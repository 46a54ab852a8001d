"""docs/score.md has a row for each family of causes and each kind of recording."""

import re

from score.cases import all_cases, family_of
from score.recorded import gym_paths, start_paths
from score.run import PAGE


def _rows() -> dict[str, list[str]]:
    """The cells of the table by family."""
    part = PAGE.read_text(encoding="utf-8").partition("## By family")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| ([a-z_ ]+) \|( \d.+)\|$", part, re.MULTILINE)
    return {name: [cell.strip() for cell in cells.split("|")] for name, cells in rows}


def test_every_family_with_cases_is_on_the_page() -> None:
    """How many cases it has is not compared: a new cause must not need a new score."""
    assert {family_of(case) for case in all_cases()} <= _rows().keys(), "run `make score`"


def test_what_was_recorded_is_on_the_page() -> None:
    assert {"recorded starts", "gym"} <= _rows().keys()
    assert start_paths() and gym_paths()
