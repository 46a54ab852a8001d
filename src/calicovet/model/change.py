"""Changes of objects with their undo, as they are shown, sent, kept in a journal and taken back."""

from enum import StrEnum
from typing import Any

from calicovet.model.record import record

Value = Any
"""JSON: null, true, numbers, text, lists and objects of these."""


class Op(StrEnum):
    """What one operation of a JSON Patch does."""

    TEST = "test"
    ADD = "add"
    REPLACE = "replace"
    REMOVE = "remove"


@record
class Operation:
    """One operation of a JSON Patch (RFC 6902)."""

    op: Op
    path: str
    """A JSON Pointer, such as /spec/calicoNetwork/bgp."""
    value: Value = None
    """Not sent with `remove`."""


@record(kw_only=True)
class ObjectRef:
    """Where an object is, and what it is called."""

    api_version: str
    """`v1`, `apps/v1`, `operator.tigera.io/v1`."""
    kind: str
    plural: str
    name: str
    namespace: str = ""

    @property
    def path(self) -> str:
        """Its address at the API server."""
        root = "/api" if self.api_version == "v1" else "/apis"
        place = f"/namespaces/{self.namespace}" if self.namespace else ""
        return f"{root}/{self.api_version}{place}/{self.plural}/{self.name}"

    @property
    def title(self) -> str:
        """`DaemonSet/calico-node in kube-system`."""
        place = f" in {self.namespace}" if self.namespace else ""
        return f"{self.kind}/{self.name}{place}"


@record(kw_only=True)
class PatchObject:
    """A patch that tests what it replaces; drift makes it fail instead of overwriting."""

    ref: ObjectRef
    operations: tuple[Operation, ...]
    undo: tuple[Operation, ...]
    """The inverse patch, which tests the new values."""


@record(kw_only=True)
class CreateObject:
    """An object that is not there yet; the undo deletes exactly this one."""

    ref: ObjectRef
    body: Value


@record(kw_only=True)
class DeletePod:
    """A pod that its DaemonSet makes anew; nothing undoes it."""

    ref: ObjectRef
    uid: str
    """Only this very pod: another of the same name is not meant."""


Change = PatchObject | CreateObject | DeletePod
