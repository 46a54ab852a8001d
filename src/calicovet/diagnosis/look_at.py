"""The place to look, where nobody has a cause: a plain fatal line of the stage that failed."""

from collections.abc import Iterable

from calicovet.diagnosis.exhibits import Shelf, exhibits_of
from calicovet.model.case import NodeView
from calicovet.model.facts import FatalLine, Said
from calicovet.model.finding import NAMED, Exhibit, Finding

_MOST = 3


def look_at(node: NodeView, findings: Iterable[Finding], shelf: Shelf) -> tuple[Exhibit, ...]:
    """Fatal lines that no cause explains, newest first; never dressed up as a cause."""
    if any(finding.verdict in NAMED for finding in findings):
        return ()
    view = node.unread()
    fatal = (*view.all(FatalLine), *view.all(Said, lambda said: said.fatal))
    return exhibits_of(fatal, shelf)[:_MOST]
