"""Container calico-node has a CPU limit so low that it spends its time waiting."""

import re
from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, Unforeseen, denies, hints, indicates, proves
from calicovet.model.commands.shell import command
from calicovet.model.facts import (
    CpuThrottled,
    Fact,
    KilledByProbe,
    KubeletSaid,
    ProbeFailed,
    ResourceLimit,
)
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.shared import (
    HEALTH_REFUSED,
    HEALTH_UNANSWERED,
    KILLED_BY_PROBE,
    PROBE_UNANSWERED,
)
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import (
    Ineffective,
    Plan,
    Risk,
    RunKubectl,
    SetSetting,
    Setting,
)
from calicovet.model.remediation.write_examples import sets
from calicovet.model.stage import Shape, StageId
from calicovet.signals.messages import message, only_known
from calicovet.signals.quantities import millicores
from calicovet.startup.pod_readiness import is_main

_MUCH = 0.25
_LITTLE = 0.05
_A_WHILE = 100
"""Fewer periods than that are ten seconds: the start alone may fill them."""
_LOW_MILLICORES = 200
_HOPELESS_MILLICORES = 10
"""Seen: with twenty calico-node still became ready on an idle cluster, with one it never did."""
_NO_ANSWER = re.compile(r"connection refused|timeout|deadline exceeded|timed out", re.IGNORECASE)


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    limit = node.one(ResourceLimit, lambda found: found.resource == "cpu" and is_main(found))
    words: dict[str, object] = {} if limit is None else {"limit": limit.value}
    measured = node.one(CpuThrottled, lambda found: found.periods >= _A_WHILE)
    slow = _without_answer(node)
    if measured is not None:
        yield from _by_measure(measured, limit, slow, words)
    elif (alert := message(node, KubeletSaid, "host-cpu-throttled:alert")) and (
        float(alert.detail("percent")) >= 100 * _MUCH
    ):
        yield indicates(alert, percent=round(float(alert.detail("percent"))), **words)
    elif limit is not None and slow is not None and millicores(limit.value) <= _LOW_MILLICORES:
        hopeless = millicores(limit.value) <= _HOPELESS_MILLICORES
        yield (indicates if hopeless else hints)(limit, slow, percent="?", **words)


def _by_measure(
    measured: CpuThrottled,
    limit: ResourceLimit | None,
    slow: Fact | None,
    words: dict[str, object],
) -> Iterator[Sign]:
    share = measured.throttled / measured.periods
    words = {"percent": round(100 * share), **words}
    if share < _LITTLE:
        yield denies(measured)
    elif share > _MUCH and slow is not None and (limit is not None or measured.about.pod):
        yield proves(measured, *only_known(limit), slow, **words)
    elif share > _MUCH:
        # Whose cgroup it was, or whether anything was late, is not known.
        yield indicates(measured, *only_known(limit), **words)


def _without_answer(node: NodeView) -> Fact | None:
    """A probe that got no answer in time: what waiting for the processor looks like."""
    return node.one(
        ProbeFailed, lambda found: found.timed_out or bool(_NO_ANSWER.search(found.text))
    ) or node.one(KilledByProbe)


def plan(case: Case) -> Plan:
    namespace = case.node.namespace or "kube-system"
    ranges = RunKubectl(
        "look-for-limit-range",
        commands=(command("kubectl -n {namespace} get limitrange -o yaml", namespace=namespace),),
        risk=Risk.NONE,
    )
    return Plan(
        steps=(ranges, SetSetting(Setting.CPU_LIMIT, "0")),
        instead=Plan(steps=(SetSetting(Setting.CPU_LIMIT, "2"),)),
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.CHANGE_ADDRESS,
            Ineffective.REINSTALL_CALICO,
        ),
    )


CAUSE = Cause(
    name="host-cpu-throttled",
    code="HST004",
    stage=StageId.POD_BOUND,
    shows_as=frozenset(
        {
            Shape.STUCK_AT_STARTUP,
            Shape.KILLED_BEFORE_FELIX,
            Shape.KILLED_WHILE_READY,
            Shape.RUNNING_NOT_READY,
            Shape.READY_BUT_FLAPPING,
        }
    ),
    reads=(CpuThrottled, ResourceLimit, KubeletSaid, ProbeFailed, KilledByProbe),
    decided_by=(CpuThrottled,),
    failures=(
        fails(How.RATE_LIMITED, How.SLOW, thing=ThingClass.CPU),
        PROBE_UNANSWERED,
        KILLED_BY_PROBE,
        HEALTH_REFUSED,
        HEALTH_UNANSWERED,
    ),
    examine=examine,
    plan=plan,
    writes=(sets(Setting.CPU_LIMIT),),
    # A limit that slows Felix makes a short probe fail; the probe is then not the reason.
    explains=("host-probe-timeout-tight", "host-overload-probe-kill"),
    prior=0.5,
    unforeseen=Unforeseen.ONLY_WHILE_RUNNING,
)
