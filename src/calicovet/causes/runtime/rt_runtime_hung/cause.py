"""The container runtime hangs or is gone: a container counts as running and has no process."""

from collections.abc import Iterator
from datetime import timedelta

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, denies, hints, indicates, proves
from calicovet.model.facts import (
    CniInstallSaid,
    ContainerState,
    Fact,
    IpamUpgradeSaid,
    LogShown,
    NodeCondition,
    PodPhase,
    Running,
    RuntimeAnswered,
    RuntimeSaid,
    StartDelay,
)
from calicovet.model.failures.act import Act
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.plan import (
    NoUndo,
    Plan,
    RestartPod,
    RestartUnit,
    Risk,
    RunOnNode,
)
from calicovet.model.stage import Shape, StageId
from calicovet.signals.runtime_units import units_of_runtime

_SLOW_START = timedelta(seconds=30)
"""From created to started; a healthy runtime needs less than one."""
_SLOW_POD = timedelta(minutes=2)
"""From the pod's start to its first container's: images and mounts may take part of it."""
_HUNG_SECONDS = 10.0
_QUICK_SECONDS = 1.0
_QUICK_START = timedelta(seconds=10)
_INIT = frozenset(
    {"upgrade-ipam", "install-cni", "flexvol-driver", "mount-bpffs", "ebpf-bootstrap"}
)


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    if down := node.one(NodeCondition, _is_down):
        # The kubelet asks every few seconds; containers can be neither started nor stopped.
        yield proves(down, **_words(node, ()))
        return
    if well := _is_well(node):
        yield denies(*well)
        return
    if spoken := _speaks(node):
        # A container that writes to its log has a process.
        yield denies(spoken)
        return
    answered, start = node.one(RuntimeAnswered), node.one(StartDelay)
    if answered and start and _is_quick(answered) and start.gap <= _QUICK_START:
        yield denies(answered, start)
        return
    lame = _lame_starts(node) + _empty_logs(node)
    hung = node.all(RuntimeAnswered, _hangs)[:1]
    troubled = hung + _complaints(node)
    words = _words(node, lame)
    if lost := _lost_exit(node):
        yield proves(*lost, *lame, **words)
    elif lame and troubled:
        yield proves(*lame, *troubled, **words)
    elif hung or any(_is_telling(fact) for fact in lame):
        yield indicates(*lame, *hung, **words)
    elif lame or (troubled and not _runs(node)):
        yield hints(*lame, *troubled, **words)


def _speaks(node: NodeView) -> Fact | None:
    """A word of an init container that has not ended."""
    ended = {
        state.about.container
        for state in node.all(ContainerState, lambda found: found.phase is Running.TERMINATED)
    }
    lines = node.all(
        LogShown, lambda found: found.lines > 0 and found.about.container in _INIT - ended
    )
    words = (
        *(node.all(IpamUpgradeSaid) if "upgrade-ipam" not in ended else ()),
        *(node.all(CniInstallSaid) if "install-cni" not in ended else ()),
    )
    return next(iter((*lines, *words)), None)


def _is_down(ready: NodeCondition) -> bool:
    """What the kubelet says once the runtime has not answered it for half a minute."""
    return ready.type == "Ready" and ready.status == "False" and "runtime is down" in ready.message


def _is_well(node: NodeView) -> tuple[Fact, ...]:
    """A ready calico-node on a ready node: whatever the runtime said before, it does its work."""
    ready = node.one(NodeCondition, lambda found: found.type == "Ready")
    main = node.one(ContainerState, lambda found: found.about.container == "calico-node")
    if ready is None or ready.status != "True" or main is None or not main.ready:
        return ()
    return (ready, main)


def _runs(node: NodeView) -> bool:
    """Whether calico-node itself was started: then what the runtime said before is over."""
    return (
        node.one(
            ContainerState,
            lambda found: found.about.container == "calico-node" and found.phase is Running.RUNNING,
        )
        is not None
    )


def _is_quick(answered: RuntimeAnswered) -> bool:
    return answered.seconds is not None and answered.seconds < _QUICK_SECONDS


def _hangs(answered: RuntimeAnswered) -> bool:
    return answered.seconds is None or answered.seconds >= _HUNG_SECONDS


def _lame_starts(node: NodeView) -> tuple[Fact, ...]:
    return node.all(
        StartDelay,
        lambda found: found.gap >= (_SLOW_START if _is_after_creation(found) else _SLOW_POD),
    )


