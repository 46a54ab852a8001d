"""The kubectl commands that undo a journal without a valid seal; values are quoted, because journals are untrusted."""

from calicovet.model.remediation.change import Change, CreateObject, DeletePod, PatchObject
from calicovet.model.remediation.change_json import operation_json
from calicovet.remedy.kubectl.commands import delete, json_patch


def undo_commands(change: Change) -> tuple[str, ...]:
    """The lines that take the change back; none for a pod that was restarted."""
    match change:
        case PatchObject(ref=ref, undo=operations):
            return (json_patch(ref, [operation_json(each) for each in operations]),)
        case CreateObject(ref=ref):
            return (delete(ref),)
        case DeletePod():
            return ()
