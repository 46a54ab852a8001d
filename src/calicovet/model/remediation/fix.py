"""A complete fix plan, and its result."""

from enum import StrEnum

from calicovet.model.commands.shell import Part
from calicovet.model.diagnosis import Diagnosis, NodeDiagnosis
from calicovet.model.finding import NAMED, Finding
from calicovet.model.record import record
from calicovet.model.remediation.change import Change, FixPlan, ObjectRef
from calicovet.model.remediation.journal import JournalState, Trust
from calicovet.model.remediation.outcome import Outcome
from calicovet.model.remediation.send_result import Refused, Rehearsed


@record(kw_only=True)
class Fix:
    """What is wrong, what would be done about it, and what the server says to that."""

    causes: tuple[str, ...]
    node: str
    """The only one that was asked about; empty: all that have it."""
    sick: tuple[tuple[NodeDiagnosis, Finding], ...]
    diagnosis: Diagnosis
    plan: FixPlan
    diffs: tuple[str, ...] = ()
    rehearsed: tuple[Rehearsed, ...] | None = None
    """None: there was no server to rehearse on."""
    unread: tuple[tuple[ObjectRef, Refused], ...] = ()
    """Objects that could not be read."""
    even_if_managed: bool = False
    left_out: tuple[str, ...] = ()
    """Causes that were asked for, and that no node here has, or has for certain."""
    where: tuple[Part, ...] = ()
    """The flags that said which cluster, to be said again."""
    how: tuple[Part, ...] = ()
    """And those that said how far to look."""

    @property
    def nodes(self) -> tuple[str, ...]:
        """Those that are to get well."""
        return tuple(dict.fromkeys(node.node for node, _ in self.sick if node.node))

    @property
    def sure(self) -> bool:
        """Whether all of it is proven or likely: on less, nothing is changed."""
        return all(finding.verdict in NAMED for _, finding in self.sick)

    @property
    def changes(self) -> tuple[Change, ...]:
        """All that would be sent, in its order."""
        return tuple(change for step in self.plan.steps for change in step.changes)

    @property
    def refused(self) -> tuple[Rehearsed, ...]:
        """What the server would not do."""
        return tuple(each for each in self.rehearsed or () if each.refused is not None)


class UndoState(StrEnum):
    """What a rollback does with one change."""

    UNDONE = "undone"
    CAN_BE = "can-be"
    """The server would do it."""
    AS_BEFORE = "as-before"
    """The object is as it was before the change: nothing is left to undo."""
    NO_UNDO = "no-undo"
    """A pod that was deleted; its DaemonSet has made another."""
    CHANGED = "changed"
    """It was changed since, and that change is not overwritten."""
    REFUSED = "refused"
    LEFT = "left"
    """It could have been undone, and was left because others could not."""
    NOT_SEALED = "not-sealed"
    """The journal has no valid seal: the undo is shown as commands, and never sent."""
    NOT_OURS = "not-ours"
    """No plan of the journal's causes writes that object, or those fields."""


@record(kw_only=True)
class Undo:
    """One change, and what a rollback does with it."""

    change: Change
    state: UndoState
    refused: Refused | None = None
    commands: tuple[str, ...] = ()
    """The undo as a human types it, where it is not sent."""
    diff: str = ""
    """What the undo changes in the object, where it can be sent."""


class Ending(StrEnum):
    """How an attempt to apply a plan ended."""

    NOT_CONFIRMED = "not-confirmed"
    ANOTHER_PLAN = "another-plan"
    NOTHING_TO_SEND = "nothing-to-send"
    REFUSED = "refused"
    """Before anything was sent."""
    HALF = "half"
    """A change was refused after others had been made."""
    STOPPED = "stopped"
    """Ctrl-C."""
    APPLIED = "applied"


@record(kw_only=True)
class Applied:
    """What came of `--apply`."""

    ending: Ending
    journal: str = ""
    path: str = ""
    done: tuple[Change, ...] = ()
    refused: tuple[Rehearsed, ...] = ()
    outcome: Outcome | None = None
    """None: not verified."""
    rolling: bool = False
    """The DaemonSet had not yet replaced all of its pods."""
    undone: tuple[Undo, ...] = ()


class RollbackEnding(StrEnum):
    """How an attempt to roll back ended."""

    NOT_SEALED = "not-sealed"
    NOT_OURS = "not-ours"
    REHEARSED = "rehearsed"
    NOT_CONFIRMED = "not-confirmed"
    ANOTHER_PLAN = "another-plan"
    CANNOT = "cannot"
    """The server would not undo all of it, so nothing was undone, or not all of it."""
    UNDONE = "undone"


@record(kw_only=True)
class RolledBack:
    """What came of a rollback."""

    journal: str
    path: str
    state: JournalState
    trust: Trust
    ending: RollbackEnding
    plan: str
    """From a digest of all that would be sent; empty where nothing would be."""
    dry_run: bool
    undone: tuple[Undo, ...]
    """In the order in which it is undone: the last change first."""
    where: tuple[Part, ...] = ()
    """The flags that said which cluster, to be said again."""

    @property
    def failed(self) -> bool:
        """Whether something is left that was to be undone."""
        return self.ending not in (RollbackEnding.REHEARSED, RollbackEnding.UNDONE)
