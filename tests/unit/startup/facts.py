"""Short ways to say what a test needs to be said."""

from datetime import timedelta

from calicovet.model.case import NodeView
from calicovet.model.facts import (
    Claimed,
    ContainerState,
    Fact,
    LogShown,
    Milestone,
    MilestoneReached,
    PodListed,
    Probe,
    ProbeFailed,
    Running,
    RunningFor,
    StartupSaid,
    Topic,
)
from calicovet.model.subject import Subject

REFUSED = "Get http://127.0.0.1:9099/liveness: dial tcp 127.0.0.1:9099: connection refused"
WHOLE_LOG = LogShown(about=Subject(container="calico-node"), lines=10, whole=True)

TO_STARTUP_FINISHED = (
    Milestone.STARTUP_BEGAN,
    Milestone.NODE_NAMED,
    Milestone.DATASTORE_REACHED,
    Milestone.ADDRESS_CHOSEN,
    Milestone.NODE_CONFIGURED,
    Milestone.POOLS_READY,
    Milestone.STARTUP_FINISHED,
)


def view(*oldest_first: Fact, namespace: str = "") -> NodeView:
    return NodeView("node-1", tuple(reversed(oldest_first)), namespace=namespace)


def milestones(*names: Milestone, process: str = "startup") -> tuple[MilestoneReached, ...]:
    return tuple(MilestoneReached(milestone=name, process=process) for name in names)


def listed(
    status: str = "Running", ready: str = "0/1", restarts: int = 0, minutes: float | None = 60
) -> PodListed:
    up, total = ready.split("/")
    age = None if minutes is None else timedelta(minutes=minutes)
    return PodListed(ready=int(up), total=int(total), status=status, restarts=restarts, age=age)


def init(
    name: str, position: int, phase: Running, code: int | None = None, reason: str = ""
) -> ContainerState:
    return ContainerState(
        about=Subject(container=name),
        init=True,
        position=position,
        phase=phase,
        exit_code=code,
        reason=reason,
    )


def main(
    phase: Running, *, ready: bool | None = None, reason: str = "", restarts: int | None = None
) -> ContainerState:
    return ContainerState(
        about=Subject(container="calico-node"),
        init=False,
        position=0,
        phase=phase,
        ready=ready,
        reason=reason,
        restarts=restarts,
    )


def running_for(container: str, minutes: float, *, is_init: bool = True) -> RunningFor:
    return RunningFor(
        about=Subject(container=container), duration=timedelta(minutes=minutes), init=is_init
    )


def liveness(text: str = REFUSED) -> ProbeFailed:
    return ProbeFailed(probe=Probe.LIVENESS, text=text)


def fatal(key: str) -> StartupSaid:
    return StartupSaid(key=key, fatal=True)


def claimed(value: str) -> Claimed:
    return Claimed(topic=Topic.SICK, value=value)


THREE_INITS = ("upgrade-ipam", "install-cni", "flexvol-driver")


def inits_waiting_after(running: int) -> tuple[ContainerState, ...]:
    """The manifest's three, of which one runs."""
    states = []
    for place, name in enumerate(THREE_INITS):
        if place < running:
            states.append(init(name, place, Running.TERMINATED, 0, "Completed"))
        elif place == running:
            states.append(init(name, place, Running.RUNNING))
        else:
            states.append(init(name, place, Running.WAITING, reason="PodInitializing"))
    return tuple(states)
