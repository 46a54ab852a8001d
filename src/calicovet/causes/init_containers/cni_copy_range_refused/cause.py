"""The kernel refuses the system call with which install-cni copies files."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, proves
from calicovet.model.facts import CniInstallSaid, KernelVersion
from calicovet.model.remediation.plan import A_REBOOT, AskHuman, Ineffective, Plan, Risk, RunOnNode
from calicovet.model.stage import Shape, StageId

_KEY = "cni-copy-range-refused"


def examine(case: Case) -> Iterator[Sign]:
    said = case.node.one(CniInstallSaid, lambda found: found.key == _KEY)
    if said is None:
        return
    kernel = case.node.one(KernelVersion)
    yield proves(
        said,
        path=said.detail("path"),
        error=said.detail("error"),
        kernel=kernel.version if kernel is not None else "?",
    )


def plan(case: Case) -> Plan:
    return Plan(
        steps=(
            RunOnNode(
                "see-the-file-systems",
                commands=(
                    "uname -r",
                    "findmnt -no SOURCE,FSTYPE,OPTIONS -T /opt/cni/bin",
                    "findmnt -no SOURCE,FSTYPE,OPTIONS -T /var/lib/containerd",
                ),
                risk=Risk.NONE,
            ),
            AskHuman("kernel-or-place", risk=Risk.MOVES_WORKLOADS),
        ),
        within=A_REBOOT,
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.RESTART_KUBELET,
            Ineffective.REINSTALL_CALICO,
        ),
    )


CAUSE = Cause(
    name=_KEY,
    stage=StageId.CNI_INSTALLED,
    shows_as=frozenset(
        {
            Shape.INIT_STUCK,
            Shape.INIT_FAILING,
            Shape.CONTAINER_NOT_CREATED,
        }
    ),
    reads=(CniInstallSaid, KernelVersion),
    decided_by=(CniInstallSaid,),
    examine=examine,
    plan=plan,
    prior=0.02,
)
