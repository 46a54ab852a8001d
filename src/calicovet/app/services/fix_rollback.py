"""Undoes the changes of a journal, the last one first, all or none.

A journal is input like any other. Nothing is sent unless it is sealed, every change in it is one that a plan of its
causes makes, and the undo of each changes nothing else in the object as it is now.
"""

from collections.abc import Sequence
from dataclasses import replace

from calicovet.causes.catalogue import load_catalogue
from calicovet.model.record import record
from calicovet.model.remediation.change import (
    CreateObject,
    DeletePod,
    Op,
    Operation,
    PatchObject,
    Value,
)
from calicovet.model.remediation.change_json import change_json
from calicovet.model.remediation.fix import Undo, UndoState
from calicovet.model.remediation.journal import Entry, Fate, Journal, Trust
from calicovet.model.remediation.send_result import Made, Refusal, Refused, made_of
from calicovet.remedy.kubectl.journal_undo import undo_commands
from calicovet.remedy.patches.diff import diff
from calicovet.remedy.patches.json_patch import DoesNotFit, found, patched
from calicovet.remedy.patches.object_patch import unchanged
from calicovet.remedy.write_limits.cause_scope import Reach, reach_of
from calicovet.remedy.write_limits.permitted_changes import is_permitted, stays_within
from calicovet.world.cluster import object_writes
from calicovet.world.journals.journal_file import JournalWriter
from calicovet.world.kube.client import Client
from calicovet.world.redaction.redact import redact_text

_COUNTERS = ("/metadata/generation", "/metadata/resourceVersion")
_HINDERS = (UndoState.CHANGED, UndoState.REFUSED, UndoState.NOT_OURS)


@record
class _Rehearsed:
    """What can be done about a change, and which object exactly is meant."""

    undo: Undo
    sent: PatchObject | CreateObject | None = None
    """The change whose undo is sent; tests that the object is the one that was looked at."""
    made: Made = Made()


def not_sent(journal: Journal) -> tuple[Undo, ...]:
    """What became of each change where nothing of the journal may be sent; empty where it may be."""
    reach = reach_in(journal.causes)
    ours = [is_permitted(entry.change, reach) for entry in journal.entries]
    if journal.trust is Trust.SEALED and all(ours):
        return ()
    pairs = zip(journal.entries, ours, strict=True)
    return tuple(_shown(entry, journal.trust, is_ours=own) for entry, own in pairs)[::-1]


def reach_in(causes: Sequence[str]) -> tuple[Reach, ...]:
    """What plans of these causes may write; what is no cause has no plans."""
    return reach_of(cause for cause in load_catalogue() if cause.name in causes)


def undo_entries(
    client: Client, journal: Journal, writer: JournalWriter | None, confirmed: str | None = None
) -> tuple[Undo, ...]:
    """What became of each change that was made; without a writer it is a rehearsal.

    All are rehearsed first. Where one cannot be undone, none is: an earlier change may be what a later one, which
    has to stay, rests on. Where the rehearsal gives another plan than the confirmed one, it stays a rehearsal.
    """
    if refused := not_sent(journal):
        return refused
    reach = reach_in(journal.causes)
    made = [
        (number, entry)
        for number, entry in reversed(tuple(enumerate(journal.entries)))
        if entry.fate in (Fate.SENT, Fate.DONE)
    ]
    rehearsed = [(number, _rehearse(client, entry, reach)) for number, entry in made]
    undone = [each.undo for _, each in rehearsed]
    if any(undo.state in _HINDERS for undo in undone):
        return tuple(_left(undo) for undo in undone)
    if writer is None or confirmed not in (None, plan_of(journal, undone)):
        return tuple(undone)
    for place, (number, each) in enumerate(rehearsed):
        undone[place] = _undo(client, writer, number, each)
        if undone[place].state in _HINDERS:
            return (*undone[: place + 1], *(_left(rest) for rest in undone[place + 1 :]))
    return tuple(undone)


def plan_of(journal: Journal, undone: Sequence[Undo]) -> str:
    """The id of all that a rollback would send; empty where that is nothing."""
    import hashlib
    import json

    sent = [change_json(undo.change) for undo in undone if undo.state is UndoState.CAN_BE]
    told = json.dumps([journal.id, journal.server, sent], sort_keys=True)
    return hashlib.sha256(told.encode()).hexdigest()[:8] if sent else ""


