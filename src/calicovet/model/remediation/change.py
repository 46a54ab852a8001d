"""Changes of objects with their undo."""

from datetime import timedelta
from enum import StrEnum
from typing import Any

from calicovet.model.facts.settings import OwnerKind
from calicovet.model.record import record
from calicovet.model.remediation.plan import Ineffective, OfferedStep
from calicovet.model.remediation.writable_objects import segment
from calicovet.model.stage import StageId

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
        """Its address at the API server; ValueError where a part of it would lead elsewhere."""
        root = "/api" if self.api_version == "v1" else "/apis"
        version = "/".join(map(segment, self.api_version.split("/")))
        place = f"/namespaces/{segment(self.namespace)}" if self.namespace else ""
        return f"{root}/{version}{place}/{segment(self.plural)}/{segment(self.name)}"

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
    """A pod that its DaemonSet recreates; nothing undoes it."""

    ref: ObjectRef
    uid: str
    """Only this very pod: another of the same name is not meant."""


Change = PatchObject | CreateObject | DeletePod


@record(kw_only=True)
class Elsewhere:
    """The change in the form of an owner that calicovet does not write."""

    owner: OwnerKind
    form: str
    """`values`, `manifest`, `helm-chart-config`, `helm-release`, `inventory`."""
    where: str
    """Whose source it belongs in: `release calico in tigera-operator`."""
    text: str


class NoScript(StrEnum):
    """Why a step on a host is in no script."""

    HOLE = "hole"
    """A value in angle brackets that only a human knows."""
    ELSEWHERE = "elsewhere"
    """It is for other hosts: those of the control plane, or those that Typha runs on."""
    WAITS = "waits"
    """It makes sense only after one that is in no script."""


@record(kw_only=True)
class ScriptStep:
    """A step on a host as a script does it."""

    cause: str
    offered: OfferedStep
    """Where its words are."""
    commands: tuple[str, ...]
    undo: tuple[str, ...] = ()
    edits: tuple[str, ...] = ()
    makes: tuple[str, ...] = ()
    moves: tuple[str, ...] = ()
    saw: str = ""
    units: tuple[str, ...] = ()
    """What it restarts."""


@record(kw_only=True)
class HostScript:
    """What a human runs on a node; it backs up every file it touches, and takes it back."""

    node: str | None
    """None: whatever node the text spoke of."""
    steps: tuple[ScriptStep, ...]


@record(kw_only=True)
class PlannedStep:
    """A step whose owner was found: what is shown, and what would be sent."""

    cause: str
    node: str | None
    """None: about the cluster."""
    offered: OfferedStep
    changes: tuple[Change, ...] = ()
    """What `--apply` sends; empty where a human has to act."""
    together: bool = False
    """Its change is part of the patch that an earlier step has for the same object."""
    elsewhere: Elsewhere | None = None
    script: HostScript | None = None
    """Does this step, with the others of its node."""
    no_script: NoScript | None = None


@record(kw_only=True)
class FixPlan:
    """All that is to be done, in its order, and the promise to be verified afterwards."""

    id: str
    """From a digest of everything that would be done: equal plans have equal ids."""
    steps: tuple[PlannedStep, ...]
    reaches: StageId
    within: timedelta
    restarts: str
    """A key of the frame's words, as in an Offer."""
    restarts_count: int | None
    owner: str
    chain: tuple[str, ...]
    """Who decides, from the DaemonSet upwards, each with what shows it."""
    instead: tuple[PlannedStep, ...] = ()
    """The way with the least reach."""
    does_not_help: tuple[Ineffective, ...] = ()
    untried: tuple[str, ...] = ()
    """Nodes on which the model could not try the change."""
