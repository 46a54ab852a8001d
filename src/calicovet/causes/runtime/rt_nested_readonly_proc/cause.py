"""The node is itself a container, and may not write the kernel's settings."""

from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, denies, hints, indicates, proves
from calicovet.model.facts import (
    CniPluginSaid,
    ContainerPrivileged,
    Fact,
    FelixSaid,
    MountTable,
    Said,
)
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.plan import A_REBOOT, AskHuman, Ineffective, Plan, Risk, RunOnNode
from calicovet.model.stage import Shape, StageId
from calicovet.signals.messages import message, only_known

_NAME = "rt-nested-readonly-proc"


def examine(case: Case) -> Iterator[Sign]:
    said = message(case.node, Said, _NAME)
    sealed = _sealed(case.node)
    if sealed is None and (ordinary := _ordinary(case.node)):
        # An ordinary container may not write there on any host.
        yield denies(ordinary)
        return
    if said is not None:
        may = case.node.one(ContainerPrivileged, _is_main)
        told = only_known(said, sealed, may)
        # Inside a container it may be the container's own /proc.
        inside = told == (said,) and isinstance(said, FelixSaid)
        yield (indicates if inside else proves)(*told, path=said.detail("path"))
        return
    # The same words have other reasons: a setting that this kernel lacks, or a value that it refuses.
    weak = message(case.node, FelixSaid, f"{_NAME}:forwarding")
    plugin = message(case.node, CniPluginSaid, f"{_NAME}:proxy-delay")
    heard = only_known(weak, plugin)
    if heard and sealed is not None:
        yield indicates(*heard, sealed, path="/proc/sys")
    elif heard:
        yield hints(*heard, path="/proc/sys")


def _ordinary(node: NodeView) -> Fact | None:
    """What shows that calico-node's container has no privileges on the host."""
    refused = node.one(FelixSaid, lambda found: found.key.startswith("felix-not-privileged"))
    plain = node.one(ContainerPrivileged, lambda found: _is_main(found) and not found.privileged)
    return refused or plain


def _is_main(found: ContainerPrivileged) -> bool:
    return found.about.container == "calico-node"


def _sealed(node: NodeView) -> MountTable | None:
    """The mounts of the host, where its own /proc/sys is one of them and may only be read."""
    return node.one(
        MountTable,
        lambda table: any(
            mount.point in ("/proc/sys", "/proc/sys/net") and "ro" in mount.options
            for mount in table.mounts
        ),
    )


CAUSE = Cause(
    name=_NAME,
    code="RUN018",
    stage=StageId.SANDBOX_READY,
    shows_as=frozenset(
        {
            Shape.CONTAINER_NOT_CREATED,
            Shape.EXITS_AT_STARTUP,
            Shape.KILLED_BEFORE_FELIX,
            Shape.RUNNING_NOT_READY,
            Shape.READY_BUT_FLAPPING,
            Shape.READY_BUT_BROKEN,
        }
    ),
    reads=(Said, FelixSaid, CniPluginSaid, MountTable, ContainerPrivileged),
    decided_by=(Said,),
    failures=(
        fails(
            How.READ_ONLY,
            thing=ThingClass.SYSCTL,
            by=(
                Speaker.FELIX,
                Speaker.STARTUP,
                Speaker.CNI_PLUGIN,
                Speaker.KUBE_PROXY,
                Speaker.KUBELET,
                Speaker.RUNTIME,
            ),
        ),
    ),
    examine=examine,
    plan=Plan(
        steps=(
            RunOnNode(
                "is-it-a-container",
                commands=("systemd-detect-virt -c", "grep ' /proc' /proc/1/mountinfo"),
                risk=Risk.NONE,
            ),
            AskHuman("let-it-write", risk=Risk.MOVES_WORKLOADS),
        ),
        within=A_REBOOT,
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.LOAD_MODULE,
            Ineffective.REINSTALL_CALICO,
        ),
    ),
    prior=0.2,
)