def _shown(entry: Entry, trust: Trust, *, is_ours: bool) -> Undo:
    if not is_ours:
        return Undo(change=entry.change, state=UndoState.NOT_OURS)
    if trust is Trust.SEALED:
        return Undo(change=entry.change, state=UndoState.LEFT)
    done = entry.fate in (Fate.SENT, Fate.DONE)
    commands = undo_commands(entry.change) if done else ()
    return Undo(change=entry.change, state=UndoState.NOT_SEALED, commands=commands)


def _undo(client: Client, writer: JournalWriter, number: int, rehearsed: _Rehearsed) -> Undo:
    undo = rehearsed.undo
    writer.undoing(number)
    if rehearsed.sent is not None:
        answer = object_writes.undo(client, rehearsed.sent, rehearsed.made)
        if isinstance(answer, Refused):
            writer.not_undone(number, answer)
            return replace(undo, state=_state_of(answer), refused=answer)
        undo = replace(undo, state=UndoState.UNDONE)
    writer.undone(number)
    return undo


def _left(undo: Undo) -> Undo:
    return replace(undo, state=UndoState.LEFT) if undo.state is UndoState.CAN_BE else undo


def _rehearse(client: Client, entry: Entry, reach: Sequence[Reach]) -> _Rehearsed:
    change = entry.change
    if isinstance(change, DeletePod):
        return _Rehearsed(Undo(change=change, state=UndoState.NO_UNDO))
    current = object_writes.read(client, change.ref)
    if isinstance(current, Refused):
        return _Rehearsed(Undo(change=change, state=UndoState.REFUSED, refused=current))
    if isinstance(change, CreateObject):
        return _rehearse_deletion(client, change, current, entry.made)
    try:
        after = patched(current, change.undo)
    except DoesNotFit:
        state = UndoState.AS_BEFORE if _is_as_before(change, current) else UndoState.CHANGED
        return _Rehearsed(Undo(change=change, state=state))
    if not stays_within(change, current, after, reach):
        return _Rehearsed(Undo(change=change, state=UndoState.NOT_OURS))
    # Between this look and the patch, the members of a list could get other numbers.
    exactly = replace(change, undo=(*unchanged(current), *change.undo))
    shown = redact_text(diff(change, current, after=after))
    return _asked(client, change, exactly, Made(), shown)


def _rehearse_deletion(
    client: Client, change: CreateObject, current: Value, made: Made
) -> _Rehearsed:
    """Deletes only what calicovet has created, and what has not been changed since."""
    own = _own_creation(current, change)
    if current is None or (not own.uid and not made.uid):
        # It was never made, or the one that is there was made by another program.
        return _Rehearsed(Undo(change=change, state=UndoState.AS_BEFORE))
    if not own.uid or (made.uid and own != made):
        return _Rehearsed(Undo(change=change, state=UndoState.CHANGED))
    return _asked(client, change, change, own, "")


def _asked(
    client: Client,
    change: PatchObject | CreateObject,
    sent: PatchObject | CreateObject,
    made: Made,
    shown: str,
) -> _Rehearsed:
    """What the server says to the undo."""
    answer = object_writes.undo(client, sent, made, rehearsal=True)
    if isinstance(answer, Refused):
        return _Rehearsed(Undo(change=change, state=_state_of(answer), refused=answer))
    return _Rehearsed(Undo(change=change, state=UndoState.CAN_BE, diff=shown), sent, made)


def _state_of(refused: Refused) -> UndoState:
    drifted = refused.why in (Refusal.DRIFT, Refusal.GONE)
    return UndoState.CHANGED if drifted else UndoState.REFUSED


def _own_creation(current: Value, change: CreateObject) -> Made:
    """The object that is there, if it is the one that was sent."""
    metadata = current.get("metadata") if isinstance(current, dict) else None
    if not isinstance(metadata, dict):
        return Made()
    writers = {each.get("manager") for each in metadata.get("managedFields") or ()}
    own = writers == {object_writes.MANAGER} and _holds(current, change.body)
    return made_of(current) if own else Made()


def _holds(current: Value, wanted: Value) -> bool:
    """Whether all wanted fields are there; the server adds others."""
    if isinstance(wanted, dict) and isinstance(current, dict):
        return all(key in current and _holds(current[key], each) for key, each in wanted.items())
    return bool(current == wanted)


def _is_as_before(change: PatchObject, current: Value) -> bool:
    """Whether the object is as if the change had never been made."""
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
