"""JSON Merge Patches (RFC 7386), as people type them."""

from collections.abc import Mapping

from calicovet.model.remediation.change import Value


def merge_between(old: Value, new: Value) -> Value:
    """What makes `new` of `old`: only what differs, lists as a whole, null for what is taken away."""
    if not isinstance(old, Mapping) or not isinstance(new, Mapping):
        return new
    gone = dict.fromkeys((key for key in old if key not in new), None)
    differ = {
        key: merge_between(old.get(key), each)
        for key, each in new.items()
        if key not in old or old[key] != each
    }
    return {**gone, **differ}
