"""Changes as JSON, which journals keep and programs read."""

from typing import Any

from calicovet.model.remediation.change import (
    Change,
    CreateObject,
    DeletePod,
    Op,
    Operation,
    PatchObject,
)


def change_json(change: Change) -> dict[str, Any]:
    """All of it: enough to make the change, and to undo it."""
    ref = change.ref
    told: dict[str, Any] = {
        "apiVersion": ref.api_version,
        "kind": ref.kind,
        "resource": ref.plural,
        "name": ref.name,
        "namespace": ref.namespace,
    }
    match change:
        case PatchObject():
            return {
                "do": "patch",
                **told,
                "patch": [operation_json(each) for each in change.operations],
                "undo": [operation_json(each) for each in change.undo],
            }
        case CreateObject():
            return {"do": "create", **told, "body": change.body}
        case DeletePod():
            return {"do": "delete", **told, "uid": change.uid}


def operation_json(operation: Operation) -> dict[str, Any]:
    """As RFC 6902 writes it."""
    told: dict[str, Any] = {"op": str(operation.op), "path": operation.path}
    return told if operation.op is Op.REMOVE else {**told, "value": operation.value}
