"""Facts that follow from times."""

from datetime import timedelta

from calicovet.model.facts.base import Fact
from calicovet.model.record import record


@record(kw_only=True)
class StartDelay(Fact):
    """How long the runtime took to start a container; `about.container` names it."""

    gap: timedelta
    between: str
    """`pod-and-container` (the pod's start and the container's), `created-and-started` (two events),
    or `created-and-not-started` (an event, and nothing until now)."""


@record(kw_only=True)
class RunningFor(Fact):
    """How long a container has been running, at least; `about.container` names it."""

    duration: timedelta
    init: bool = False
