"""Somebody else on the host kills Calico's processes, or flushes its rules."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, denies, hints, indicates
from calicovet.model.facts import FelixSaid, KernelSaid, KilledByProbe
from calicovet.model.remediation.plan import AskHuman, Ineffective, Plan, Risk, RunOnNode
from calicovet.model.stage import Shape, StageId

_KEY = "host-external-killer"
_OFTEN = 10


def examine(case: Case) -> Iterator[Sign]:
    cron = case.node.one(KernelSaid, lambda found: found.key == f"{_KEY}:cron")
    resync = case.node.one(FelixSaid, lambda found: found.key == _KEY and found.count >= _OFTEN)
    audit = case.node.one(KernelSaid, lambda found: found.key == f"{_KEY}:audit")
    if cron is not None:
        yield indicates(cron, *((resync,) if resync else ()), what="iptables -F")
        return
    probe = case.node.one(KilledByProbe)
    if probe is not None and (audit or resync is None):
        # The kubelet itself ends it: there is no stranger.
        yield denies(probe)
    elif audit is not None:
        yield indicates(audit, what=audit.detail("victim"))
    elif resync is not None:
        yield hints(resync, what="iptables")


def plan(case: Case) -> Plan:
    return Plan(
        steps=(
            RunOnNode(
                "who-does-it",
                commands=(
                    "auditctl -l | grep -q who-kills"
                    " || auditctl -a always,exit -F arch=b64 -S kill,tgkill -k who-kills",
                ),
                undo=("auditctl -d always,exit -F arch=b64 -S kill,tgkill -k who-kills",),
            ),
            RunOnNode(
                "read-what-it-wrote",
                commands=(
                    "ausearch -i -k who-kills | grep -B3 -A3 calico | tail -40",
                    "grep -rn 'iptables.*-F' /etc/cron* /var/spool/cron 2>/dev/null",
                ),
                risk=Risk.NONE,
            ),
            AskHuman("exclude-calico", risk=Risk.TOUCHES_HOST),
        ),
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.REINSTALL_CALICO,
            Ineffective.LONGER_PROBE,
        ),
    )


CAUSE = Cause(
    name="host-external-killer",
    stage=StageId.POD_BOUND,
    shows_as=frozenset(
        {
            Shape.KILLED_BEFORE_FELIX,
            Shape.KILLED_WHILE_READY,
            Shape.RUNNING_NOT_READY,
            Shape.READY_BUT_FLAPPING,
            Shape.READY_BUT_BROKEN,
        }
    ),
    reads=(KernelSaid, FelixSaid, KilledByProbe),
    examine=examine,
    plan=plan,
    prior=0.2,
)
