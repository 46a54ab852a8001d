"""The undo of a change as a human types it; every word is quoted, because journals are not to be trusted."""

import json
import shlex

from calicovet.model.remediation.change import (
    Change,
    CreateObject,
    DeletePod,
    ObjectRef,
    PatchObject,
)
from calicovet.model.remediation.change_json import operation_json
from calicovet.remedy.object_refs import command_name


def undo_commands(change: Change) -> tuple[str, ...]:
    """The lines that take the change back; none for a pod that was restarted."""
    match change:
        case PatchObject(ref=ref, undo=operations):
            patch = json.dumps([operation_json(each) for each in operations], separators=(",", ":"))
            return (_line(ref, "patch", "--type", "json", "-p", patch),)
        case CreateObject(ref=ref):
            return (_line(ref, "delete"),)
        case DeletePod():
            return ()


def _line(ref: ObjectRef, verb: str, *more: str) -> str:
    place = ("-n", ref.namespace) if ref.namespace else ()
    return shlex.join(("kubectl", *place, verb, command_name(ref), ref.name, *more))
