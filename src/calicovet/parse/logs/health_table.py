"""Felix' health table, row by row."""

import re
from datetime import datetime

from calicovet.model.facts.base import Citation
from calicovet.model.facts.component_health import FelixHealthRow
from calicovet.model.subject import Subject

ROW = (
    r"\|\s*+(?P<component>[A-Za-z][\w-]*+)\s*+"
    r"\|\s*+(?P<timeout>[^|\s]*+(?:\s\(override\))?)\s*+"
    r"\|\s*+(?P<liveness>reporting\s++(?:non-)?live|timed\s++out|-)\s*+"
    r"\|\s*+(?P<readiness>reporting\s++(?:non-)?ready|timed\s++out|-)\s*+"
    r"\|(?P<detail>[^|\\\n]{0,400})"
)
"""Header and widths differ by release; the bars and the words between them do not.

Releases before v3.25 print the whole table as one escaped string in one line.
"""


def row_fact(
    match: re.Match[str], about: Subject, cited: tuple[Citation, ...], at: datetime | None
) -> FelixHealthRow:
    """The row as a fact; no time-out is an empty one."""
    timeout = match["timeout"]
    return FelixHealthRow(
        about=about,
        cited=cited,
        at=at,
        component=match["component"],
        timeout="" if timeout in ("-", "0s") else timeout,
        liveness=" ".join(match["liveness"].split()),
        readiness=" ".join(match["readiness"].split()),
        detail=match["detail"].strip(),
    )
