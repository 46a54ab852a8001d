"""Whatever the objects are, a merge patch and its undo lead there and back."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from calicovet.model.remediation.change import Value
from calicovet.remedy.patches.merge_patch import merge_between

_plain = st.integers(-9, 9) | st.sampled_from(["", "a", "b"])
_keys = st.sampled_from(["a", "b", "c", "d"])
_values = st.recursive(
    _plain,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_keys, inner, max_size=4),
    max_leaves=8,
)
_objects = st.dictionaries(_keys, _values, max_size=4)


def _merged(value: Value, patch: Value) -> Value:
    """RFC 7386, as the server does it."""
    if not isinstance(patch, dict):
        return patch
    merged = dict(value) if isinstance(value, dict) else {}
    for key, each in patch.items():
        if each is None:
            merged.pop(key, None)
        else:
            merged[key] = _merged(merged.get(key), each)
    return merged


_unhurried = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


@_unhurried
@given(_objects, _objects)
def test_there_and_back(old: Value, new: Value) -> None:
    there = _merged(old, merge_between(old, new))
    assert there == new
    assert _merged(there, merge_between(new, old)) == old


@_unhurried
@given(_objects)
def test_nothing_is_said_where_nothing_differs(value: Value) -> None:
    assert merge_between(value, value) == {}
