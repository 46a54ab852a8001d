"""SELinux does not let install-cni write to the host."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, Unforeseen, denies, hints, indicates, proves
from calicovet.model.facts import CniInstallSaid, KernelSaid
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.plan import (
    AskHuman,
    NoUndo,
    Plan,
    RestartPod,
    Risk,
    RunOnNode,
)
from calicovet.model.stage import StageId
from calicovet.model.symptoms import INIT_OR_TRAFFIC_FAILS
from calicovet.signals.messages import message, only_known

_NAME = "cni-selinux-denied"
_REFUSED = frozenset({"permission denied", "operation not permitted"})


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    avc = message(node, KernelSaid, f"{_NAME}:avc")
    if avc is not None and avc.detail("permissive") == "1":
        # It was only noted down, and let happen.
        yield denies(avc)
        return
    what = f"{avc.detail('who')} ({avc.detail('type')})" if avc is not None else "/opt/cni/bin"
    own = message(node, CniInstallSaid, _NAME)
    refused = node.one(
        CniInstallSaid,
        lambda said: (
            said.key == "cni-bin-dir-not-writable:file" and said.detail("error").lower() in _REFUSED
        ),
    )
    if own is not None:
        yield proves(own, *only_known(avc), what=what)
    elif avc is not None:
        yield proves(refused, avc, what=what) if refused else indicates(avc, what=what)
    elif refused is not None:
        yield hints(refused, what=what)


CAUSE = Cause(
    name=_NAME,
    code="INI010",
    stage=StageId.CNI_INSTALLED,
    shows_as=INIT_OR_TRAFFIC_FAILS,
    reads=(CniInstallSaid, KernelSaid),
    decided_by=(KernelSaid,),
    failures=(
        fails(
            How.PERMISSION_DENIED,
            thing=ThingClass.PATH,
            value=("cni-bin", "cni-config"),
            by=Speaker.INSTALL_CNI,
        ),
        fails(How.DENIED, thing=ThingClass.LSM, value="selinux"),
    ),
    examine=examine,
    plan=Plan(
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
    ),
    explains=("cni-bin-dir-not-writable", "cni-noexec-mount"),
    prior=0.2,
    unforeseen=Unforeseen.HOST_RULES,
)
