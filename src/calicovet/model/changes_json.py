"""Changes as JSON, which journals keep and programs read."""

from collections.abc import Mapping
from typing import Any

from calicovet.model.change import (
    Change,
    CreateObject,
    DeletePod,
    ObjectRef,
    Op,
    Operation,
    PatchObject,
)


def change_json(change: Change) -> dict[str, Any]:
    """All of it: whoever has this can make the change, and take it back."""
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


def read_change(told: Mapping[str, Any]) -> Change:
    """The change again; KeyError or ValueError where that is none."""
    ref = ObjectRef(
        api_version=told["apiVersion"],
        kind=told["kind"],
        plural=told["resource"],
        name=told["name"],
        namespace=told["namespace"],
    )
    if told["do"] == "patch":
        there = tuple(_operation(each) for each in told["patch"])
        back = tuple(_operation(each) for each in told["undo"])
        return PatchObject(ref=ref, operations=there, undo=back)
    if told["do"] == "create":
        return CreateObject(ref=ref, body=told["body"])
    if told["do"] == "delete":
        return DeletePod(ref=ref, uid=told["uid"])
    raise ValueError(told["do"])


def operation_json(operation: Operation) -> dict[str, Any]:
    """As RFC 6902 writes it."""
    told: dict[str, Any] = {"op": str(operation.op), "path": operation.path}
    return told if operation.op is Op.REMOVE else {**told, "value": operation.value}


def _operation(told: Mapping[str, Any]) -> Operation:
    return Operation(Op(told["op"]), told["path"], told.get("value"))
