"""docs/score.md was written for the cases that there are."""

import re

from score.cases import all_cases, causes_of, family_of
from score.recorded import gym_paths, start_paths
from score.run import PAGE
from score.sample import Kind


def _rows() -> dict[str, list[str]]:
    """The cells of the table by family."""
    part = PAGE.read_text(encoding="utf-8").partition("## By family")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| ([a-z_ ]+) \|( \d.+)\|$", part, re.MULTILINE)
    return {name: [cell.strip() for cell in cells.split("|")] for name, cells in rows}


def test_every_family_has_as_many_cases_as_the_page_says() -> None:
    families = {family_of(case): [0, 0] for case in all_cases()}
    for case in all_cases():
        families[family_of(case)][0 if causes_of(case) else 1] += 1
    place = list(Kind).index(Kind.NEAR_MISS)
    told = {name: [int(cells[0]), int(cells[place])] for name, cells in _rows().items()}
    assert {name: told.get(name) for name in families} == families, "run `make score`"


def test_what_was_recorded_is_on_the_page() -> None:
    assert {"recorded starts", "gym"} <= _rows().keys()
    assert start_paths() and gym_paths()
