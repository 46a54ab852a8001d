"""What a journal says was done, taken back: the last change first, and all of it or nothing."""

from collections.abc import Sequence
from dataclasses import replace

from calicovet.model.change import CreateObject, DeletePod, Op, Operation, PatchObject, Value
from calicovet.model.fix import Undo, UndoState
from calicovet.model.journal import Entry, Fate, Journal
from calicovet.model.sent import Made, Refusal, Refused, made_of
from calicovet.remedy.json_patch import DoesNotFit, found, patched
from calicovet.world import write
from calicovet.world.journal import JournalWriter
from calicovet.world.kube.client import Client

_COUNTERS = ("/metadata/generation", "/metadata/resourceVersion")
_HINDERS = (UndoState.CHANGED, UndoState.REFUSED)


def undo_entries(
    client: Client, journal: Journal, writer: JournalWriter | None
) -> tuple[Undo, ...]:
    """What became of each change that was made; without a writer it is a rehearsal.

    All are rehearsed first. Where one cannot be undone, none is: an earlier change may be what a later one, which
    has to stay, rests on.
    """
    made = [
        (number, entry)
        for number, entry in reversed(tuple(enumerate(journal.entries)))
        if entry.fate in (Fate.SENT, Fate.DONE)
    ]
    rehearsed = [(number, *_rehearse(client, entry)) for number, entry in made]
    undone = [undo for _, undo, _ in rehearsed]
    if any(undo.state in _HINDERS for undo in undone):
        return tuple(_left(undo) for undo in undone)
    if writer is None:
        return tuple(undone)
    for place, (number, undo, where) in enumerate(rehearsed):
        undone[place] = _undo(client, writer, number, undo, where)
        if undone[place].state in _HINDERS:
            return (*undone[: place + 1], *(_left(rest) for rest in undone[place + 1 :]))
    return tuple(undone)


def _undo(client: Client, writer: JournalWriter, number: int, undo: Undo, where: Made) -> Undo:
    writer.undoing(number)
    if undo.state is UndoState.CAN_BE:
        answer = write.undo(client, undo.change, where)
        if isinstance(answer, Refused):
            writer.not_undone(number, answer)
            return replace(undo, state=_state_of(answer), refused=answer)
        undo = replace(undo, state=UndoState.UNDONE)
    writer.undone(number)
    return undo


def _left(undo: Undo) -> Undo:
    return replace(undo, state=UndoState.LEFT) if undo.state is UndoState.CAN_BE else undo


def _rehearse(client: Client, entry: Entry) -> tuple[Undo, Made]:
    """What can be done about a change, and which object exactly is meant."""
    change, made = entry.change, entry.made
    if isinstance(change, DeletePod):
        return Undo(change=change, state=UndoState.NO_UNDO), made
    if isinstance(change, CreateObject) and not made.uid:
        made = _own_creation(write.read(client, change.ref), change)
        if not made.uid:
            # It was never made, or the one that is there is somebody else's.
            return Undo(change=change, state=UndoState.AS_BEFORE), made
    answer = write.undo(client, change, made, rehearsal=True)
    if not isinstance(answer, Refused):
        return Undo(change=change, state=UndoState.CAN_BE), made
    if answer.why in (Refusal.DRIFT, Refusal.GONE):
        current = write.read(client, change.ref)
        if not isinstance(current, Refused) and is_as_before(change, current):
            return Undo(change=change, state=UndoState.AS_BEFORE), made
    return Undo(change=change, state=_state_of(answer), refused=answer), made


def _state_of(refused: Refused) -> UndoState:
    drifted = refused.why in (Refusal.DRIFT, Refusal.GONE)
    return UndoState.CHANGED if drifted else UndoState.REFUSED


def _own_creation(current: Value, change: CreateObject) -> Made:
    """The object that is there, if it is the one that was sent; nobody told us what became of it."""
    if not isinstance(current, dict):
        return Made()
    writers = {each.get("manager") for each in current["metadata"].get("managedFields") or ()}
    own = writers == {write.MANAGER} and _holds(current, change.body)
    return made_of(current) if own else Made()


def _holds(current: Value, wanted: Value) -> bool:
    """Whether all that is wanted is there; the server adds fields of its own."""
    if isinstance(wanted, dict) and isinstance(current, dict):
        return all(key in current and _holds(current[key], each) for key, each in wanted.items())
    return bool(current == wanted)


def is_as_before(change: PatchObject | CreateObject, current: Value) -> bool:
    """Whether the object is as if the change had never been made."""
    if isinstance(change, CreateObject):
        return current is None
    if current is None:
        return False
    operations = [each for each in change.operations if each.path not in _COUNTERS]
    try:
        patched(current, operations)
    except DoesNotFit:
        return False
    # Nothing in a patch tests that what it adds is not there yet.
    return not any(_is_there(current, operations, each) for each in operations)


def _is_there(current: Value, operations: Sequence[Operation], operation: Operation) -> bool:
    if operation.op is not Op.ADD:
        return False
    before = operations[: operations.index(operation)]
    try:
        found(patched(current, before), operation.path)
    except DoesNotFit:
        return False
    return True
