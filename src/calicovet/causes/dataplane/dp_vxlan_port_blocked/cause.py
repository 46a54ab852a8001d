"""Something between the nodes drops the packets of the VXLAN tunnel."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Scope, Sign
from calicovet.model.facts import (
    LinkCounters,
)
from calicovet.model.remediation.plan import (
    AskHuman,
    CalicoKind,
    EditObject,
    Field,
    Ineffective,
    Plan,
    Risk,
    RunOnNode,
)
from calicovet.model.remediation.write_examples import edits
from calicovet.model.stage import Shape, StageId
from calicovet.signals.tunnel_traffic import BLOCKED_READS, blocked

_NAME = "dp-vxlan-port-blocked"
_LINK = "vxlan.calico"


def examine(case: Case) -> Iterator[Sign]:
    return blocked(case.node, _NAME, _LINK)


def plan(case: Case) -> Plan:
    return Plan(
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
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.REINSTALL_CALICO,
            Ineffective.CHANGE_ADDRESS,
        ),
    )


CAUSE = Cause(
    name=_NAME,
    stage=StageId.DATAPLANE_READY,
    shows_as=frozenset({Shape.READY_BUT_BROKEN, Shape.READY_BUT_FLAPPING}),
    reads=BLOCKED_READS,
    decided_by=(LinkCounters,),
    examine=examine,
    plan=plan,
    writes=(edits(CalicoKind.FELIX_CONFIGURATION, "spec.vxlanPort"),),
    scope=Scope.CLUSTER,
    prior=0.7,
)