def _empty_logs(node: NodeView) -> tuple[Fact, ...]:
    """Every init container says something at once; one that runs and says nothing is not run."""
    running = {
        state.about.container
        for state in node.all(ContainerState, lambda found: found.phase is Running.RUNNING)
    }
    return node.all(
        LogShown, lambda found: found.lines == 0 and found.about.container in _INIT & running
    )


def _is_telling(fact: Fact) -> bool:
    return isinstance(fact, LogShown) or (isinstance(fact, StartDelay) and _is_after_creation(fact))


def _is_after_creation(delay: StartDelay) -> bool:
    return delay.between.startswith("created-and-")


def _complaints(node: NodeView) -> tuple[Fact, ...]:
    """What the runtime reports of itself; it says nothing about the time before this pod existed."""
    # Told where it is known; nothing hangs on it, so it is not asked for.
    born = node.unread().one(PodPhase, lambda found: found.started is not None)
    ran = node.one(ContainerState, lambda found: found.phase is Running.TERMINATED)
    return node.all(
        RuntimeSaid,
        lambda found: (
            found.key.startswith("rt-runtime-hung")
            and not _is_before(found, born)
            # A word of no known time may be older than the containers that it has run since.
            and not (found.at is None and ran is not None)
        ),
    )[:3]


def _is_before(said: RuntimeSaid, pod: PodPhase | None) -> bool:
    if pod is None or pod.started is None or said.at is None:
        return False
    return said.at < pod.started


def _lost_exit(node: NodeView) -> tuple[Fact, ...]:
    """The runtime lost the end of a container that Kubernetes still takes for running."""
    for state in node.all(ContainerState, lambda found: found.phase is Running.RUNNING):
        whole = state.container_id.rpartition("/")[2]
        for lost in node.all(RuntimeSaid, lambda found: found.key == "rt-runtime-hung:exit-lost"):
            short = lost.detail("container")
            if short and whole.startswith(short):
                return (lost, state)
    return ()


def _words(node: NodeView, lame: tuple[Fact, ...]) -> dict[str, object]:
    running = node.one(ContainerState, lambda found: found.init and found.phase is Running.RUNNING)
    named = [fact.about.container for fact in (*lame, running) if fact and fact.about.container]
    words: dict[str, object] = {"container": named[0] if named else "calico-node"}
    delays = [fact.gap for fact in lame if isinstance(fact, StartDelay)]
    return words | ({"delay": max(delays)} if delays else {})


def plan(case: Case) -> Plan:
    units = (*units_of_runtime(case.node), "kubelet")
    return Plan(
        steps=(
            RunOnNode(
                "look-first",
                commands=("df -h", "ps -eo stat,pid,comm | grep ^D"),
                risk=Risk.NONE,
            ),
            RunOnNode(
                "wake-what-was-stopped",
                commands=(
                    "ps -eo pid,stat,comm | awk '$2 ~ /^T/ && $3 ~ /^(containerd|dockerd|crio|conmon)/"
                    " {print $1}' | xargs -r kill -CONT",
                ),
                no_undo=NoUndo.ONLY_RESTARTS,
            ),
            RestartUnit(units),
            RestartPod(),
        ),
    )


CAUSE = Cause(
    name="rt-runtime-hung",
    code="RUN003",
    stage=StageId.SANDBOX_READY,
    shows_as=frozenset(
        {
            Shape.PENDING,
            Shape.INIT_STUCK,
            Shape.CONTAINER_NOT_CREATED,
            Shape.RUNNING_NOT_READY,
            Shape.READY_BUT_BROKEN,
        }
    ),
    reads=(
        ContainerState,
        LogShown,
        IpamUpgradeSaid,
        CniInstallSaid,
        StartDelay,
        RuntimeAnswered,
        RuntimeSaid,
        NodeCondition,
    ),
    decided_by=(
        IpamUpgradeSaid,
        LogShown,
    ),
    failures=(
        fails(
            How.REFUSED,
            How.TIMED_OUT,
            How.SLOW,
            How.HUNG,
            How.MISSING,
            How.NOT_READY,
            How.EOF,
            How.RESET,
            How.KILLED,
            How.EXIT,
            How.PANIC,
            How.RESTARTING,
            thing=ThingClass.RUNTIME,
        ),
        fails(
            How.TIMED_OUT,
            thing=ThingClass.CONTAINER,
            by=(Speaker.KUBELET, Speaker.RUNTIME),
            doing=(Act.CREATE, Act.START, Act.RUN, Act.STOP, Act.DELETE, Act.LIST, Act.WAIT),
        ),
    ),
    examine=examine,
    plan=plan,
    explains=("rt-pleg-unhealthy",),
)
