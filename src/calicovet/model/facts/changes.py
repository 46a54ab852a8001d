"""Facts about earlier changes: reported, never a reason for a verdict.

Each has its own time and leaves `at` empty, by which pieces are put in order: an object that was edited
long ago may still be the newest word on the matter.
"""

from datetime import datetime

from calicovet.model.facts.base import Fact
from calicovet.model.record import record


@record(kw_only=True)
class DaemonSetRevision(Fact):
    """A ControllerRevision of calico-node's DaemonSet."""

    name: str
    """The DaemonSet's."""
    number: int
    created: datetime | None = None
    rewritten: datetime | None = None
    """When its own fields were written last: a rollback gives an old revision a new number, and no new birth."""
    template: tuple[tuple[str, str], ...] = ()
    """The pods' template, each value by a short name for its place."""


@record(kw_only=True)
class ObjectEdited(Fact):
    """The last write of one manager to an object that decides how calico-node runs."""

    kind: str
    name: str
    manager: str
    edited: datetime


@record(kw_only=True)
class NodeJoined(Fact):
    """The Node object was made."""

    joined: datetime


@record(kw_only=True)
class PodCreated(Fact):
    """A calico-node pod was made."""

    created: datetime


@record(kw_only=True)
class PodReadySince(Fact):
    """Since when a calico-node pod is ready, or is not."""

    ready: bool
    since: datetime
