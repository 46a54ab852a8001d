"""The kernel refuses the system call with which install-cni copies files."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, Unforeseen, proves
from calicovet.model.facts import CniInstallSaid, KernelVersion
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.plan import A_REBOOT, AskHuman, Plan, Risk, RunOnNode
from calicovet.model.stage import StageId
from calicovet.model.symptoms import INIT_NOT_RUN_OR_FAILS
from calicovet.signals.messages import message

_KEY = "cni-copy-range-refused"


def examine(case: Case) -> Iterator[Sign]:
    said = message(case.node, CniInstallSaid, _KEY)
    if said is None:
        return
    kernel = case.node.one(KernelVersion)
    yield proves(
        said,
        path=said.detail("path"),
        error=said.detail("error"),
        kernel=kernel.version if kernel is not None else "?",
    )


CAUSE = Cause(
    name=_KEY,
    code="INI020",
    stage=StageId.CNI_INSTALLED,
    shows_as=INIT_NOT_RUN_OR_FAILS,
    reads=(CniInstallSaid, KernelVersion),
    decided_by=(CniInstallSaid,),
    failures=(
        fails(
            How.INVALID_ARGUMENT,
            How.NOT_SUPPORTED,
            How.CORRUPT,
            thing=ThingClass.PATH,
            value="cni-bin",
            by=Speaker.INSTALL_CNI,
        ),
    ),
    examine=examine,
    plan=Plan(
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
    ),
    prior=0.02,
    unforeseen=Unforeseen.FILE_SYSTEMS,
)
