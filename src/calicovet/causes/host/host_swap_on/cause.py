"""Swap is on, and the kubelet of this node refuses to start with it."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, denies, hints, indicates, proves
from calicovet.model.facts import KubeletSaid, NodeCondition, SwapSpace, UnitState
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import (
    Ineffective,
    Plan,
    RestartUnit,
    Risk,
    RunOnNode,
)
from calicovet.model.stage import Shape, StageId
from calicovet.signals.messages import message, only_known
from calicovet.signals.node_service import kubelet_reports, stopped_kubelet

_NAME = "host-swap-on"


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    swap = node.one(SwapSpace)
    if swap is not None and not swap.total:
        yield denies(swap)
        return
    if (reports := kubelet_reports(node)) is not None:
        # It runs: either swap is off by now, or the kubelet was told to accept it.
        yield denies(reports)
        return
    silent = node.one(NodeCondition, lambda found: found.type == "Ready")
    stopped = stopped_kubelet(node)
    refused = message(node, KubeletSaid, _NAME)
    if refused is not None:
        confirmed = only_known(silent, stopped, swap)
        yield (proves if confirmed else indicates)(refused, *confirmed)
    elif swap is not None and stopped is not None:
        # A kubelet with failSwapOn: false does not mind.
        yield hints(swap, stopped)


CAUSE = Cause(
    name=_NAME,
    code="HST022",
    stage=StageId.POD_CREATED,
    shows_as=frozenset(
        {
            Shape.NOT_CREATED,
            Shape.PENDING,
            Shape.CONTAINER_NOT_CREATED,
            Shape.INIT_STUCK,
            Shape.STUCK_AT_STARTUP,
            Shape.KILLED_BEFORE_FELIX,
            Shape.RUNNING_NOT_READY,
            Shape.READY_BUT_FLAPPING,
            Shape.READY_BUT_BROKEN,
        }
    ),
    reads=(KubeletSaid, SwapSpace, NodeCondition, UnitState),
    decided_by=(KubeletSaid, SwapSpace),
    failures=(fails(How.INVALID_VALUE, thing=ThingClass.CONFIG, value="swap"),),
    examine=examine,
    plan=Plan(
        steps=(
            RunOnNode(
                "see-the-swap",
                commands=(
                    "swapon --show; free -m",
                    "grep -n swap /etc/fstab; systemctl list-units --type=swap --no-pager",
                    "grep -rn -i -e failSwapOn -e fail-swap-on"
                    " /var/lib/kubelet/config.yaml /var/lib/kubelet/kubeadm-flags.env"
                    " /etc/default/kubelet /etc/sysconfig/kubelet 2>/dev/null || true",
                ),
                risk=Risk.NONE,
            ),
            RunOnNode(
                "switch-it-off",
                commands=(
                    "swapoff -a",
                    r"sed -i -E 's/^([^#[:space:]]+[[:space:]]+[^[:space:]]+[[:space:]]+swap[[:space:]])/# \1/'"
                    " /etc/fstab",
                ),
                undo=("swapon -a",),
                edits=("/etc/fstab",),
            ),
            RestartUnit(("kubelet",)),
        ),
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.REINSTALL_CALICO,
            Ineffective.LONGER_PROBE,
        ),
    ),
    explains=("node-kubelet-dead",),
    prior=0.4,
)
