"""Something between the nodes drops the packets of the VXLAN tunnel."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Scope, Sign, Unforeseen
from calicovet.model.facts import (
    LinkCounters,
)
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import (
    AskHuman,
    CalicoKind,
    EditObject,
    Field,
    Plan,
    Risk,
    RunOnNode,
)
from calicovet.model.remediation.write_examples import edits
from calicovet.model.stage import StageId
from calicovet.model.symptoms import READY_BUT_FAILS
from calicovet.signals.tunnel_traffic import BLOCKED_READS, blocked

_NAME = "dp-vxlan-port-blocked"
_LINK = "vxlan.calico"


def examine(case: Case) -> Iterator[Sign]:
    return blocked(case.node, _NAME, _LINK)


CAUSE = Cause(
    name=_NAME,
    code="DPL002",
    stage=StageId.DATAPLANE_READY,
    shows_as=READY_BUT_FAILS,
    reads=BLOCKED_READS,
    decided_by=(LinkCounters,),
    failures=(
        fails(How.DENIED, How.TIMED_OUT, How.FAILED, thing=ThingClass.PROTOCOL, value="vxlan"),
        fails(How.DENIED, How.TIMED_OUT, thing=ThingClass.PORT, value="4789"),
        fails(How.NO_ROUTE, thing=ThingClass.PROTOCOL, value="vxlan"),
        fails(How.NO_ROUTE, thing=ThingClass.PORT, value="4789"),
    ),
    examine=examine,
    plan=Plan(
        steps=(
            RunOnNode(
                "watch-both-ends",
                commands=(
                    "timeout 20 tcpdump -nni any -c 20 udp port 4789",
                    "iptables-save | grep 4789",
                    "systemctl is-active firewalld ufw",
                ),
                risk=Risk.NONE,
            ),
            AskHuman("let-it-through"),
        ),
        instead=Plan(
            steps=(
                EditObject(
                    key="use-another-port",
                    kind=CalicoKind.FELIX_CONFIGURATION,
                    fields=(Field(("spec", "vxlanPort"), 4790, before=4789),),
                ),
            )
        ),
    ),
    writes=(edits(CalicoKind.FELIX_CONFIGURATION, "spec.vxlanPort"),),
    scope=Scope.CLUSTER,
    prior=0.7,
    unforeseen=Unforeseen.ONLY_TRAFFIC_SHOWS,
)
