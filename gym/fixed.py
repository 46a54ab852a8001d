"""What came of calicovet's own remedy."""

from enum import StrEnum

from calicovet.model.record import record


class Way(StrEnum):
    """Whose hands the remedy needs."""

    OBJECT = "object"
    """`fix --apply` sends it."""
    SCRIPT = "script"
    """`fix` makes a script that is run on the node."""
    ASKS = "asks"
    """Only a human can choose, or do it."""


@record(kw_only=True)
class Fixed:
    """How far the remedy for a cause went on the node that has it."""

    way: Way
    cause: str
    healed: bool = False
    seconds: float | None = None
    """From asking for the remedy until the node was well; None where it never was."""
    said: str = ""
    """What `fix --apply` said of itself: kept, not-kept, worse, undecided."""
    trouble: str = ""
    """Why it did not heal, as far as anything was said."""
    wrong: str = ""
    """It said what is not so, made something worse, or could not be taken back; empty: nothing of that."""
