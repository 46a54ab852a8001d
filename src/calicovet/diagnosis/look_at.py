"""The place to look, where nobody has a cause: a plain fatal line of the stage that failed."""

from collections.abc import Iterable

from calicovet.diagnosis.exhibits import Shelf, exhibits_of
from calicovet.model.case import NodeView
from calicovet.model.facts import EventSeen, Fact, FatalLine, Said
from calicovet.model.finding import NAMED, Exhibit, Finding
from calicovet.model.stage import BEFORE_ANY_LOG, Localisation
from calicovet.startup.words import is_image_trouble, is_sandbox_trouble

_MOST = 3
_NO_POD = ("FailedCreate", "FailedScheduling")


def look_at(
    node: NodeView, stages: Localisation, findings: Iterable[Finding], shelf: Shelf
) -> tuple[Exhibit, ...]:
    """Fatal lines that no cause explains, newest first; never dressed up as a cause."""
    if any(finding.verdict in NAMED for finding in findings):
        return ()
    view = node.unread()
    fatal: tuple[Fact, ...] = (*view.all(FatalLine), *view.all(Said, lambda said: said.fatal))
    if not fatal and stages.shape in BEFORE_ANY_LOG:
        fatal = tuple(event for event in view.all(EventSeen) if _says_why(event))
    return exhibits_of(fatal, shelf)[:_MOST]


def _says_why(event: EventSeen) -> bool:
    """Whether an event has the reason in it, and is not only its echo (`Error: ErrImagePull`)."""
    return (
        event.type == "Warning"
        and (is_image_trouble(event) or is_sandbox_trouble(event) or event.reason in _NO_POD)
        and len(event.message.split()) > 2
    )
