"""JSON with one value on a line is read as the YAML loader reads it, lines included."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calicovet.parse.objects.documents import _parse
from calicovet.parse.objects.pretty_json import read_pretty_json
from calicovet.parse.objects.tree import Tree

Told = tuple[int, str, dict[str, object], list[object]]


def told(tree: Tree) -> Told:
    return (
        tree.line,
        tree.text,
        {name: told(value) for name, value in tree.fields.items()},
        [told(item) for item in tree.items],
    )


WORDS = st.text(st.characters(codec="ascii", exclude_categories=["Cc"]), max_size=12)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-9999, 9999) | WORDS,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.from_regex(r"[a-z]{1,6}", fullmatch=True), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(
    st.dictionaries(st.from_regex(r"[a-z]{1,6}", fullmatch=True), VALUES, min_size=1, max_size=5),
    st.sampled_from([2, 4]),
)
def test_it_says_what_the_yaml_loader_says(value: dict[str, object], indent: int) -> None:
    text = json.dumps(value, indent=indent)
    fast = read_pretty_json(text)
    slow, fault = _parse(text.split("\n"), 1)
    assert fault is None
    assert fast is not None
    assert slow is not None
    assert told(fast) == told(slow)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "kind: Pod",
        '{"a": 1, "b": 2}',
        '{\n  "a": 1\n',
        '{\n  "a": 1\n]',
        '{\n  "a":\n    1\n}',
        '{\n  "a": 1\n}\n{\n  "b": 2\n}',
        '{\n  "a": 1\n},',
        "{\n  1\n}",
        '[\n  "a": 1\n]',
        "{\n  ...\n}",
        '{\n  "a": {],\n}',
        '"a"',
    ],
)
def test_any_other_form_is_left_to_the_loader(text: str) -> None:
    assert read_pretty_json(text) is None


def test_escapes_are_undone_and_half_a_surrogate_is_no_character() -> None:
    tree = read_pretty_json('{\n  "m": "a\\nb \\"c\\" \\ud800"\n}\n')
    assert tree is not None
    assert tree.said("m") == 'a\nb "c" \ufffd'
    assert tree.at("m").line == 2
