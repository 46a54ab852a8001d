"""kubectl commands that change, and restore, the object that was read."""

from collections.abc import Mapping

from calicovet.model.record import record
from calicovet.model.remediation.change import ObjectRef, Value
from calicovet.model.remediation.change_json import operation_json
from calicovet.remedy.field_locations import FieldLocation
from calicovet.remedy.kubectl import commands
from calicovet.remedy.ownership import Owner
from calicovet.remedy.patches.field_edits import Named, Place, Put, looked_up, strategic
from calicovet.remedy.patches.json_patch import between
from calicovet.remedy.patches.merge_patch import merge_between


@record
class Typed:
    """Lines that make a change, and those that take it back."""

    commands: tuple[str, ...]
    undo: tuple[str, ...]


def typed(home: FieldLocation, old: Value, new: Value, owner: Owner) -> Typed:
    """The lines that make `new` of `old` and back."""
    ref = home.ref
    if ref.kind != "DaemonSet":
        there, back = merge_between(old, new), merge_between(new, old)
        return Typed((commands.merge(ref, there),), (commands.merge(ref, back),))
    # A merge patch would replace its list of containers as a whole.
    there, back = _variables(home.puts, new), _variables(home.puts, old)
    if there is None or back is None:
        # A member of a list is replaced as a whole; a strategic patch would mix old and new.
        whole = any(isinstance(put.place[-1], Named) for put in home.puts)
        line = _patch(ref, old, new) if whole else commands.strategic(ref, strategic(home.puts))
        return Typed((line,), (_patch(ref, new, old),))
    # What is set again after its removal comes last, and others may refer to it.
    moved = any(value is None and (name, value) not in back for name, value in there)
    undo = _patch(ref, new, old) if moved else commands.set_variables(owner, back)
    return Typed((commands.set_variables(owner, there),), (undo,))


def _variables(puts: tuple[Put, ...], value: Value) -> tuple[tuple[str, str | None], ...] | None:
    """What the variables hold, where nothing else changes and all have plain values."""
    found: list[tuple[str, str | None]] = []
    for put in puts:
        name = _variable(put.place)
        there = looked_up(value, put.place)
        if name is None or (isinstance(there, Mapping) and "valueFrom" in there):
            return None
        found.append((name, there.get("value", "") if isinstance(there, Mapping) else None))
    return tuple(found)


def _variable(place: Place) -> str | None:
    last = place[-1]
    return last.name if isinstance(last, Named) and place[-2] == "env" else None


def _patch(ref: ObjectRef, old: Value, new: Value) -> str:
    """A patch that tests what it removes, so that no other change is lost."""
    return commands.json_patch(ref, [operation_json(each) for each in between(old, new)])
