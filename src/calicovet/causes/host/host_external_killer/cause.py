"""Another program on the host kills Calico's processes, or flushes its rules."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, Unforeseen, denies, hints, indicates
from calicovet.model.facts import FelixSaid, KernelSaid, KilledByProbe
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.shared import CONTAINER_KILLED
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import AskHuman, Ineffective, Plan, Risk, RunOnNode
from calicovet.model.stage import StageId
from calicovet.model.symptoms import FELIX_OR_TRAFFIC_FAILS
from calicovet.signals.messages import message, only_known

_KEY = "host-external-killer"
_OFTEN = 10


def examine(case: Case) -> Iterator[Sign]:
    cron = message(case.node, KernelSaid, f"{_KEY}:cron")
    resync = case.node.one(
        FelixSaid, lambda found: found.key == f"{_KEY}:resync" and found.count >= _OFTEN
    )
    audit = message(case.node, KernelSaid, f"{_KEY}:audit")
    if cron is not None:
        yield indicates(cron, *only_known(resync), what="iptables -F")
        return
    probe = case.node.one(KilledByProbe)
    if probe is not None and (audit or resync is None):
        # The kubelet itself ends it: there is no stranger.
        yield denies(probe)
    elif audit is not None:
        yield indicates(audit, what=audit.detail("victim"))
    elif resync is not None:
        yield hints(resync, what="iptables")


CAUSE = Cause(
    name="host-external-killer",
    code="HST017",
    stage=StageId.POD_BOUND,
    shows_as=FELIX_OR_TRAFFIC_FAILS,
    reads=(KernelSaid, FelixSaid, KilledByProbe),
    failures=(
        *CONTAINER_KILLED,
        fails(
            How.KILLED, How.CONFLICT, How.DENIED, thing=ThingClass.PROGRAM, value="security-agent"
        ),
    ),
    examine=examine,
    plan=Plan(
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
    ),
    prior=0.2,
    unforeseen=Unforeseen.ONLY_WHILE_RUNNING,
)
