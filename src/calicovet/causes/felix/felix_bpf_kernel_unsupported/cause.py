"""The BPF data plane is on, and the kernel cannot do it."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, proves
from calicovet.model.facts import Fact, FelixSaid, KernelVersion
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.shared import SERVICE, api_fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.plan import A_REBOOT, AskHuman, Ineffective, Plan, Risk, RunOnNode
from calicovet.model.stage import StageId
from calicovet.model.symptoms import FELIX_OR_TRAFFIC_FAILS
from calicovet.signals.messages import message, only_known

_KEY = "felix-bpf-kernel-unsupported"


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    said = message(node, FelixSaid, _KEY)
    if said is None:
        return
    reason = message(node, FelixSaid, f"{_KEY}:version")
    kernel = node.one(KernelVersion)
    facts: tuple[Fact, ...] = only_known(said, reason)
    have = reason.detail("have") if reason is not None else ""
    yield proves(
        *facts,
        kernel=have.strip() or (kernel.version if kernel is not None else "?"),
        want=(reason.detail("want") if reason is not None else "") or "5.3",
    )


CAUSE = Cause(
    name="felix-bpf-kernel-unsupported",
    code="FLX022",
    stage=StageId.FELIX_CONFIGURED,
    shows_as=FELIX_OR_TRAFFIC_FAILS,
    reads=(FelixSaid, KernelVersion),
    decided_by=(FelixSaid,),
    failures=(
        fails(How.NOT_SUPPORTED, How.TOO_OLD, thing=ThingClass.BPF, value="", by=Speaker.FELIX),
        api_fails(How.REFUSED, How.TIMED_OUT, at=SERVICE),
        fails(How.TOO_OLD, How.NOT_SUPPORTED, thing=ThingClass.KERNEL),
    ),
    examine=examine,
    plan=Plan(
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
    ),
    explains=("api-kube-proxy-down", "felix-datastore-unreachable"),
    prior=0.2,
)
