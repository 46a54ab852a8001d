"""`Failure`: a failure that a text states, independent of its words."""

from collections.abc import Hashable
from dataclasses import field
from datetime import datetime

from calicovet.model.facts.base import Fact
from calicovet.model.failures.act import Act
from calicovet.model.failures.how import How
from calicovet.model.failures.thing import NO_THING, Thing
from calicovet.model.provenance import Speaker
from calicovet.model.record import record


@record(kw_only=True)
class Failure(Fact):
    """Who was doing what to which thing, and how it failed.

    Equal failures are one fact with a count; it cites the last line, and `at` is that line's time.
    """

    by: Speaker = Speaker.UNKNOWN
    doing: Act = Act.UNKNOWN
    thing: Thing = NO_THING
    """The thing at which the innermost error occurred."""
    goal: Thing = NO_THING
    """What the outer act was about, where that is another thing: an image, while a registry refuses."""
    how: How
    value: str = ""
    """What belongs to the how: an exit code, a signal, a verb, a limit."""
    count: int = field(default=1, compare=False)
    first: datetime | None = field(default=None, compare=False)
    """The time of the first such line in the same piece."""
    transient: bool = field(default=False, compare=False)
    """Such a line is normal for a short time after a start; it counts only if it goes on."""
    fatal: bool = field(default=False, compare=False)
    """The program ends of it."""
    reason: bool = field(default=False, compare=False)
    """A person gives it as the reason of the trouble, or says nothing else."""
    over: bool = field(default=False, compare=False)
    """The same speaker later succeeded with the same thing, in the same piece."""

    def trait(self) -> Hashable | None:
        """How and at which thing; another program of a peer may meet the same fault."""
        return (self.how, self.thing.kind, self.thing.value) if self.thing.kind else None
