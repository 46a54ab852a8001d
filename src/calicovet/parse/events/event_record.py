"""An event record, independent of its format; reads Event objects."""

import re
from datetime import datetime, timedelta

from calicovet.model.record import record
from calicovet.parse.objects.tree import Tree
from calicovet.parse.times import read_time


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


def read_event(tree: Tree) -> EventRecord:
    """An Event of either API group."""
    thing = tree.at("involvedObject") or tree.at("regarding")
    message = tree.at("message") or tree.at("note")
    count = tree.at("count") or tree.at("series", "count") or tree.at("deprecatedCount")
    often = int(count.text[:9]) if count.text.isdecimal() else 1
    part = re.search(r"\{([^}]{1,80})\}", thing.said("fieldPath")[:200])
    seen = (
        tree.said("lastTimestamp")
        or tree.said("series", "lastObservedTime")
        or tree.said("eventTime")
        or tree.said("deprecatedLastTimestamp")
        or tree.said("metadata", "creationTimestamp")
    )
    return EventRecord(
        line=message.line or tree.line,
        leaves=(tree.at("reason").line, count.line if often > 1 else 0),
        type=tree.said("type"),
        reason=tree.said("reason"),
        message=" ".join(message.text.split("\n")).strip(),
        count=often,
        source=tree.said("source", "component") or tree.said("reportingComponent"),
        host=tree.said("source", "host") or tree.said("deprecatedSource", "host"),
        namespace=thing.said("namespace"),
        kind=thing.said("kind").lower(),
        name=thing.said("name"),
        container=part[1] if part else "",
        at=read_time(seen),
    )
