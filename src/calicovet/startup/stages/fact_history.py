"""Facts in time order: the latest on a subject."""

from collections.abc import Iterable

from calicovet.model.facts import ContainerExit, Fact
from calicovet.startup.stages.stage import Words

Age = int
"""A fact's place in the history: the smaller, the newer."""


class History:
    """What was said, newest first; a run that has ended lies before the current one."""

    __slots__ = ("_by_kind", "facts")

    def __init__(self, facts: Iterable[Fact]) -> None:
        self.facts = tuple(sorted(facts, key=_of_an_ended_run))
        self._by_kind: dict[type[Fact], list[tuple[Age, Fact]]] = {}
        for age, fact in enumerate(self.facts):
            for kind in type(fact).__mro__[:-2]:
                self._by_kind.setdefault(kind, []).append((age, fact))

    def newest(self, words: Words) -> Age | None:
        """The age of the newest fact that one of the words names."""
        ages = []
        for word in words:
            for age, fact in self._by_kind.get(word.kind, ()):
                if word.where is None or word.where(fact):
                    ages.append(age)
                    break
        return min(ages, default=None)


def _of_an_ended_run(fact: Fact) -> bool:
    return fact.about.previous or isinstance(fact, ContainerExit)


def newer(age: Age | None, than: Age | None) -> bool:
    """Whether something was said, and nothing of the other kind after it."""
    return age is not None and (than is None or age < than)


def newest_of(*ages: Age | None) -> Age | None:
    """The newest of several ages, of which any may be missing."""
    return min((age for age in ages if age is not None), default=None)
