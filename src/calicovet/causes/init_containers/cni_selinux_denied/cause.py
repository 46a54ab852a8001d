"""SELinux does not let install-cni write to the host."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, denies, hints, indicates, proves
from calicovet.model.facts import CniInstallSaid, KernelSaid
from calicovet.model.remediation.plan import (
    AskHuman,
    Ineffective,
    NoUndo,
    Plan,
    RestartPod,
    Risk,
    RunOnNode,
)
from calicovet.model.stage import Shape, StageId

_NAME = "cni-selinux-denied"
_REFUSED = frozenset({"permission denied", "operation not permitted"})


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    avc = node.one(KernelSaid, lambda said: said.key == f"{_NAME}:avc")
    if avc is not None and avc.detail("permissive") == "1":
        # It was only noted down, and let happen.
        yield denies(avc)
        return
    what = f"{avc.detail('who')} ({avc.detail('type')})" if avc is not None else "/opt/cni/bin"
    own = node.one(CniInstallSaid, lambda said: said.key == _NAME)
    refused = node.one(
        CniInstallSaid,
        lambda said: (
            said.key == "cni-bin-dir-not-writable:file" and said.detail("error").lower() in _REFUSED
        ),
    )
    if own is not None:
        yield proves(own, *((avc,) if avc else ()), what=what)
    elif avc is not None:
        yield proves(refused, avc, what=what) if refused else indicates(avc, what=what)
    elif refused is not None:
        yield hints(refused, what=what)


def plan(case: Case) -> Plan:
    return Plan(
        steps=(
            RunOnNode(
                "look-at-the-audit-log",
                commands=(
                    "getenforce",
                    "ausearch -m AVC -ts recent | grep -e cni -e calico",
                    "rpm -q container-selinux",
                    "ls -Zd /opt/cni/bin /etc/cni/net.d",
                ),
                risk=Risk.NONE,
            ),
            RunOnNode(
                "put-the-policy-right",
                commands=(
                    "rpm -q container-selinux || yum install -y container-selinux",
                    "restorecon -RFv /opt/cni /etc/cni",
                ),
                no_undo=NoUndo.ONLY_ADDS,
            ),
            RestartPod(),
        ),
        instead=Plan(steps=(AskHuman("privileged", risk=Risk.ROLLS_ALL_NODES),)),
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.RESTART_KUBELET,
            Ineffective.REINSTALL_CALICO,
        ),
    )


CAUSE = Cause(
    name=_NAME,
    stage=StageId.CNI_INSTALLED,
    shows_as=frozenset(
        {
            Shape.INIT_STUCK,
            Shape.INIT_FAILING,
            Shape.RUNNING_NOT_READY,
            Shape.READY_BUT_BROKEN,
        }
    ),
    reads=(CniInstallSaid, KernelSaid),
    decided_by=(KernelSaid,),
    examine=examine,
    plan=plan,
    explains=("cni-bin-dir-not-writable", "cni-noexec-mount"),
    prior=0.2,
)
