"""Edits of an object, field by field."""

from collections.abc import Iterable, Mapping
from copy import deepcopy
from dataclasses import replace
from typing import Any

from calicovet.model.record import record
from calicovet.model.remediation.change import Value

GONE = object()
"""Instead of a value: whatever stands there is taken away."""


@record
class Named:
    """The member of a list that has this name, as containers and variables have one."""

    name: str


Place = tuple[str | Named, ...]

_ALWAYS_THERE = ("resources",)
"""What a server shows even if it is empty."""


@record(kw_only=True)
class Put:
    """A place, and what it is to hold."""

    place: Place
    value: Any
    told: Any = None
    """For people who declare objects, where that has to be said in another way; None: as it is."""


class Misfit(Exception):
    """The object has another form than the edit expects."""


def edited(value: Value, puts: Iterable[Put]) -> Value:
    """A changed copy: ways that are not there are made, all else stays as it is."""
    whole = deepcopy(value)
    for put in puts:
        if put.value is GONE:
            _take(whole, put.place)
        else:
            _put(whole, put.place, deepcopy(put.value))
    return whole


def fragment(puts: Iterable[Put]) -> dict[str, Value]:
    """Only what the edits speak of, as one declares it; what is to go is null, or marked for deletion."""
    whole: dict[str, Value] = {}
    for put in puts:
        told = put.value if put.told is None else put.told
        if told is not GONE:
            _put(whole, put.place, deepcopy(told))
        elif isinstance(put.place[-1], Named):
            _put(whole, (*put.place, "$patch"), "delete")
        else:
            _put(whole, put.place, None)
    return whole


def strategic(puts: Iterable[Put]) -> dict[str, Value]:
    """The same as a strategic patch, which would otherwise mix what is given with what is there."""
    return fragment(replace(put, told=_whole(put.value)) for put in puts)


def _whole(value: Value) -> Value:
    return {"$patch": "replace", **value} if isinstance(value, Mapping) else None


def looked_up(value: Value, place: Place) -> Value:
    """What stands there; GONE where nothing does."""
    for part in place:
        value = _inside(value, part)
        if value is GONE:
            return GONE
    return value


def _inside(holder: Value, part: str | Named) -> Value:
    if isinstance(part, Named):
        members = holder if isinstance(holder, list) else ()
        return next((each for each in members if _is_called(each, part)), GONE)
    return holder.get(part, GONE) if isinstance(holder, Mapping) else GONE


def _put(holder: Value, place: Place, value: Value) -> None:
    for number, part in enumerate(place[:-1]):
        holder = _entered(holder, part, place[number + 1])
    last = place[-1]
    if isinstance(last, Named):
        member = _entered(holder, last, "")
        member.clear()
        member.update({"name": last.name, **value})
    elif isinstance(holder, dict):
        holder[last] = value
    else:
        raise Misfit(str(last))


def _entered(holder: Value, part: str | Named, following: str | Named) -> Value:
    """What stands at that part of the way, made if it is not there."""
    found = _inside(holder, part)
    # An empty list is left out by some servers and written as null by others.
    if found is not GONE and found is not None:
        return found
    made: Value = [] if isinstance(following, Named) else {}
    if isinstance(part, Named) and isinstance(holder, list):
        made = {"name": part.name}
        holder.append(made)
    elif isinstance(part, str) and isinstance(holder, dict):
        holder[part] = made
    else:
        raise Misfit(str(part))
    return made


def _take(holder: Value, place: Place) -> None:
    if place[-1] in _ALWAYS_THERE:
        return
    around = looked_up(holder, place[:-1])
    there = _inside(around, place[-1]) if around is not GONE else GONE
    if there is GONE:
        return
    if isinstance(around, list):
        number = next(at for at, each in enumerate(around) if each is there)
        del around[number]
    else:
        del around[place[-1]]
    if not around and len(place) > 2:
        # The server leaves out what is empty; a patch must not count on finding it there.
        _take(holder, place[:-1])


def _is_called(member: Value, named: Named) -> bool:
    return isinstance(member, Mapping) and member.get("name") == named.name
