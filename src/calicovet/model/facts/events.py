"""Facts from events of pods, nodes and DaemonSets."""

from datetime import timedelta

from calicovet.model.facts.base import Fact
from calicovet.model.record import record


@record(kw_only=True)
class EventSeen(Fact):
    """One row of events; `about` is the pod or node where it is known."""

    type: str
    reason: str
    message: str
    count: int = 1
    age: timedelta | None = None
    """How long ago it was seen last."""
    over: timedelta | None = None
    """`(x12 over 5m)`."""
    source: str = ""
    object: str = ""
    """`pod/calico-node-x`, where the table names it."""
