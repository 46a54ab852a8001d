"""What a patch changes, as a unified diff of the object's YAML."""

from collections.abc import Mapping

from calicovet.model.remediation.change import Change, CreateObject, PatchObject, Value
from calicovet.remedy.patches.json_patch import patched
from calicovet.remedy.patches.yaml_text import yaml_of

_AROUND = 3
_UNREAD = ("managedFields", "resourceVersion", "generation", "uid", "creationTimestamp")
_APPLIED = "kubectl.kubernetes.io/last-applied-configuration"


def diff(change: Change, before: Value, *, after: Value = None) -> str:
    """Only around what changes; empty for a deletion. `after`: as the server would have it."""
    match change:
        case PatchObject(operations=operations):
            after = patched(before, operations) if after is None else after
            return _unified(change.ref.title, before, after)
        case CreateObject(body=body):
            return _unified(change.ref.title, None, body if after is None else after)
    return ""


def _unified(title: str, before: Value, after: Value) -> str:
    import difflib

    lines = difflib.unified_diff(
        _lines(before), _lines(after), f"{title} (now)", f"{title} (then)", n=_AROUND, lineterm=""
    )
    return "\n".join(lines)


def _lines(value: Value) -> list[str]:
    return [] if value is None else yaml_of(_shown(value)).splitlines()


def _shown(value: Value) -> Value:
    """Without what the server keeps for itself, and without the copy that kubectl keeps."""
    if not isinstance(value, Mapping) or not isinstance(value.get("metadata"), Mapping):
        return value
    metadata = {key: each for key, each in value["metadata"].items() if key not in _UNREAD}
    if isinstance(metadata.get("annotations"), Mapping):
        kept = {key: each for key, each in metadata["annotations"].items() if key != _APPLIED}
        metadata["annotations"] = kept
    return {**value, "metadata": metadata}
