"""The host does not forward packets, although Felix switched that on when it started."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, Unforeseen, denies, hints, indicates, proves
from calicovet.model.facts import Claimed, PodListed, Sysctl, Topic
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.host_steps import set_kernel
from calicovet.model.remediation.plan import Ineffective, Plan, Risk, RunOnNode
from calicovet.model.stage import StageId
from calicovet.model.symptoms import READY_BUT_FAILS
from calicovet.signals.messages import only_known

_NAME = "net.ipv4.ip_forward"
_IS_OFF = '[ "$(cat /proc/sys/net/ipv4/ip_forward)" = 0 ]'


def examine(case: Case) -> Iterator[Sign]:
    setting = case.node.one(Sysctl, lambda found: found.name == _NAME)
    if setting is None:
        return
    if setting.value != "0":
        yield denies(setting)
        return
    runs = case.node.one(
        PodListed,
        lambda found: found.about.pod.startswith(("calico-node", "canal")) and found.ready > 0,
    )
    dead = case.node.one(Claimed, lambda found: found.topic is Topic.TRAFFIC_DEAD)
    # Before Felix has run, it is not switched on yet.
    if runs is not None:
        yield (proves if runs.ready == runs.total else indicates)(setting, runs)
    else:
        yield hints(setting, *only_known(dead))


CAUSE = Cause(
    name="host-ip-forward-disabled",
    code="HST016",
    stage=StageId.POD_BOUND,
    shows_as=READY_BUT_FAILS,
    reads=(Sysctl, PodListed),
    decided_by=(Sysctl,),
    failures=(fails(How.DISABLED, thing=ThingClass.SYSCTL, value="net.ipv4.ip_forward"),),
    examine=examine,
    plan=Plan(
        steps=(
            RunOnNode(
                "who-switches-it-off",
                commands=(
                    "grep -rn ip_forward /etc/sysctl.conf /etc/sysctl.d /usr/lib/sysctl.d /run/sysctl.d"
                    " /etc/tuned /usr/lib/tuned",
                ),
                risk=Risk.NONE,
            ),
            set_kernel("switch-it-on", "calico-ip-forward", (_NAME, 1), saw=_IS_OFF),
        ),
        does_not_help=(
            Ineffective.REINSTALL_CALICO,
            Ineffective.RESTART_KUBELET,
            Ineffective.CHANGE_ADDRESS,
        ),
    ),
    prior=0.4,
    unforeseen=Unforeseen.SWITCHED_OFF_LATER,
)
