"""The strict schema of a journal line."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType, field

from calicovet.model.remediation.change import (
    Change,
    CreateObject,
    DeletePod,
    ObjectRef,
    Op,
    Operation,
    PatchObject,
    Value,
)
from calicovet.model.remediation.outcome import Result
from calicovet.model.remediation.send_result import Refusal
from calicovet.model.remediation.writable_objects import NAME, NAMESPACE

SCHEMA = "calicovet-journal/v2"

_Text = Annotated[str, Meta(max_length=100_000)]
_Name = Annotated[str, Meta(pattern=rf"^{NAME.pattern}\Z")]
_Namespace = Annotated[str, Meta(pattern=rf"^(?:{NAMESPACE.pattern})?\Z")]
_Version = Annotated[str, Meta(pattern=r"^(?:[a-z0-9][a-z0-9.-]{0,252}/)?v[0-9a-z]{1,20}\Z")]
_Kind = Annotated[str, Meta(pattern=r"^[A-Za-z]{1,63}\Z")]
_Plural = Annotated[str, Meta(pattern=r"^[a-z]{1,63}\Z")]
_Pointer = Annotated[str, Meta(pattern=r"^(?:/(?:[^~/]|~[01])*)+\Z", max_length=10_000)]
_DEEPEST = 50
"""Levels of a value; the deepest fields of Kubernetes have about twenty."""
_Number = Annotated[int, Meta(ge=0, le=10_000)]


class _Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class OperationLine(_Strict, frozen=True):
    op: Op
    path: _Pointer
    value: Any = UNSET


class _ChangeLine(_Strict, frozen=True, tag_field="do"):
    api_version: _Version = field(name="apiVersion")
    kind: _Kind
    resource: _Plural
    name: _Name
    namespace: _Namespace

    @property
    def ref(self) -> ObjectRef:
        return ObjectRef(
            api_version=self.api_version,
            kind=self.kind,
            plural=self.resource,
            name=self.name,
            namespace=self.namespace,
        )


class PatchLine(_ChangeLine, frozen=True, tag="patch"):
    patch: list[OperationLine]
    undo: list[OperationLine]


class CreateLine(_ChangeLine, frozen=True, tag="create"):
    body: dict[str, Any]


class DeleteLine(_ChangeLine, frozen=True, tag="delete"):
    uid: _Text


class _Line(_Strict, frozen=True, kw_only=True, tag_field="entry"):
    at: Annotated[datetime, Meta(tz=True)]
    seal: str = ""


class Begun(_Line, frozen=True, kw_only=True, tag="begun"):
    schema: Literal["calicovet-journal/v1", "calicovet-journal/v2"]
    plan: _Text
    causes: list[_Text]
    nodes: list[_Text]
    context: _Text
    server: _Text
    authority: str | UnsetType = UNSET
    changes: list[PatchLine | CreateLine | DeleteLine]


class _Numbered(_Line, frozen=True, kw_only=True):
    number: _Number


class _Answered(_Numbered, frozen=True, kw_only=True):
    why: Refusal
    said: _Text


class Sending(_Numbered, frozen=True, kw_only=True, tag="sending"):
    pass


class Done(_Numbered, frozen=True, kw_only=True, tag="done"):
    uid: _Text
    resource_version: _Text = field(name="resourceVersion")


class NotMade(_Answered, frozen=True, kw_only=True, tag="refused"):
    pass


class Unanswered(_Answered, frozen=True, kw_only=True, tag="unanswered"):
    pass


class Undoing(_Numbered, frozen=True, kw_only=True, tag="undoing"):
    pass


class Undone(_Numbered, frozen=True, kw_only=True, tag="undone"):
    pass


class NotUndone(_Answered, frozen=True, kw_only=True, tag="not-undone"):
    pass


class ReasonLine(_Strict, frozen=True):
    key: _Text
    node: _Text | None
    detail: _Text


class Verified(_Line, frozen=True, kw_only=True, tag="verified"):
    result: Result
    reasons: list[ReasonLine]


Later = Sending | Done | NotMade | Unanswered | Undoing | Undone | NotUndone | Verified
Line = Begun | Later

_DECODER = msgspec.json.Decoder(Line)


def read_line(line: bytes) -> Line:
    """The line as it is meant; ValueError where it is none that `fix` or `rollback` writes."""
    try:
        read: Line = _DECODER.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise ValueError(str(error)) from error
    return read


def change_of(line: PatchLine | CreateLine | DeleteLine) -> Change:
    """The change that the line records; ValueError where an operation is none."""
    match line:
        case PatchLine(patch=patch, undo=undo):
            return PatchObject(ref=line.ref, operations=_operations(patch), undo=_operations(undo))
        case CreateLine(body=body):
            return CreateObject(ref=line.ref, body=_shallow(body))
        case DeleteLine(uid=uid):
            return DeletePod(ref=line.ref, uid=uid)


def _operations(lines: Sequence[OperationLine]) -> tuple[Operation, ...]:
    return tuple(map(_operation, lines))


def _operation(line: OperationLine) -> Operation:
    has_value = line.value is not UNSET
    if has_value is (line.op is Op.REMOVE):
        raise ValueError(f"{line.op} {line.path}")
    return Operation(line.op, line.path, _shallow(line.value) if has_value else None)


def _shallow(value: Value) -> Value:
    """The value itself; ValueError where it is nested so deeply that walking it would end the program."""
    level = [value] if isinstance(value, dict | list) else []
    for _ in range(_DEEPEST):
        inner = [each.values() if isinstance(each, dict) else each for each in level]
        level = [one for each in inner for one in each if isinstance(one, dict | list)]
        if not level:
            return value
    raise ValueError("nested too deeply")
