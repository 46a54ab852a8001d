"""A typed command, reduced to what it says about its output."""

from calicovet.model.evidence import EvidenceKind as Kind
from calicovet.model.record import record


@record(kw_only=True)
class Command:
    """One command line, up to the next `;` or `&&`."""

    text: str = ""
    program: str = ""
    words: tuple[str, ...] = ()
    kind: Kind | None = None
    whole: bool = True
    namespace: str = ""
    pod: str = ""
    container: str = ""
    node: str = ""
    previous: bool = False
    pattern: str = ""
    """What grep looked for, if the output went through it."""
    host_command: bool = False
    """Whether it shows the host it was typed on."""
