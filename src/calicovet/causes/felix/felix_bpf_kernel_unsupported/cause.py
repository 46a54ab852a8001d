"""The BPF data plane is on, and the kernel cannot do it."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, proves
from calicovet.model.facts import Fact, FelixSaid, KernelVersion
from calicovet.model.remediation.plan import A_REBOOT, AskHuman, Ineffective, Plan, Risk, RunOnNode
from calicovet.model.stage import Shape, StageId

_KEY = "felix-bpf-kernel-unsupported"


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    said = node.one(FelixSaid, lambda found: found.key == _KEY)
    if said is None:
        return
    reason = node.one(FelixSaid, lambda found: found.key == f"{_KEY}:version")
    kernel = node.one(KernelVersion)
    facts: tuple[Fact, ...] = tuple(one for one in (said, reason) if one is not None)
    have = reason.detail("have") if reason is not None else ""
    yield proves(
        *facts,
        kernel=have.strip() or (kernel.version if kernel is not None else "?"),
        want=(reason.detail("want") if reason is not None else "") or "5.3",
    )


def plan(case: Case) -> Plan:
    return Plan(
        steps=(
            RunOnNode("see-the-kernel", commands=("uname -r",), risk=Risk.NONE),
            AskHuman("newer-kernel", risk=Risk.MOVES_WORKLOADS),
        ),
        within=A_REBOOT,
        instead=Plan(steps=(AskHuman("back-to-iptables", risk=Risk.CLUSTER_WIDE),)),
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.LOAD_MODULE,
            Ineffective.REINSTALL_CALICO,
        ),
    )


CAUSE = Cause(
    name="felix-bpf-kernel-unsupported",
    stage=StageId.FELIX_CONFIGURED,
    shows_as=frozenset(
        {
            Shape.RUNNING_NOT_READY,
            Shape.READY_BUT_FLAPPING,
            Shape.READY_BUT_BROKEN,
            Shape.KILLED_BEFORE_FELIX,
            Shape.KILLED_WHILE_READY,
        }
    ),
    reads=(FelixSaid, KernelVersion),
    decided_by=(FelixSaid,),
    examine=examine,
    plan=plan,
    explains=("api-kube-proxy-down", "felix-datastore-unreachable"),
    prior=0.2,
)
