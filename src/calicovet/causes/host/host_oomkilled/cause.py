"""calico-node needs more memory than it may have, or than the host has left."""

import re
from collections.abc import Iterator
from datetime import timedelta

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, hints, indicates, proves
from calicovet.model.facts import (
    ContainerExit,
    ContainerState,
    Fact,
    KernelSaid,
    KubeletSaid,
    PodListed,
    ResourceLimit,
    RunningFor,
)
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.shared import CONTAINER_KILLED
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import (
    AskHuman,
    Ineffective,
    Plan,
    Risk,
    RunOnNode,
    SetSetting,
    Setting,
)
from calicovet.model.remediation.write_examples import sets
from calicovet.model.stage import Shape, StageId
from calicovet.signals.messages import message, only_known
from calicovet.startup.pod_readiness import is_main

_REASON = "OOMKilled"
_LONG_AGO = timedelta(hours=6)
_DAYS = timedelta(days=2)
_ENOUGH = 512
_UNITS = {"Ki": 1 / 1024, "Mi": 1.0, "Gi": 1024.0, "K": 1 / 1049, "M": 1 / 1.049, "G": 953.7}


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    words = {"process": "calico-node", **_limit_words(node)}
    told = node.one(KernelSaid, _is_victim) or node.one(KubeletSaid, _is_victim)
    if (killed := _killed(node)) is not None:
        # A run that has lasted since then has another trouble; one that lasted days is no loop.
        sign = hints if _has_run_since(node) or _had_run_long(killed) else proves
        yield sign(killed, *only_known(told), **words)
    elif told is not None:
        yield proves(told, **(words | {"process": told.detail("process")}))
    elif (said := message(node, KubeletSaid, "host-oomkilled")) is not None:
        yield indicates(said, **words)


def _killed(node: NodeView) -> Fact | None:
    """Container calico-node itself; other containers may run out of memory without any harm to it."""
    return (
        node.one(ContainerExit, lambda found: found.reason == _REASON and is_main(found))
        or node.one(
            ContainerState,
            lambda found: found.reason == _REASON and not found.init and is_main(found),
        )
        or node.one(PodListed, lambda found: found.status == _REASON)
    )


def _is_victim(said: KernelSaid | KubeletSaid) -> bool:
    return said.key.startswith("host-oomkilled:")


def _has_run_since(node: NodeView) -> bool:
    running = node.one(RunningFor, lambda found: not found.init and is_main(found))
    if running is not None and running.duration > _LONG_AGO:
        return True
    listed = node.one(PodListed)
    return (
        listed is not None
        and listed.status == "Running"
        and listed.restarted_ago is not None
        and listed.restarted_ago > _LONG_AGO
    )


def _had_run_long(killed: Fact) -> bool:
    return (
        isinstance(killed, ContainerExit)
        and killed.started is not None
        and killed.finished is not None
        and killed.finished - killed.started > _DAYS
    )


def _limit(node: NodeView) -> ResourceLimit | None:
    return node.one(ResourceLimit, lambda found: found.resource == "memory" and is_main(found))


def _limit_words(node: NodeView) -> dict[str, str]:
    limit = _limit(node)
    return {} if limit is None else {"limit": limit.value}


def _mebibytes(value: str) -> float | None:
    found = re.fullmatch(r"(\d{1,15})([KMG]i?)?", value.strip())
    if found is None:
        return None
    return int(found[1]) * _UNITS[found[2]] if found[2] else int(found[1]) / 1024 / 1024


def plan(case: Case) -> Plan:
    look = RunOnNode(
        "who-was-killed",
        commands=(
            "dmesg -T | grep -i -e oom-kill -e 'killed process' | tail",
            "free -m",
            "ps -eo rss,pid,comm --sort=-rss | head",
        ),
        risk=Risk.NONE,
    )
    limit = _limit(case.node)
    if limit is None:
        # Where the container has no limit, adding one would only kill it sooner.
        return Plan(
            steps=(look, AskHuman("find-the-eater", risk=Risk.TOUCHES_HOST)),
            does_not_help=(
                Ineffective.DELETE_POD,
                Ineffective.LONGER_PROBE,
                Ineffective.REINSTALL_CALICO,
            ),
        )
    before = _mebibytes(limit.value)
    # Twice as much, and never less than what a calico-node of a small cluster needs.
    after = max(_ENOUGH, round(2 * before)) if before else 2 * _ENOUGH
    raise_it = SetSetting(Setting.MEMORY_LIMIT, f"{after}Mi")
    return Plan(
        steps=(raise_it,),
        instead=Plan(steps=(look,)),
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.LONGER_PROBE,
            Ineffective.REINSTALL_CALICO,
        ),
    )


CAUSE = Cause(
    name="host-oomkilled",
    code="HST002",
    stage=StageId.POD_BOUND,
    shows_as=frozenset(
        {
            Shape.EXITS_AT_STARTUP,
            Shape.STUCK_AT_STARTUP,
            Shape.KILLED_BEFORE_FELIX,
            Shape.KILLED_WHILE_READY,
            Shape.RUNNING_NOT_READY,
            Shape.READY_BUT_FLAPPING,
        }
    ),
    reads=(
        ContainerExit,
        ContainerState,
        PodListed,
        KernelSaid,
        KubeletSaid,
        ResourceLimit,
        RunningFor,
    ),
    decided_by=(ContainerExit, KernelSaid),
    failures=(
        fails(How.OUT_OF_MEMORY, saying=""),
        fails(How.OUT_OF_MEMORY, How.FULL, thing=ThingClass.MEMORY),
        *CONTAINER_KILLED,
    ),
    examine=examine,
    plan=plan,
    writes=(sets(Setting.MEMORY_LIMIT),),
    prior=0.6,
)
