"""JSON Patches between two objects, applied and inverted without a server."""

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from typing import Any

from calicovet.model.remediation.change import Op, Operation, Value

_MISSING = object()


class DoesNotFit(Exception):
    """The object is not what the patch was made for."""


def between(old: Value, new: Value) -> tuple[Operation, ...]:
    """The operations that make `new` of `old`; each is preceded by a test of what it takes away."""
    return tuple(_steps("", old, new))


def patched(value: Value, operations: Sequence[Operation]) -> Value:
    """A changed copy; DoesNotFit when a test fails or a place is not there."""
    # In a box, so that the whole can be replaced as well.
    box = {"whole": deepcopy(value)}
    for operation in operations:
        _apply(box, operation)
    return box["whole"]


def found(value: Value, path: str) -> Value:
    """What stands there; DoesNotFit where nothing does."""
    for part in _parts(path):
        value = _found(value, part)
        if value is _MISSING:
            raise DoesNotFit(f"{path} is not there")
    return value


def _steps(path: str, old: Value, new: Value) -> Iterator[Operation]:
    if same(old, new):
        return
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        yield from _steps_of_object(path, old, new)
        return
    if isinstance(old, list) and isinstance(new, list):
        yield from _steps_of_list(path, old, new)
        return
    yield Operation(Op.TEST, path, old)
    yield Operation(Op.REPLACE, path, new)


def _steps_of_object(
    path: str, old: Mapping[str, Value], new: Mapping[str, Value]
) -> Iterator[Operation]:
    for key, before in old.items():
        place = f"{path}/{_escaped(key)}"
        if key in new:
            yield from _steps(place, before, new[key])
        else:
            yield Operation(Op.TEST, place, before)
            yield Operation(Op.REMOVE, place)
    for key, after in new.items():
        if key not in old:
            # Nothing can test that a key is absent: the sender of the patch tests the generation.
            yield Operation(Op.ADD, f"{path}/{_escaped(key)}", after)


def _steps_of_list(path: str, old: list[Value], new: list[Value]) -> Iterator[Operation]:
    shared = min(len(old), len(new))
    for number in range(shared):
        yield from _steps(f"{path}/{number}", old[number], new[number])
    # From the end, so that the numbers of those before stay.
    for number in range(len(old) - 1, shared - 1, -1):
        yield Operation(Op.TEST, f"{path}/{number}", old[number])
        yield Operation(Op.REMOVE, f"{path}/{number}")
    for number in range(shared, len(new)):
        yield Operation(Op.ADD, f"{path}/{number}", new[number])


def _apply(box: dict[str, Value], operation: Operation) -> None:
    *way, last = ["whole", *_parts(operation.path)]
    holder: Any = box
    for part in way:
        holder = _inside(holder, part, operation)
    present = _found(holder, last)
    if operation.op is not Op.ADD and present is _MISSING:
        raise DoesNotFit(f"{operation.path} is not there")
    match operation.op:
        case Op.TEST:
            if not same(present, operation.value):
                raise DoesNotFit(f"{operation.path} is not what it was")
        case Op.REMOVE:
            del holder[_index(holder, last)]
        case Op.ADD if isinstance(holder, list):
            place = len(holder) if last == "-" else _number(last)
            if place is None or place > len(holder):
                raise DoesNotFit(f"{operation.path} is beyond the list's end")
            holder.insert(place, deepcopy(operation.value))
        case _:
            if not isinstance(holder, dict | list):
                raise DoesNotFit(f"{operation.path} leads into a plain value")
            holder[_index(holder, last)] = deepcopy(operation.value)


def _inside(holder: Value, part: str, operation: Operation) -> Value:
    found = _found(holder, part)
    if found is _MISSING:
        raise DoesNotFit(f"{operation.path} is not there")
    return found


def _found(holder: Value, part: str) -> Value:
    if isinstance(holder, dict):
        return holder.get(part, _MISSING)
    number = _number(part)
    if isinstance(holder, list) and number is not None and number < len(holder):
        return holder[number]
    return _MISSING


def _index(holder: Value, part: str) -> Any:
    return int(part) if isinstance(holder, list) else part


def _number(part: str) -> int | None:
    return int(part) if part.isascii() and part.isdecimal() else None


def _parts(path: str) -> list[str]:
    return [part.replace("~1", "/").replace("~0", "~") for part in path.split("/")[1:]]


def _escaped(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")


def same(one: Value, other: Value) -> bool:
    """Whether they are one JSON value; true is not 1."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        pairs = zip(one, other, strict=False)
        return len(one) == len(other) and all(same(a, b) for a, b in pairs)
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    return bool(one == other)
