"""Something between the nodes drops the packets of the VXLAN tunnel."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Scope, Sign, denies, hints, indicates, proves
from calicovet.model.facts import (
    CalicoAddress,
    InternalAddress,
    KernelSaid,
    LinkCounters,
)
from calicovet.model.plan import (
    AskHuman,
    CalicoKind,
    EditObject,
    Field,
    Plan,
    Risk,
    RunOnNode,
    Vain,
)
from calicovet.model.stage import Shape, StageId
from calicovet.startup.data_path import (
    is_misaddressed,
    no_traffic,
    nothing_arrives,
    watched,
)

_NAME = "dp-vxlan-port-blocked"
_LINK = "vxlan.calico"


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    rule = node.one(KernelSaid, lambda found: found.key == f"{_NAME}:rule")
    if rule is not None:
        yield proves(rule, how=f"{rule.detail('chain')} {rule.detail('fate')}")
        return
    if is_misaddressed(node):
        # Nobody can answer to an address that is not this node's.
        return
    packets = watched(node, f"{_NAME}:packet")
    if packets.arrived:
        yield denies(*packets.arrived[:1])
        return
    silent = nothing_arrives(node, _LINK)
    # A single one may be all that somebody cut out.
    if sum(one.count for one in packets.left) > 1:
        yield indicates(*packets.left[:3], *((silent,) if silent else ()), how="tcpdump")
    elif silent is not None:
        # Those who send may be the only ones who want anything.
        dead = no_traffic(node)
        yield (indicates if dead else hints)(silent, *dead, how=f"{_LINK}: TX {silent.sent}, RX 0")


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
        does_not_help=(Vain.DELETE_POD, Vain.REINSTALL_CALICO, Vain.CHANGE_ADDRESS),
    )


CAUSE = Cause(
    name=_NAME,
    stage=StageId.DATAPLANE_READY,
    shows_as=frozenset({Shape.READY_BUT_BROKEN, Shape.READY_BUT_FLAPPING}),
    reads=(CalicoAddress, InternalAddress, KernelSaid, LinkCounters),
    decided_by=(LinkCounters,),
    examine=examine,
    plan=plan,
    scope=Scope.CLUSTER,
    prior=0.7,
)
