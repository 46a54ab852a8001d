"""Felix cannot load its BPF programs or attach them."""

from collections.abc import Iterator
from datetime import timedelta

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, Unforeseen, denies, hints, indicates, proves
from calicovet.model.facts import Fact, FelixHealthRow, FelixSaid, PodListed, ProbeFailed
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.plan import (
    AskHuman,
    Plan,
    RestartPod,
    Risk,
    RunKubectl,
    RunOnNode,
)
from calicovet.model.stage import StageId
from calicovet.model.symptoms import FELIX_FAILS
from calicovet.signals.messages import message

_KEY = "felix-bpf-attach-failed"
_MANAGER = "BPFEndpointManager"
_A_WHILE = timedelta(minutes=2)
_GOES_ON = 6


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    said = message(node, FelixSaid, _KEY)
    row = node.one(FelixHealthRow, lambda found: found.component == _MANAGER)
    table = message(node, FelixSaid, f"{_KEY}:table")
    waits: Fact | None = row if row is not None and _is_not_ready(row) else table
    if said is not None:
        yield proves(said, what=said.detail("what"))
    elif waits is not None:
        lasting = _lasts(node)
        what = f"{_MANAGER}: reporting non-ready"
        if lasting is not None:
            yield indicates(waits, lasting, what=what)
        else:
            yield hints(waits, what=what)
    elif row is not None:
        yield denies(row)


def _is_not_ready(row: FelixHealthRow) -> bool:
    return "non-ready" in row.readiness or "non-ready" in row.detail


def _lasts(node: NodeView) -> Fact | None:
    """What shows that it is no matter of the first minute."""
    return node.one(
        PodListed,
        lambda pod: (
            pod.ready < pod.total
            and pod.restarts == 0
            and pod.age is not None
            and pod.age > _A_WHILE
        ),
    ) or node.one(ProbeFailed, lambda found: found.count >= _GOES_ON and "503" in found.text)


CAUSE = Cause(
    name="felix-bpf-attach-failed",
    code="FLX023",
    stage=StageId.DATAPLANE_READY,
    shows_as=FELIX_FAILS,
    reads=(FelixSaid, FelixHealthRow, PodListed, ProbeFailed),
    decided_by=(FelixSaid, FelixHealthRow),
    failures=(
        fails(
            How.EXIT,
            How.FAILED,
            How.NOT_SUPPORTED,
            How.INVALID_ARGUMENT,
            thing=ThingClass.PROGRAM,
            value="tc",
            by=Speaker.FELIX,
        ),
        fails(
            How.FAILED,
            How.MISSING,
            How.NOT_PERMITTED,
            How.PERMISSION_DENIED,
            How.INVALID_ARGUMENT,
            How.NOT_SUPPORTED,
            How.BUSY,
            How.VERIFIER_REFUSED,
            thing=ThingClass.BPF,
            value=("map", "program"),
            by=Speaker.FELIX,
        ),
        fails(
            How.FAILED,
            How.NOT_PERMITTED,
            How.PERMISSION_DENIED,
            How.NOT_SUPPORTED,
            How.BUSY,
            How.VERIFIER_REFUSED,
            thing=ThingClass.BPF,
            value="connect-time-lb",
            by=Speaker.FELIX,
        ),
    ),
    examine=examine,
    plan=Plan(
        steps=(
            RunOnNode(
                "see-the-host",
                commands=(
                    "mount | grep -E 'bpf|cgroup2'",
                    "cat /sys/kernel/security/lockdown",
                    "ip -br link",
                ),
                risk=Risk.NONE,
            ),
            RunKubectl(
                "see-the-pattern",
                commands=(
                    "kubectl get felixconfigurations.crd.projectcalico.org default"
                    " -o jsonpath='{.spec.bpfDataIfacePattern}'",
                ),
                risk=Risk.NONE,
            ),
            AskHuman("mend-what-is-missing", risk=Risk.TOUCHES_HOST),
            RestartPod(),
        ),
        instead=Plan(steps=(AskHuman("back-to-iptables", risk=Risk.CLUSTER_WIDE),)),
    ),
    caused_by=("bpffs-mount-failed",),
    prior=0.2,
    unforeseen=Unforeseen.ONLY_WHILE_RUNNING,
)
