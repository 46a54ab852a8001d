"""The kernel refuses Calico's connect-time load balancer, whose programs jump into others of another type."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, denies, indicates, proves
from calicovet.model.facts import FelixSaid, KernelVersion
from calicovet.model.plan import (
    AskHuman,
    CalicoKind,
    EditObject,
    Field,
    Plan,
    Risk,
    Vain,
)
from calicovet.model.stage import Shape, StageId
from calicovet.startup.crashes import RELEASE_READS, release_of
from calicovet.startup.felix_word import felix_said
from calicovet.startup.versions import read_release

_KEY = "felix-bpf-jumps-refused"
_FORBIDS = (6, 12)
"""Older kernels let programs of one type jump into those of another."""


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
    elif number < _FORBIDS:
        yield denies(said, kernel)
    else:
        yield proves(said, kernel, kernel=kernel.version, **words)


def plan(case: Case) -> Plan:
    return Plan(
        steps=(AskHuman("release-or-kernel", risk=Risk.CLUSTER_WIDE),),
        instead=Plan(
            steps=(
                EditObject(
                    key="without-the-balancer",
                    kind=CalicoKind.FELIX_CONFIGURATION,
                    fields=(Field(("spec", "bpfConnectTimeLoadBalancing"), "Disabled"),),
                ),
            )
        ),
        does_not_help=(Vain.DELETE_POD, Vain.LOAD_MODULE, Vain.REINSTALL_CALICO),
    )


CAUSE = Cause(
    name=_KEY,
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
    examine=examine,
    plan=plan,
    explains=("felix-bpf-attach-failed", "bpf-network-bootstrap-failed"),
    prior=0.06,
)
