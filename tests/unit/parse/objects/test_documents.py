"""JSON and YAML, as people paste them."""

import pytest

from calicovet.parse.objects.documents import nested_documents, read_documents
from calicovet.parse.objects.tree import Tree


def only(text: str) -> Tree:
    (tree,) = read_documents(text)
    return tree


def test_a_value_stands_on_the_line_of_its_key() -> None:
    tree = only("spec:\n  livenessProbe:\n    periodSeconds: 10\n")
    assert tree.at("spec", "livenessProbe").line == 2
    assert tree.at("spec", "livenessProbe", "periodSeconds").line == 3


def test_what_is_not_there_is_the_empty_tree() -> None:
    tree = only("a: 1")
    assert not tree.at("b", "c")
    assert tree.said("b") == ""
    assert tree.at("a")


def test_a_null_says_nothing_but_a_quoted_one_does() -> None:
    tree = only('a: null\nb: "null"\n')
    assert tree.said("a") == ""
    assert tree.said("b") == "null"


def test_dots_around_an_indented_piece_are_no_part_of_it() -> None:
    tree = only("...\n      env:\n      - name: A\n...\n")
    assert tree.at("env").items[0].said("name") == "A"


def test_tabs_do_as_indentation() -> None:
    assert only("\t\ta:\n\t\t  b: 1").said("a", "b") == "1"


def test_a_cut_json_object_keeps_what_came_before_the_cut() -> None:
    tree = only('{"kind": "Pod", "spec": {"nodeName": "a", "containers": [{"name": "b')
    assert tree.said("kind") == "Pod"
    assert tree.said("spec", "nodeName") == "a"


@pytest.mark.parametrize(
    "text", ['{"a": 1}\n{"b": 2}', '{\n"a": 1\n}\n{\n"b": 2\n}', "a: 1\n---\nb: 2"]
)
def test_several_documents_are_read_one_by_one(text: str) -> None:
    first, second = read_documents(text)
    assert (first.said("a"), second.said("b")) == ("1", "2")


def test_a_second_api_version_begins_another_object() -> None:
    kinds = [
        tree.said("kind")
        for tree in read_documents("apiVersion: v1\nkind: A\napiVersion: v1\nkind: B")
    ]
    assert kinds == ["A", "B"]


def test_one_bad_line_costs_only_itself() -> None:
    tree = only("kind: A\nbad: x: y\nspec:\n  name: b\n")
    assert tree.said("kind") == "A"
    assert tree.said("spec", "name") == "b"


def test_a_quote_that_never_ends_costs_only_its_line() -> None:
    tree = only('kind: A\nspec:\n  k: "abc\n  d: 1\n')
    assert tree.said("spec", "d") == "1"


def test_behind_many_faults_the_rest_is_read_on_its_own() -> None:
    trees = list(read_documents("kind: A\n" + "a: b: c\n" * 12 + "kind: B\n"))
    assert trees[0].said("kind") == "A"
    assert trees[-1].resumed
    assert trees[-1].said("kind") == "B"


def test_an_alias_is_not_followed() -> None:
    tree = only("a: &x {b: 1}\nc: *x\n")
    assert tree.at("c")
    assert tree.said("c", "b") == ""


def test_half_of_an_emoji_is_no_reason_to_stop() -> None:
    assert only('{"a": "\\ud83d\\ude00", "b": 1}').said("b") == "1"


def test_a_document_within_a_document_knows_its_lines() -> None:
    data = only("data:\n  inner: |\n    a:\n      b: 1\n").at("data", "inner")
    (inner,) = nested_documents(data)
    assert inner.at("a", "b").line == 4


def test_a_document_on_one_line_has_that_line() -> None:
    data = only('kind: x\ndata: "a:\\n  b: 1\\n"\n').at("data")
    (inner,) = nested_documents(data)
    assert inner.at("a", "b").line == 2


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n\n",
        "[" * 100_000,
        "- " * 100_000,
        "{a: " * 50_000,
        'x: "\n' * 5000,
        "%YAML",
        "? {a: b}\n: 1",
        "\0",
        "\x07: {",
    ],
)
def test_nothing_is_too_strange_to_be_looked_at(text: str) -> None:
    assert len(list(read_documents(text))) <= 50


def test_scalars_have_dotted_names_and_lists_have_none() -> None:
    tree = only("a:\n  b: 1\n  c:\n  - 2\nd: 3")
    assert [name for name, _ in tree.scalars()] == ["a.b", "d"]
