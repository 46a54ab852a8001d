"""What a stage of the start is."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any, TypeVar

from calicovet.model.facts import Fact, Milestone, MilestoneReached, Said
from calicovet.model.record import record
from calicovet.model.stage import StageId
from calicovet.startup.node_config import Config

F = TypeVar("F", bound=Fact)


@record
class Word:
    """A kind of fact, of which only some may count."""

    kind: type[Fact]
    where: Callable[[Any], bool] | None = None


Words = tuple[Word, ...]


def seen(*kinds: type[Fact]) -> Words:
    """Any fact of these kinds."""
    return tuple(Word(kind) for kind in kinds)


def seen_where(kind: type[F], where: Callable[[F], bool]) -> Words:
    """Any fact of this kind for which the condition holds."""
    return (Word(kind, where),)


def reached(*milestones: Milestone) -> Words:
    """A line that marks one of these milestones."""
    wanted = frozenset(milestones)
    return seen_where(MilestoneReached, lambda fact: fact.milestone in wanted)


def said(kind: type[Said], *keys: str, fatal: bool | None = None) -> Words:
    """A known message by its key (with its variants, if it ends in `*`); no keys: any message."""
    exact = frozenset(key for key in keys if not key.endswith("*"))
    heads = tuple(key[:-1] for key in keys if key.endswith("*"))

    def counts(fact: Said) -> bool:
        named = not keys or fact.key in exact or (bool(heads) and fact.key.startswith(heads))
        return named and (fatal is None or fact.fatal is fatal)

    return seen_where(kind, counts)


def always(config: Config) -> bool:
    """The stage belongs to every start."""
    return True


@record(kw_only=True)
class Stage:
    """One thing that a start achieves; a declaration, walked by `locate`."""

    id: StageId
    after: tuple[StageId, ...] = ()
    applies: Callable[[Config], bool] = always
    passed_by: Words = ()
    failed_by: Words = ()
    stuck_by: Words = ()
    """What is said over and over while the program retries."""
    fails_after: StageId | None = None
    """A failure here shows only that the run had passed this stage; None: everything before."""
    once: bool = False
    """A complaint counts only if nothing shows that the stage was ever passed."""
    guard: bool = False
    """It watches over the others: its failure is told by itself, and shows no progress."""
    speaks: bool = False
    """A run that passes it says so; silence in a log that is shown whole then means something."""
    patience: timedelta = timedelta(minutes=1)
