"""The mesh of all nodes is switched off, and no other BGP peer is meant for this node."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Scope, Sign, Unforeseen, denies, hints, indicates, proves
from calicovet.model.facts import BgpSaid, NoPeerConfigured, PeerState, PoolSeen, SettingSeen
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
    RunKubectl,
)
from calicovet.model.remediation.write_examples import edits
from calicovet.model.stage import StageId
from calicovet.model.symptoms import READY_BUT_FAILS
from calicovet.signals.messages import message, only_known
from calicovet.signals.tunnel_traffic import no_traffic, pools_in_use

_NAME = "dp-mesh-disabled-no-peers"
_SETTING = "nodetonodemeshenabled"


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    peers = node.all(PeerState)
    pools = pools_in_use(node)
    if peers:
        yield denies(*peers[:1])
        return
    if pools and all(pool.vxlan == "Always" for pool in pools):
        # VXLAN needs no routes of BIRD.
        yield denies(*pools[:1])
        return
    mesh = node.one(SettingSeen, lambda found: found.name.lower() == _SETTING)
    alone = message(node, BgpSaid, _NAME)
    off = mesh is not None and mesh.value.lower() == "false"
    unselected = node.one(NoPeerConfigured)
    if unselected is not None:
        yield proves(unselected, *only_known(alone))
    elif alone is not None and off and mesh is not None:
        yield proves(alone, mesh)
    elif alone is not None and case.peers:
        yield indicates(alone)
    elif off and mesh is not None and (dead := no_traffic(node)):
        # With route reflectors that is as it should be.
        yield hints(mesh, *dead)


CAUSE = Cause(
    name=_NAME,
    code="DPL009",
    stage=StageId.BGP_ESTABLISHED,
    shows_as=READY_BUT_FAILS,
    reads=(BgpSaid, NoPeerConfigured, SettingSeen, PeerState, PoolSeen),
    decided_by=(PeerState,),
    failures=(
        fails(How.NOT_FOUND, How.MISSING, thing=ThingClass.BGP_PEER),
        fails(How.DISABLED, thing=ThingClass.CONFIG, value="nodetonodemeshenabled"),
    ),
    examine=examine,
    plan=Plan(
        steps=(
            RunKubectl(
                "see-who-is-meant",
                commands=(
                    "kubectl get bgpconfigurations.crd.projectcalico.org,"
                    "bgppeers.crd.projectcalico.org -o yaml",
                    "kubectl get nodes --show-labels",
                ),
                risk=Risk.NONE,
            ),
            AskHuman("give-it-a-peer", risk=Risk.CLUSTER_WIDE),
        ),
        instead=Plan(
            steps=(
                EditObject(
                    key="switch-the-mesh-on",
                    kind=CalicoKind.BGP_CONFIGURATION,
                    fields=(Field(("spec", "nodeToNodeMeshEnabled"), True, before=False),),
                ),
            )
        ),
    ),
    writes=(edits(CalicoKind.BGP_CONFIGURATION, "spec.nodeToNodeMeshEnabled"),),
    scope=Scope.CLUSTER,
    prior=0.3,
    unforeseen=Unforeseen.ONLY_TRAFFIC_SHOWS,
)
