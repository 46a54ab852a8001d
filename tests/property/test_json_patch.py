"""Whatever the objects are, a patch and its undo lead there and back."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calicovet.model.remediation.change import Op, Operation, Value
from calicovet.remedy.patches.json_patch import DoesNotFit, between, patched

_plain = st.none() | st.booleans() | st.integers(-9, 9) | st.text("ab/~0-é", max_size=4)
_values = st.recursive(
    _plain,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text("ab/~", max_size=3), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(_values, _values)
def test_a_patch_makes_one_of_the_other(old: Value, new: Value) -> None:
    assert patched(old, between(old, new)) == new


@given(_values, _values)
def test_the_undo_gives_back_what_was(old: Value, new: Value) -> None:
    there = patched(old, between(old, new))
    assert patched(there, between(new, old)) == old


@given(_values)
def test_nothing_leads_from_a_value_to_itself(value: Value) -> None:
    assert between(value, value) == ()


@given(_values, _values)
def test_what_is_taken_away_is_tested_first(old: Value, new: Value) -> None:
    # A concurrent change to what the patch would remove makes it fail; nothing is overwritten.
    steps = between(old, new)
    for before, step in pairwise(steps):
        if step.op in (Op.REPLACE, Op.REMOVE):
            assert (before.op, before.path) == (Op.TEST, step.path)


@pytest.mark.parametrize(
    "operation",
    [
        Operation(Op.TEST, "/a", True),
        Operation(Op.TEST, "/b", 1),
        Operation(Op.REMOVE, "/b"),
        Operation(Op.REPLACE, "/c/7", 1),
        Operation(Op.ADD, "/c/9", 1),
        Operation(Op.ADD, "/a/b", 1),
    ],
    ids=lambda operation: f"{operation.op} {operation.path}",
)
def test_what_does_not_fit_changes_nothing(operation: Operation) -> None:
    value = {"a": 1, "c": [1]}
    with pytest.raises(DoesNotFit):
        patched(value, [operation])
    assert value == {"a": 1, "c": [1]}
