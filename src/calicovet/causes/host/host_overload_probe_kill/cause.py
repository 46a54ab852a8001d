"""The node is so loaded that Felix is not up before the kubelet loses patience."""

import re
from collections.abc import Iterable, Iterator
from math import inf

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, denies, hints, indicates, proves
from calicovet.model.facts import (
    Claimed,
    ContainerExit,
    CpuCount,
    CpuPressure,
    CpuUsed,
    Fact,
    FelixHealth,
    KilledByProbe,
    LoadAverage,
    LogShown,
    Milestone,
    MilestoneReached,
    Probe,
    ProbeFailed,
    ProbeSpec,
    ResourceLimit,
    TopConsumer,
    Topic,
)
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.shared import (
    CONTAINER_KILLED,
    HEALTH_REFUSED,
    HEALTH_UNANSWERED,
    KILLED_BY_PROBE,
    PROBE_UNANSWERED,
)
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import (
    A_REBOOT,
    AskHuman,
    DrainNode,
    Ineffective,
    Plan,
    Risk,
    RunOnNode,
    SetSetting,
    Setting,
)
from calicovet.model.remediation.write_examples import sets
from calicovet.model.stage import StageId
from calicovet.model.symptoms import KILLED_REPEATEDLY
from calicovet.signals.messages import only_known
from calicovet.signals.quantities import millicores
from calicovet.startup.pod_readiness import is_main

_HEAVY_PER_CPU = 3.0
_HEAVY_AGAINST_PEER = 10.0
_BUSY = 16.0
"""Below this load, ten times as much as an idle peer means nothing."""
_ABOUT_AS_MUCH = 0.8
"""A load average moves by as much between two looks."""
_PRESSED_PERCENT = 60.0
_ALL_IN_USE = 0.95
_A_LOT = 0.25
"""Who uses less of the processors than that does not make the load."""
_TIGHT = 200.0
"""Millicores with which calico-node is slow whatever else runs."""
_NO_ANSWER = re.compile(
    r"connection refused|Client\.Timeout|deadline exceeded|timed? ?out", re.IGNORECASE
)
_FELIX = frozenset(
    {
        Milestone.FELIX_BEGAN,
        Milestone.FELIX_HEALTH_SERVED,
        Milestone.FELIX_CONFIGURED,
        Milestone.FELIX_IN_SYNC,
        Milestone.DATAPLANE_READY,
    }
)


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    load, cpus = node.one(LoadAverage), node.one(CpuCount)
    failed = _failing_liveness(node)
    ready = node.one(FelixHealth, lambda found: found.live and found.ready)
    if load is None:
        yield from _without_load(node, failed, ready)
        return
    if memory := node.one(ContainerExit, _is_out_of_memory):
        yield denies(memory)
        return
    words = _words(node, load, cpus)
    heavy = _heavy(case, load, cpus)
    if not heavy:
        if _is_normal(load, cpus):
            yield denies(load, *only_known(cpus))
    elif ready is not None or failed is None or _is_borne_elsewhere(case, load, cpus):
        yield hints(*heavy, **words)
    elif node.one(ResourceLimit, _is_tight) is not None:
        # A CPU limit makes it as slow on an idle node.
        yield hints(*heavy, failed, **words)
    elif (early := _ended_early(node)) and _shown_to_its_end(node, early):
        # Only the three together decide: the load, the failing probe, a log that ends too soon.
        yield proves(*heavy, failed, early, **words)
    else:
        yield indicates(*heavy, failed, **words)


def _without_load(node: NodeView, failed: Fact | None, ready: FelixHealth | None) -> Iterator[Sign]:
    said = node.one(Claimed, lambda found: found.topic is Topic.LOAD_HIGH)
    if ready is not None and said is None:
        yield denies(ready)
    elif said is not None:
        yield hints(said, load=said.value or "?", cpus="?")
    elif failed is not None and node.one(ResourceLimit, _is_tight) is None:
        full, early = _all_in_use(node), _ended_early(node)
        if full or early is not None:
            words = {"load": "?", "cpus": "?", **_hog(node)}
            yield hints(*full, failed, *only_known(early), **words)


def _all_in_use(node: NodeView) -> tuple[Fact, ...]:
    """The use of all processors: it fits an overload, but one that shares fairly is harmless."""
    used, cpus = node.one(CpuUsed), node.one(CpuCount)
    if used is None or cpus is None or used.cores < _ALL_IN_USE * cpus.count:
        return ()
    return (used, cpus)


def _is_out_of_memory(ended: ContainerExit) -> bool:
    return ended.reason == "OOMKilled" and is_main(ended)


def _is_tight(limit: ResourceLimit) -> bool:
    return limit.resource == "cpu" and is_main(limit) and millicores(limit.value) <= _TIGHT


def _failing_liveness(node: NodeView) -> Fact | None:
    """A liveness probe that got no answer; one that was answered has another reason."""
    failures = node.all(ProbeFailed, lambda found: found.probe is Probe.LIVENESS)
    for failed in failures:
        if failed.timed_out or not failed.text or _NO_ANSWER.search(failed.text):
            return failed
    if failures:
        return None
    return node.one(KilledByProbe, lambda found: found.probe is Probe.LIVENESS)


