"""Whether a change stays within what `fix` may write."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest

from calicovet.model.remediation.change import (
    Change,
    CreateObject,
    DeletePod,
    Op,
    Operation,
    PatchObject,
    Value,
)
from calicovet.model.remediation.writable_objects import DELETED_POD, NAMESPACE
from calicovet.remedy.patches.field_edits import GONE, Named, Place, looked_up
from calicovet.remedy.patches.json_patch import same
from calicovet.remedy.write_limits.cause_scope import UNKNOWN, Reach

_COUNTERS: tuple[Place, ...] = (
    ("metadata", "uid"),
    ("metadata", "generation"),
    ("metadata", "resourceVersion"),
)
_HEAD = ("apiVersion", "kind", "metadata")


def is_permitted(change: Change, reach: Sequence[Reach]) -> bool:
    """Whether the object, every field of the patch and every field of its undo is within reach."""
    if isinstance(change, DeletePod):
        return _is_restarted_pod(change)
    about = [each for each in reach if each.is_about(change.ref)]
    match change:
        case PatchObject(operations=operations, undo=undo):
            return any(
                _operations_fit(operations, each, Op.ADD) and _operations_fit(undo, each, Op.REMOVE)
                for each in about
            )
        case CreateObject(body=body):
            return any(each.made is not None and _body_fits(body, change, each) for each in about)


def stays_within(change: PatchObject, old: Value, new: Value, reach: Sequence[Reach]) -> bool:
    """Whether nothing else differs between the two states of the object.

    A patch names members of lists by number; only the object shows which container that is.
    """
    about = [each for each in reach if each.is_about(change.ref)]
    return any(_differs_within(old, new, each) for each in about)


def _is_restarted_pod(change: DeletePod) -> bool:
    ref = change.ref
    kind = (ref.api_version, ref.kind, ref.plural) == ("v1", "Pod", "pods")
    named = DELETED_POD.fullmatch(ref.name) and NAMESPACE.fullmatch(ref.namespace)
    return kind and bool(named)


def _operations_fit(operations: Sequence[Operation], reach: Reach, direction: Op) -> bool:
    if not all(_fits(operation, reach) for operation in operations):
        return False
    if not reach.appends:
        return True
    writes = [each for each in operations if each.op is not Op.TEST]
    return len(writes) == 1 and _is_one_member(writes[0], direction)


def _is_one_member(operation: Operation, direction: Op) -> bool:
    """Whether a list gets or loses one member; the server writes an empty list as null."""
    if _has_wildcard(operation.value):
        return False
    if operation.op is Op.REPLACE:
        value = operation.value
        return not value if direction is Op.REMOVE else isinstance(value, list) and len(value) == 1
    return operation.op is direction


def _fits(operation: Operation, reach: Reach) -> bool:
    place = _place_of(operation.path)
    if place is None:
        return False
    if operation.op is Op.TEST:
        return place in _COUNTERS or reach.holds(place) or reach.leads_to(place)
    if operation.op is Op.REMOVE:
        # For a parent of the place, only the object shows what it includes.
        return reach.holds(place) or reach.leads_to(place)
    return all(_is_open(each, reach) for each in _leaves(operation.value, place))


def _place_of(path: str) -> Place | None:
    """The place of a JSON Pointer; None where it is none, or the whole object."""
    if not path.startswith("/"):
        return None
    parts = [part.replace("~1", "/").replace("~0", "~") for part in path.split("/")[1:]]
    return tuple(UNKNOWN if part == "-" or part.isdecimal() else part for part in parts)


def _leaves(value: Value, at: Place) -> Iterator[Place]:
    """The places of all that a value holds; of what is empty, its own."""
    if isinstance(value, Mapping) and value:
        if at and at[-1] == UNKNOWN and _is_named(value):
            at = (*at[:-1], Named(value["name"]))
        for key, each in value.items():
            yield from _leaves(each, (*at, key))
    elif _is_named_list(value) and value:
        for each in value:
            yield from _leaves(each, (*at, Named(each["name"])))
    else:
        yield at


def _is_open(place: Place, reach: Reach) -> bool:
    if reach.holds(place):
        return True
    # A member that a plan adds needs its name.
    return place[-1] == "name" and isinstance(place[-2], Named) and reach.leads_to(place[:-1])


def _body_fits(body: Value, change: CreateObject, reach: Reach) -> bool:
    """Whether the object is what the plan would create, but for the values of its fields."""
    ref = change.ref
    if not isinstance(body, Mapping):
        return False
    place = {"namespace": ref.namespace} if ref.namespace else {}
    head = {
        "apiVersion": ref.api_version,
        "kind": ref.kind,
        "metadata": {"name": ref.name, **place},
    }
    if {key: body.get(key) for key in _HEAD} != head:
        return False
    rest = {key: each for key, each in body.items() if key not in _HEAD}
    if reach.appends:
        return _is_binding(rest, ref.name)
    return bool(rest) and all(_is_open(each, reach) for each in _leaves(rest, ()))


def _is_binding(rest: Mapping[str, Value], name: str) -> bool:
    """Whether it gives the role of that name to the account of that name."""
    to = {"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole", "name": name}
    subjects = rest.get("subjects")
    return (
        set(rest) == {"roleRef", "subjects"}
        and rest["roleRef"] == to
        and isinstance(subjects, list)
        and len(subjects) == 1
        and isinstance(subjects[0], Mapping)
        and (subjects[0].get("kind"), subjects[0].get("name")) == ("ServiceAccount", name)
    )


def _differs_within(old: Value, new: Value, reach: Reach) -> bool:
    if not all(_may_differ(place, empty, reach) for place, empty in _differences(old, new, ())):
        return False
    return not reach.appends or all(_is_one_less(old, new, place) for place in reach.places)


def _may_differ(place: Place, empty: bool, reach: Reach) -> bool:
    return bool(place) and (_is_open(place, reach) or (empty and reach.leads_to(place)))


def _differences(old: Value, new: Value, at: Place) -> Iterator[tuple[Place, bool]]:
    """The innermost places that differ, and whether only something empty comes or goes there."""
    if old is not GONE and new is not GONE and same(old, new):
        return
    sides = [side for side in (old, new) if side is not GONE]
    if not any(sides) and len(sides) == 1 and isinstance(sides[0], Mapping | list):
        yield at, True
    elif all(isinstance(side, Mapping) for side in sides):
        for key in dict.fromkeys(key for side in sides for key in side):
            here = [GONE if side is GONE else side.get(key, GONE) for side in (old, new)]
            yield from _differences(here[0], here[1], (*at, key))
    elif all(_is_named_list(side) for side in sides):
        yield from _differences_of_members(old, new, at)
    else:
        yield at, False


def _differences_of_members(old: Value, new: Value, at: Place) -> Iterator[tuple[Place, bool]]:
    before, after = _by_name(old), _by_name(new)
    if [name for name in before if name in after] != [name for name in after if name in before]:
        yield at, False
    for name in dict.fromkeys((*before, *after)):
        pairs = zip_longest(before.get(name, ()), after.get(name, ()), fillvalue=GONE)
        for one, other in pairs:
            yield from _differences(one, other, (*at, Named(name)))


def _by_name(members: Value) -> dict[str, list[Value]]:
    found: dict[str, list[Value]] = {}
    for each in () if members is GONE else members:
        found.setdefault(each["name"], []).append(each)
    return found


def _is_named_list(value: Value) -> bool:
    return isinstance(value, list) and all(map(_is_named, value))


def _is_named(value: Value) -> bool:
    name = value.get("name") if isinstance(value, Mapping) else None
    return isinstance(name, str) and name != UNKNOWN.name


def _is_one_less(old: Value, new: Value, place: Place) -> bool:
    """Whether only the last member of a list goes."""
    before, after = (looked_up(side, place) for side in (old, new))
    before, after = ([] if each is GONE or each is None else each for each in (before, after))
    return before == after or (isinstance(before, list) and before[:-1] == after)


def _has_wildcard(value: Value) -> bool:
    """Whether a rule gives more than what it names."""
    if isinstance(value, Mapping):
        return any(_has_wildcard(each) for each in value.values())
    if isinstance(value, list):
        return any(_has_wildcard(each) for each in value)
    return isinstance(value, str) and "*" in value
