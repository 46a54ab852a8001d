"""An event, as every format of it tells it."""

from datetime import datetime, timedelta

from calicovet.model.record import record


@record(kw_only=True)
class EventRecord:
    line: int
    last: int = 0
    """The last line, where the message spans several."""
    leaves: tuple[int, ...] = ()
    """The other lines of an object that tell what happened, and how often."""
    type: str
    reason: str
    message: str
    count: int = 1
    age: timedelta | None = None
    over: timedelta | None = None
    source: str = ""
    host: str = ""
    """The node whose kubelet speaks."""
    namespace: str = ""
    kind: str = ""
    """Of the object, in small letters: pod, node, daemonset."""
    name: str = ""
    container: str = ""
    at: datetime | None = None
