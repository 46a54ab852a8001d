import pytest

from calicovet.causes.document import document, fill, holes, read_document
from calicovet.model.language import Language

_TEXT = """---
title: it is late
summary: It is {hour}: {why}.
tell: the clock shows twelve
step.wind-up: Wind up {clock}.
not a line of the head
---
words before the first section are nobody's

## What you see
Dust.

## Why it happens
Nobody came.
### A smaller heading stays inside
Nor will.
"""


def test_the_head_gives_the_sentences() -> None:
    read = read_document(_TEXT)
    assert read.title == "it is late"
    assert read.summary == "It is {hour}: {why}."
    assert read.tell == "the clock shows twelve"
    assert read.because == ""
    assert read.steps == {"wind-up": "Wind up {clock}."}


def test_the_body_gives_the_sections_in_order() -> None:
    read = read_document(_TEXT)
    assert [section.heading for section in read.sections] == ["What you see", "Why it happens"]
    assert read.section(0) == "Dust."
    assert read.section(1).endswith("Nor will.")


def test_a_line_of_dashes_in_the_body_is_not_the_end_of_the_head() -> None:
    read = read_document(_TEXT + "\n---\n## More\nand more\n")
    assert read.sections[-1].heading == "More"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "## What you see\nnothing",
        "---\ntitle: a\nsummary: b\ntell: c\n",
        "words first\n---\ntitle: a\nsummary: b\ntell: c\n---\n",
        "---\ntitle: a\nsummary: b\n---\n",
        "---\ntitle:\nsummary: b\ntell: c\n---\n",
    ],
)
def test_a_document_without_a_whole_head_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="head"):
        read_document(text)


def test_holes_are_filled_and_unknown_ones_are_owned_up_to() -> None:
    assert fill("{link} has {address}", {"link": "br0"}) == "br0 has ?"


def test_braces_that_are_no_holes_stay() -> None:
    assert fill('{"spec": {}} {Address} {}', {"spec": "no"}) == '{"spec": {}} {Address} {}'
    assert holes('{"spec": {}} {Address} {}') == frozenset()


def test_a_cause_is_written_about_in_both_languages() -> None:
    english, chinese = (document("ip-wrong-bridge", language) for language in Language)
    assert english.title != chinese.title
    assert holes(english.summary) == holes(chinese.summary) == {"address", "link", "expected"}


def test_a_cause_that_does_not_exist_has_no_document() -> None:
    with pytest.raises(KeyError):
        document("no-such-cause", Language.EN)


def test_choices_stand_below_the_sentence_that_leads_to_them() -> None:
    chosen = _TEXT.replace(
        "Wind up {clock}.\n", "Wake it:\n- wind up: by hand\n- a bell: by night\n"
    )
    assert read_document(chosen).steps == {
        "wind-up": "Wake it:\n- wind up: by hand\n- a bell: by night"
    }
