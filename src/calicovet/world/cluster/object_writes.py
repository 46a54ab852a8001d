"""Sends changes to the API server: dry run, apply, undo. The only module that writes.

Nothing else in the program writes objects of a cluster that last.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from calicovet.model.remediation.change import (
    Change,
    CreateObject,
    DeletePod,
    ObjectRef,
    Operation,
    PatchObject,
    Value,
)
from calicovet.model.remediation.change_json import operation_json
from calicovet.model.remediation.send_result import Made, Refusal, Refused
from calicovet.model.remediation.writable_objects import DELETED_POD, WRITTEN, group_of
from calicovet.world.access.rbac_rules import rule_for
from calicovet.world.json_decoding import decode_as
from calicovet.world.kube.client import Client
from calicovet.world.kube.errors import ApiError, ApiRefused

MANAGER = "calicovet"
"""Who wrote it, in the object's own record."""

_JSON_PATCH = "application/json-patch+json"
_REHEARSAL = {"dryRun": "All"}
# A field that the server does not know would be dropped without a word.
_OURS = {"fieldManager": MANAGER, "fieldValidation": "Strict"}
_UNFIT = "the server rejected our request due to an error in our request"
"""All that a server says of a JSON Patch whose test fails, or whose path is not there."""

_BEYOND = "attempting to grant RBAC permissions not currently held"


class NotOurs(Exception):
    """A plan wants something written that is none of our business: a mistake of the program."""


def is_ours(change: Change) -> bool:
    """Whether it is one of the few objects that may be written at all."""
    ref = change.ref
    group = group_of(ref.api_version)
    if isinstance(change, DeletePod):
        return (group, ref.plural) == ("", "pods") and DELETED_POD.fullmatch(ref.name) is not None
    names = WRITTEN.get((group, ref.plural))
    return names is not None and names.fullmatch(ref.name) is not None


def read(client: Client, ref: ObjectRef) -> Value | Refused:
    """The object as it is now; None where there is none."""
    try:
        return _object(client.get(ref.path).body, ref)
    except ApiError as error:
        if isinstance(error, ApiRefused) and error.status == 404:
            return None
        return _refused(error, ref.path, "get")


def rehearse(client: Client, change: Change) -> Value | Refused:
    """What the server would make of it; nothing is kept."""
    return _send(client, change, _REHEARSAL)


def apply(client: Client, change: Change) -> Value | Refused:
    """What the server has made of it."""
    return _send(client, change, {})


def undo(client: Client, change: Change, made: Made, *, rehearsal: bool = False) -> Value | Refused:
    """The object as it is without the change; what was changed since is refused as drift."""
    _need_ours(change)
    query = _REHEARSAL if rehearsal else {}
    ref = change.ref
    match change:
        case PatchObject(undo=operations):
            return _patched(client, ref, operations, query)
        case CreateObject():
            exactly = {"uid": made.uid, "resourceVersion": made.resource_version}
            return _deleted(client, ref, exactly, query)
        case DeletePod():
            return None


def _send(client: Client, change: Change, query: Mapping[str, str]) -> Value | Refused:
    _need_ours(change)
    ref = change.ref
    match change:
        case PatchObject(operations=operations):
            return _patched(client, ref, operations, query)
        case CreateObject(body=body):
            place = ref.path.rpartition("/")[0]
            sent = msgspec.json.encode(body)
            return _answer(
                lambda: client.post(place, sent, query={**_OURS, **query}), place, "create", ref
            )
        case DeletePod(uid=uid):
            return _deleted(client, ref, {"uid": uid}, query)


def _need_ours(change: Change) -> None:
    if not is_ours(change):
        raise NotOurs(f"{change.__class__.__name__} of {change.ref.title}")


def _patched(
    client: Client, ref: ObjectRef, operations: Sequence[Operation], query: Mapping[str, str]
) -> Value | Refused:
    body = msgspec.json.encode([operation_json(each) for each in operations])
    return _answer(
        lambda: client.patch(ref.path, body, _JSON_PATCH, query={**_OURS, **query}),
        ref.path,
        "patch",
        ref,
    )


def _deleted(
    client: Client, ref: ObjectRef, exactly: Mapping[str, str], query: Mapping[str, str]
) -> Value | Refused:
    # With a body, the server does not look at the query: what is to be a rehearsal must be said here.
    dry = {"dryRun": [query["dryRun"]]} if query else {}
    options = {"apiVersion": "v1", "kind": "DeleteOptions", "preconditions": exactly, **dry}
    body = msgspec.json.encode(options)
    return _answer(lambda: client.delete(ref.path, body, query=query), ref.path, "delete", ref)


def _answer(send: Callable[[], bytes], path: str, verb: str, ref: ObjectRef) -> Value | Refused:
    try:
        return _object(send(), ref, deleted=verb == "delete")
    except ApiError as error:
        return _refused(error, path, verb)


def _object(body: bytes, ref: ObjectRef, *, deleted: bool = False) -> Value | Refused:
    """The object that was asked for; a proxy's login page or another object is no answer of the API server."""
    try:
        found = decode_as(body, dict[str, Any])
    except msgspec.DecodeError:
        found = {}
    metadata = found.get("metadata")
    name = metadata.get("name") if isinstance(metadata, dict) else None
    if found.get("kind") == ref.kind and name == ref.name:
        return found
    # A finished deletion is answered with a Status, one that goes on with the object.
    if deleted and found.get("kind") == "Status" and found.get("status") == "Success":
        return found
    return Refused(why=Refusal.NO_ANSWER, said=f"the answer is not {ref.kind}/{ref.name}")


def _refused(error: ApiError, path: str, verb: str) -> Refused:
    if not isinstance(error, ApiRefused):
        return Refused(why=Refusal.NO_ANSWER, said=str(error))
    said = error.message or error.reason or str(error.status)
    if error.status in (401, 403):
        # Who may change roles still cannot give away what he has not got: no rule of ours would help.
        rule = "" if _BEYOND in said else str(rule_for(path, verb))
        return Refused(why=Refusal.FORBIDDEN, said=said, rule=rule)
    if error.status == 404:
        return Refused(why=Refusal.GONE, said=said)
    if error.status == 409 or (error.status == 422 and said.startswith(_UNFIT)):
        return Refused(why=Refusal.DRIFT, said=said)
    unknown = error.status >= 500
    return Refused(why=Refusal.NO_ANSWER if unknown else Refusal.REFUSED, said=said)
