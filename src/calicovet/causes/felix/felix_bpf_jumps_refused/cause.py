"""The kernel refuses Calico's connect-time load balancer, which has one jump map for several attach types."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, Unforeseen, hints, indicates, proves
from calicovet.model.facts import FelixSaid, KernelVersion
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.plan import (
    AskHuman,
    CalicoKind,
    EditObject,
    Field,
    Ineffective,
    Plan,
    Risk,
)
from calicovet.model.remediation.write_examples import edits
from calicovet.model.stage import Shape, StageId
from calicovet.signals.crashes import RELEASE_READS, release_of
from calicovet.signals.felix_messages import felix_said
from calicovet.startup.versions import Release, read_release

_KEY = "felix-bpf-jumps-refused"
_SINCE = {(6, 1): 156, (6, 6): 112, (6, 12): 53, (6, 17): 3}
"""The patch of each stable line from which on a jump map takes programs of one attach type only."""
_ALWAYS_SINCE = (6, 18)
_FELIX = frozenset({"", "calico-node"})


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    said = felix_said(node, _KEY)
    if said is None:
        return
    kernel = node.one(KernelVersion)
    number = read_release(kernel.version) if kernel is not None else None
    words = {"program": said.detail("program"), "release": release_of(node) or "?"}
    if kernel is None or number is None:
        yield indicates(said, kernel="?", **words)
    elif _forbids(number):
        yield proves(said, kernel, kernel=kernel.version, **words)
    else:
        # Distributions bring the change into kernels whose number stays.
        yield hints(said, kernel, kernel=kernel.version, **words)


def _forbids(kernel: Release) -> bool:
    since = _SINCE.get((kernel.major, kernel.minor))
    return kernel >= _ALWAYS_SINCE or (since is not None and kernel.patch >= since)


def plan(case: Case) -> Plan:
    off = EditObject(
        key="without-the-balancer",
        kind=CalicoKind.FELIX_CONFIGURATION,
        fields=(Field(("spec", "bpfConnectTimeLoadBalancing"), "Disabled"),),
    )
    said = felix_said(case.node, _KEY)
    # The init container loads the balancer without a look at FelixConfiguration.
    is_felix = said is None or said.about.container in _FELIX
    return Plan(
        steps=(AskHuman("release-or-kernel", risk=Risk.CLUSTER_WIDE),),
        instead=Plan(steps=(off,)) if is_felix else None,
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.LOAD_MODULE,
            Ineffective.REINSTALL_CALICO,
        ),
    )


CAUSE = Cause(
    name=_KEY,
    code="FLX031",
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
    decided_by=(FelixSaid, KernelVersion),
    failures=(
        fails(
            How.INVALID_ARGUMENT,
            How.VERIFIER_REFUSED,
            How.MISMATCH,
            How.FAILED,
            thing=ThingClass.BPF,
            value="tail-call",
        ),
        fails(
            How.INVALID_ARGUMENT,
            thing=ThingClass.BPF,
            value="connect-time-lb",
            by=(Speaker.FELIX, Speaker.MOUNT_BPFFS),
        ),
    ),
    examine=examine,
    plan=plan,
    writes=(edits(CalicoKind.FELIX_CONFIGURATION, "spec.bpfConnectTimeLoadBalancing"),),
    explains=("felix-bpf-attach-failed", "bpf-network-bootstrap-failed"),
    prior=0.06,
    unforeseen=Unforeseen.ONLY_WHILE_RUNNING,
)
