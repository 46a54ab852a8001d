"""calico-node writes the CNI plugin's files where MicroK8s was before it was refreshed."""

from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, Unforeseen, denies, indicates, proves
from calicovet.model.facts import CniPluginSaid, KernelSaid
from calicovet.model.remediation.plan import (
    AskHuman,
    Ineffective,
    Plan,
    RestartPod,
    Risk,
    RunOnNode,
)
from calicovet.model.stage import StageId
from calicovet.model.symptoms import READY_BUT_FAILS
from calicovet.signals.messages import message, only_known

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
    refused = message(case.node, CniPluginSaid, _REFUSED)
    # Until the token over there is a day old, nothing is amiss yet.
    sign = proves if refused is not None else indicates
    yield sign(mounted, current, *only_known(refused), old=old, new=new)


def _told(node: NodeView, *what: str) -> KernelSaid | None:
    keys = tuple(f"{_NAME}:{each}" for each in what)
    return message(node, KernelSaid, *keys)


CAUSE = Cause(
    name=_NAME,
    code="INI016",
    stage=StageId.CNI_INSTALLED,
    shows_as=READY_BUT_FAILS,
    reads=(KernelSaid, CniPluginSaid),
    examine=examine,
    plan=Plan(
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
    ),
    explains=("cni-kubeconfig-token-stale",),
    may_lie_dormant=True,
    prior=0.1,
    unforeseen=Unforeseen.ONLY_WHILE_RUNNING,
)
