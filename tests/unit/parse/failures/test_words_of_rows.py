"""A row is tried only on lines that hold its words: every wording of its pattern must hold them."""

import re

import pytest

from calicovet.parse.failures.reading import compiled, rows
from calicovet.parse.failures.vocabulary_row import HowRow, ThingRow
from calicovet.parse.messages.index import words_of
from tests.support.wordings import wordings

_ROWS = tuple(rows())


def _not_found(row: HowRow | ThingRow) -> list[str]:
    return [
        text
        for text in wordings(compiled(row.pattern))
        if not any(words.needs <= frozenset(words_of(text)) for words in row.words)
    ]


@pytest.mark.parametrize("number", range(len(_ROWS)))
def test_every_wording_of_a_row_is_found_by_its_words(number: int) -> None:
    row = _ROWS[number]
    assert _not_found(row)[:5] == [], f"add words: {row.pattern}"


def test_a_way_through_each_branch_is_made() -> None:
    pattern = re.compile(
        r"no (?:route|way) to (?P<v>\S+)(?: at all)?|(?<!x)E{2}\W{0,3}FAIL", re.ASCII
    )
    assert list(wordings(pattern)) == [
        "no route to -",
        "no route to - at all",
        "no way to -",
        "no way to - at all",
        "EE FAIL",
    ]
