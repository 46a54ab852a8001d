"""A frozen dataclass with slots that costs little to define.

The standard decorator compiles half a dozen methods for every class, and two hundred classes stand between
the start and the first answer. Here the methods are shared, and `__init__` is compiled for the first record made.
"""

from collections.abc import Callable
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field, fields
from operator import attrgetter
from typing import Any, TypeVar, dataclass_transform, overload

_Made = TypeVar("_Made")


@overload
def record(made: type[_Made], /) -> type[_Made]: ...
@overload
def record(*, kw_only: bool) -> Callable[[type[_Made]], type[_Made]]: ...
@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(
    made: type[_Made] | None = None, /, *, kw_only: bool = False
) -> type[_Made] | Callable[[type[_Made]], type[_Made]]:
    """What `dataclass(frozen=True, slots=True)` gives, to those who use it."""

    def define(made: type[_Made]) -> type[_Made]:
        # Without a docstring the standard decorator would write one from the signature, at a price.
        made.__doc__ = made.__doc__ or made.__name__
        plain = dataclass(init=False, repr=False, eq=False, slots=True, kw_only=kw_only)(made)
        _share_methods(plain)
        return plain

    return define if made is None else define(made)


def _share_methods(made: Any) -> None:
    compared = tuple(each.name for each in fields(made) if each.compare)
    says: Callable[[object], object] = attrgetter(*compared) if compared else lambda _: ()

    def begin(self: object, *arguments: object, **named: object) -> None:
        initialise = _initialiser(made)
        made.__init__ = initialise
        initialise(self, *arguments, **named)

    def equal(self: object, other: object) -> object:
        return says(self) == says(other) if other.__class__ is self.__class__ else NotImplemented

    made.__init__ = begin
    made.__eq__ = equal
    made.__hash__ = lambda self: hash(says(self))
    made.__repr__ = _show
    made.__setattr__ = made.__delattr__ = _refuse
    made.__setstate__ = _restore


def _initialiser(made: Any) -> Callable[..., None]:
    every = [each for each in fields(made) if each.init]
    by_place = [_parameter(each) for each in every if not each.kw_only]
    by_name = [_parameter(each) for each in every if each.kw_only]
    parameters = ", ".join(("self", *by_place, *(("*", *by_name) if by_name else ())))
    body = "; ".join(f"_put_{each.name}(self, {_value(each)})" for each in every) or "pass"
    known: dict[str, Any] = {"MISSING": MISSING}
    for each in every:
        # The slot itself takes half the time of object.__setattr__, which has to find it first.
        known[f"_put_{each.name}"] = getattr(made, each.name).__set__
        known[f"_default_{each.name}"] = each.default
        known[f"_make_{each.name}"] = each.default_factory
    exec(f"def __init__({parameters}): {body}", known)
    initialise: Callable[..., None] = known["__init__"]
    initialise.__qualname__ = f"{made.__qualname__}.__init__"
    return initialise


def _parameter(each: Field[Any]) -> str:
    if each.default is not MISSING:
        return f"{each.name}=_default_{each.name}"
    return each.name if each.default_factory is MISSING else f"{each.name}=MISSING"


def _value(each: Field[Any]) -> str:
    if each.default_factory is MISSING:
        return each.name
    return f"_make_{each.name}() if {each.name} is MISSING else {each.name}"


def _show(self: Any) -> str:
    shown = (f"{each.name}={getattr(self, each.name)!r}" for each in fields(self) if each.repr)
    return f"{self.__class__.__qualname__}({', '.join(shown)})"


def _refuse(self: object, name: str, value: object = None) -> None:
    raise FrozenInstanceError(f"{self.__class__.__qualname__}.{name} cannot be changed")


def _restore(self: object, state: tuple[None, dict[str, object]]) -> None:
    for name, value in state[1].items():
        object.__setattr__(self, name, value)
