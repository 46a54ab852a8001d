"""Which causes a failure speaks for, and how strongly."""

from collections.abc import Iterable
from enum import IntEnum

from calicovet.model.cause import Cause
from calicovet.model.facts.failure import Failure
from calicovet.model.failures.act import Act
from calicovet.model.failures.pattern import FailurePattern
from calicovet.model.failures.thing import ThingClass
from calicovet.model.provenance import Speaker

_Key = tuple[object, ...]


class Share(IntEnum):
    """How much of a failure belongs to a cause."""

    NONE = 0
    SHARED = 1
    """Other causes fit as well as this one."""
    ALONE = 2
    """No other cause of the catalogue fits as closely."""


class Suspects:
    """The declared failures of all causes; each kind of failure is looked up once.

    A generic cause is left out: it names a kind of fault, and a failure of that kind may have any cause.
    """

    def __init__(self, causes: Iterable[Cause]) -> None:
        self._patterns = tuple(
            (cause.name, pattern)
            for cause in causes
            if not cause.generic
            for pattern in cause.failures
        )
        self.names = frozenset(name for name, _ in self._patterns)
        self._known: dict[_Key, frozenset[str]] = {}

    def share(self, cause: str, failure: Failure) -> Share:
        """How much of the failure belongs to that cause."""
        closest = self.of(failure)
        if cause not in closest:
            return Share.NONE
        return Share.ALONE if len(closest) == 1 and _is_telling(failure) else Share.SHARED

    def of(self, failure: Failure) -> frozenset[str]:
        """The causes that fit the failure most closely."""
        key = (
            failure.by,
            failure.doing,
            failure.thing,
            failure.goal,
            failure.how,
            failure.value,
        )
        if key not in self._known:
            self._known[key] = self._closest(failure)
        return self._known[key]

    def _closest(self, failure: Failure) -> frozenset[str]:
        fitting = [
            (_closeness(pattern, failure), name)
            for name, pattern in self._patterns
            if pattern.fits(failure)
        ]
        best = max((closeness for closeness, _ in fitting), default=None)
        return frozenset(name for closeness, name in fitting if closeness == best)


def _is_telling(failure: Failure) -> bool:
    """Whether the failure names a thing or a speaker: an unknown failure of an unknown thing is no cause's own."""
    named_thing = failure.thing.kind is not ThingClass.UNKNOWN
    return named_thing or failure.by not in (Speaker.UNKNOWN, Speaker.PERSON)


_BY_NAME = frozenset({ThingClass.CONFIG, ThingClass.RULES})


def _closeness(pattern: FailurePattern, failure: Failure) -> tuple[int, int]:
    """How narrowly the pattern describes the failure: what it names of the thing first, then who and what.

    A setting or a rule by its name says more than a server, a program or a file.
    """
    thing = bool(pattern.things) + bool(pattern.values)
    thing += bool(pattern.values) and pattern.things <= _BY_NAME
    said = bool(pattern.saying)
    around = (bool(pattern.by) and failure.by in pattern.by) + (
        bool(pattern.doing) and failure.doing is not Act.UNKNOWN
    )
    return (thing + said, around)
