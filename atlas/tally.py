"""How much of the places was understood."""

from collections.abc import Callable, Iterable, Iterator

from atlas.places import Place
from atlas.understanding import Understood
from calicovet.model.record import record

_QUESTIONS: tuple[tuple[str, Callable[[Understood], bool]], ...] = (
    ("speaker", lambda each: each.speaker),
    ("stage", lambda each: each.stage),
    ("failure", lambda each: each.failure),
)


@record(kw_only=True)
class Seen:
    """A place of a release, and what was understood of its lines."""

    release: str
    kind: Place
    component: str
    file: str
    line: int
    understood: tuple[Understood, ...]

    @property
    def whole(self) -> bool:
        """Whether every question has an answer in every one of its lines."""
        return all(each.whole for each in self.understood)

    @property
    def lacking(self) -> Iterator[str]:
        """The questions without an answer in at least one line."""
        return (
            name
            for name, answered in _QUESTIONS
            if not all(answered(each) for each in self.understood)
        )


class Tally:
    """The numbers of some places."""

    def __init__(self, seen: Iterable[Seen]) -> None:
        self._seen = tuple(seen)

    @property
    def places(self) -> int:
        return len(self._seen)

    @property
    def lines(self) -> int:
        return sum(len(each.understood) for each in self._seen)

    @property
    def whole(self) -> float | None:
        """The share of the places of which all lines are understood."""
        return _share(sum(each.whole for each in self._seen), self.places)

    @property
    def whole_lines(self) -> float | None:
        return self._of_lines(lambda each: each.whole)

    @property
    def unnamed(self) -> float | None:
        """The share of the lines whose failure is only known as the last line of the program."""
        return self._of_lines(lambda each: each.unnamed)

    def share(self, question: str) -> float | None:
        """The share of the lines in which one question has an answer."""
        return self._of_lines(dict(_QUESTIONS)[question])

    def _of_lines(self, holds: Callable[[Understood], bool]) -> float | None:
        return _share(sum(holds(each) for one in self._seen for each in one.understood), self.lines)


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None
