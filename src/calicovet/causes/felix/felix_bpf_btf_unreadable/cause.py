"""The libbpf in Calico's image cannot read the kernel's type information."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, Unforeseen, indicates
from calicovet.model.facts import FelixSaid, KernelVersion
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import AskHuman, Ineffective, Plan, Risk, RunOnNode
from calicovet.model.stage import Shape, StageId
from calicovet.signals.crashes import RELEASE_READS, release_of
from calicovet.signals.felix_messages import felix_said

_KEY = "felix-bpf-btf-unreadable"


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    said = felix_said(node, _KEY)
    if said is None:
        return
    kernel = node.one(KernelVersion)
    # Only a look at the host distinguishes a kernel without it from one whose form is too new.
    yield indicates(
        said,
        kernel=kernel.version if kernel is not None else "?",
        release=release_of(node) or "?",
    )


CAUSE = Cause(
    name=_KEY,
    code="FLX032",
    stage=StageId.BPF_PREPARED,
    shows_as=frozenset(
        {
            Shape.INIT_STUCK,
            Shape.INIT_FAILING,
            Shape.EXITS_AT_STARTUP,
            Shape.KILLED_BEFORE_FELIX,
            Shape.KILLED_WHILE_READY,
            Shape.RUNNING_NOT_READY,
            Shape.READY_BUT_FLAPPING,
        }
    ),
    reads=(FelixSaid, KernelVersion, *RELEASE_READS),
    decided_by=(FelixSaid,),
    failures=(
        fails(
            How.FAILED,
            How.MISSING,
            How.NOT_FOUND,
            How.OBJECT_MISSING,
            How.INVALID_VALUE,
            How.CORRUPT,
            How.NOT_SUPPORTED,
            How.VERIFIER_REFUSED,
            thing=ThingClass.BPF,
            value="btf",
        ),
    ),
    examine=examine,
    plan=Plan(
        steps=(
            RunOnNode(
                "is-it-there",
                commands=("ls -l /sys/kernel/btf/vmlinux", "uname -r"),
                risk=Risk.NONE,
            ),
            AskHuman("release-or-kernel", risk=Risk.CLUSTER_WIDE),
        ),
        does_not_help=(Ineffective.DELETE_POD, Ineffective.LOAD_MODULE, Ineffective.LONGER_PROBE),
    ),
    explains=("felix-bpf-attach-failed", "bpf-network-bootstrap-failed"),
    prior=0.04,
    unforeseen=Unforeseen.ONLY_WHILE_RUNNING,
)
