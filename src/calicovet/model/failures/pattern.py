"""`fails`: the failures that a cause is about, as data."""

from collections.abc import Iterable
from typing import TypeVar

from calicovet.model.facts.failure import Failure
from calicovet.model.failures.act import Act
from calicovet.model.failures.how import How
from calicovet.model.failures.thing import Thing, ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.record import record

_T = TypeVar("_T", bound=str)
_ANYONE = (Speaker.UNKNOWN, Speaker.PERSON)


@record(kw_only=True)
class FailurePattern:
    """A set of failures. Made by `fails`; an empty part accepts everything."""

    how: frozenset[How]
    things: frozenset[ThingClass] = frozenset()
    values: frozenset[str] = frozenset()
    """Values of the thing: `179`, `cni-bin`, `ip6tables-restore`."""
    by: frozenset[Speaker] = frozenset()
    doing: frozenset[Act] = frozenset()
    saying: frozenset[str] = frozenset()
    """Values of the failure: exit codes, signals, verbs."""

    def fits(self, failure: Failure) -> bool:
        """Whether the failure is one of these.

        The thing may be the one that failed or the goal of the act. A speaker or an act that the text
        does not name excludes nothing; a thing that it does not name is not the one that is asked for.
        """
        return (
            failure.how in self.how
            and (self._is_at(failure.thing) or self._is_at(self._goal_of(failure)))
            and (not self.by or failure.by in self.by or failure.by in _ANYONE)
            and (not self.doing or failure.doing in self.doing or failure.doing is Act.UNKNOWN)
            and (not self.saying or failure.value in self.saying)
        )

    @staticmethod
    def _goal_of(failure: Failure) -> Thing:
        """The goal; of a person's sentence only where it names nothing else, since it may name much besides."""
        told = failure.by is Speaker.PERSON and failure.thing.kind is not ThingClass.UNKNOWN
        return failure.thing if told else failure.goal

    def _is_at(self, thing: Thing) -> bool:
        return (not self.things or thing.kind in self.things) and (
            not self.values or thing.value in self.values
        )


def fails(
    *how: How,
    thing: ThingClass | Iterable[ThingClass] = (),
    value: str | Iterable[str] = (),
    by: Speaker | Iterable[Speaker] = (),
    doing: Act | Iterable[Act] = (),
    saying: str | Iterable[str] = (),
) -> FailurePattern:
    """The failures with one of these hows, and of each other part one of the given values."""
    if not how:
        raise ValueError("a pattern names at least one how")
    if value and not thing:
        raise ValueError("a value of a thing needs the thing's class")
    return FailurePattern(
        how=frozenset(how),
        things=_set(ThingClass, thing),
        values=_set(str, value),
        by=_set(Speaker, by),
        doing=_set(Act, doing),
        saying=_set(str, saying),
    )


def _set(kind: type[_T], given: _T | Iterable[_T]) -> frozenset[_T]:
    return frozenset((kind(given),)) if isinstance(given, str) else frozenset(given)
