"""A sample: texts, which causes may be named in them, and which lines decide."""

from collections.abc import Mapping
from enum import StrEnum

from calicovet.model.record import record


class Kind(StrEnum):
    """In the order of the page."""

    POSITIVE = "positive"
    """The cause is there, and a reader can see it."""
    NEAR_MISS = "near miss"
    """It looks like a cause and is none, or too little is shown to name one."""
    STRIPPED = "stripped"
    """A positive without the lines that decide."""
    HEALTHY = "healthy"
    """Nothing is wrong, or no longer, or what is shown of a host is in order."""
    DOCUMENTATION = "documentation"
    """It explains or repeats, and shows nothing of a cluster."""


@record
class Place:
    """A line, counted from 1, of one of the texts."""

    text: str
    line: int


@record(kw_only=True)
class Sample:
    name: str
    family: str
    kind: Kind
    texts: Mapping[str, str]
    node: str = ""
    """Whose answer counts where others are sick of something else; empty: everybody's."""
    causes: frozenset[str] = frozenset()
    """Any of these is right."""
    alike: frozenset[str] = frozenset()
    """Of a stripped one: look-alikes that the lines of the cause had told apart; theirs are gone too."""
    decisive: frozenset[Place] = frozenset()


@record
class Answer:
    """What a program says about a sample; the first cause is the answer."""

    causes: tuple[str, ...] = ()
    quoted: tuple[Place, ...] = ()
    unhealthy: bool = False
    """Whether any node or pod is called unhealthy; only calicovet says."""
    """Where the first words that are shown for the answer stand."""
