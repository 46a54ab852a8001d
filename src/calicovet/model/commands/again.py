"""`Again`: how to call calicovet once more on the same evidence."""

from calicovet.model.record import record


@record(kw_only=True)
class Again:
    """Command lines for a reader who wants more."""

    fix: str = ""
    """`calicovet fix {cause} notes.md`, which prints every command; empty: the evidence is not there again."""
    details: str = ""
    """The command line that shows everything that is known; empty: the evidence is not there again."""
    one_of_many: bool = False
    """Whether several incidents are shown one after the other."""