def _ended_early(node: NodeView) -> MilestoneReached | None:
    """The last word of a start-up that went well, in a log in which Felix never speaks."""
    if node.one(MilestoneReached, lambda found: found.milestone in _FELIX) is not None:
        return None
    return node.one(MilestoneReached, lambda found: found.process == "startup")


def _shown_to_its_end(node: NodeView, early: MilestoneReached) -> bool:
    """Whether the log ends there by itself, and was not only cut off there."""
    if early.milestone is Milestone.STARTUP_FINISHED:
        return True
    return node.one(LogShown, lambda found: found.whole and is_main(found)) is not None


def _heavy(case: Case, load: LoadAverage, cpus: CpuCount | None) -> tuple[Fact, ...]:
    """The facts that make a load too high: for the processors, against a peer, or by pressure."""
    if cpus is not None and load.one >= _HEAVY_PER_CPU * cpus.count:
        return (load, cpus)
    if load.one >= _BUSY and (cpus is None or load.one > cpus.count):
        # Its own load is never the least of all where it is heavy against that.
        least = case.peers.everyone.once(_least_load, _least_load)
        if load.one >= _HEAVY_AGAINST_PEER * max(least, 0.5):
            return (load,)
    pressed = case.node.one(
        CpuPressure,
        lambda found: found.what in ("cpu", "io", "iowait") and found.percent >= _PRESSED_PERCENT,
    )
    return (load, pressed) if pressed is not None else ()


def _least_load(views: Iterable[NodeView]) -> float:
    """The lowest load of any node; endless where none is known."""
    loads = (found.one for view in views for found in view.unread().all(LoadAverage)[:1])
    return min(loads, default=inf)


def _is_borne_elsewhere(case: Case, load: LoadAverage, cpus: CpuCount | None) -> bool:
    """Whether calico-node works on a node that carries about as much for each of its processors."""
    if cpus is None:
        return False
    enough = _ABOUT_AS_MUCH * load.one / cpus.count
    for peer in case.fair:
        theirs, their_cpus = peer.one(LoadAverage), peer.one(CpuCount)
        if theirs and their_cpus and theirs.one / their_cpus.count >= enough:
            return True
    return False


def _is_normal(load: LoadAverage, cpus: CpuCount | None) -> bool:
    highest = max(load.one, load.five, load.fifteen)
    return highest < (cpus.count if cpus is not None else 1.0)


def _words(node: NodeView, load: LoadAverage, cpus: CpuCount | None) -> dict[str, object]:
    words: dict[str, object] = {"load": f"{load.one:g}", "cpus": cpus.count if cpus else "?"}
    words |= _hog(node)
    probe = node.one(ProbeSpec, lambda found: found.probe is Probe.LIVENESS)
    if probe is not None:
        words |= {"delay": probe.delay, "timeout": probe.timeout, "failures": probe.failures}
    return words


def _hog(node: NodeView) -> dict[str, object]:
    """Who uses the most processors, where one stands out."""
    # Told where it is known; nothing hangs on it, so it is not asked for.
    view = node.unread()
    users, cpus = view.all(TopConsumer), view.one(CpuCount)
    most = max(users, key=lambda user: user.cores or 0.0, default=None)
    if most is None or most.cores is None or cpus is None or most.cores < _A_LOT * cpus.count:
        return {}
    return {"hog": most.name, "hogged": f"{most.cores:g}"}


def plan(case: Case) -> Plan:
    look = RunOnNode(
        "find-the-hog",
        commands=(
            "top -b -n1 | head -20",
            "ps -eo stat,pid,comm | grep ^D",
            "cat /proc/pressure/cpu /proc/pressure/io",
        ),
        risk=Risk.NONE,
    )
    patience = SetSetting(
        Setting.LIVENESS_PROBE, "initialDelaySeconds=30,timeoutSeconds=10,failureThreshold=6"
    )
    tight = case.node.one(
        ProbeSpec, lambda found: found.probe is Probe.LIVENESS and found.timeout <= 1
    )
    return Plan(
        steps=(look, AskHuman("take-the-load-away", risk=Risk.TOUCHES_HOST), DrainNode()),
        within=A_REBOOT,
        instead=Plan(steps=(patience,)) if tight else None,
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.CHANGE_ADDRESS,
            Ineffective.REINSTALL_CALICO,
            # A probe that waits long enough already is not what kills it.
            *(() if tight else (Ineffective.LONGER_PROBE,)),
        ),
    )


CAUSE = Cause(
    name="host-overload-probe-kill",
    code="HST001",
    stage=StageId.POD_BOUND,
    shows_as=KILLED_REPEATEDLY,
    reads=(
        LoadAverage,
        CpuCount,
        CpuPressure,
        CpuUsed,
        ProbeFailed,
        KilledByProbe,
        ProbeSpec,
        MilestoneReached,
        FelixHealth,
        ContainerExit,
        LogShown,
        ResourceLimit,
    ),
    decided_by=(
        LoadAverage,
        CpuCount,
    ),
    failures=(
        fails(How.FULL, How.SLOW, thing=ThingClass.CPU),
        PROBE_UNANSWERED,
        KILLED_BY_PROBE,
        HEALTH_REFUSED,
        HEALTH_UNANSWERED,
        *CONTAINER_KILLED,
    ),
    examine=examine,
    plan=plan,
    writes=(
        sets(Setting.LIVENESS_PROBE, "initialDelaySeconds=30,timeoutSeconds=10,failureThreshold=6"),
    ),
    prior=2.0,
)
