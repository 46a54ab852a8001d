"""calico-node writes the CNI plugin's files where MicroK8s was before it was refreshed."""

from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, denies, indicates, proves
from calicovet.model.facts import CniPluginSaid, KernelSaid
from calicovet.model.remediation.plan import (
    AskHuman,
    Ineffective,
    Plan,
    RestartPod,
    Risk,
    RunOnNode,
)
from calicovet.model.stage import Shape, StageId

_NAME = "cni-snap-old-revision"
_REFUSED = "cni-kubeconfig-token-stale"


def examine(case: Case) -> Iterator[Sign]:
    mounted = _told(case.node, "mounted")
    current = _told(case.node, "current", "list")
    if mounted is None or current is None:
        return
    old, new = mounted.detail("revision"), current.detail("revision")
    if old == new:
        yield denies(mounted, current)
        return
    refused = case.node.one(CniPluginSaid, lambda found: found.key == _REFUSED)
    # Until the token over there is a day old, nothing is amiss yet.
    sign = proves if refused is not None else indicates
    yield sign(mounted, current, *((refused,) if refused else ()), old=old, new=new)


def _told(node: NodeView, *what: str) -> KernelSaid | None:
    keys = tuple(f"{_NAME}:{each}" for each in what)
    return node.one(KernelSaid, lambda found: found.key in keys)


def plan(case: Case) -> Plan:
    return Plan(
        steps=(
            RunOnNode(
                "compare-the-revisions",
                commands=(
                    "grep microk8s /proc/$(pgrep -o -f calico-node)/mountinfo",
                    "ls -l /var/snap/microk8s",
                ),
                risk=Risk.NONE,
            ),
            RestartPod(),
            AskHuman("after-the-next-refresh"),
        ),
        does_not_help=(
            Ineffective.RESTART_KUBELET,
            Ineffective.REINSTALL_CALICO,
            Ineffective.RESET_NODE,
        ),
    )


CAUSE = Cause(
    name=_NAME,
    stage=StageId.CNI_INSTALLED,
    shows_as=frozenset({Shape.READY_BUT_BROKEN, Shape.READY_BUT_FLAPPING}),
    reads=(KernelSaid, CniPluginSaid),
    examine=examine,
    plan=plan,
    explains=("cni-kubeconfig-token-stale",),
    may_lie_dormant=True,
    prior=0.1,
)
