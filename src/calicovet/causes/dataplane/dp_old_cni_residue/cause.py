"""Rules or routes of the network plugin that was there before Calico are still at work."""

from collections.abc import Iterator
from ipaddress import ip_network

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, hints, indicates
from calicovet.model.facts import HostRoutes, KernelSaid, PodCidr, PoolSeen
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import (
    A_REBOOT,
    AskHuman,
    DrainNode,
    Plan,
    Risk,
    RunOnNode,
)
from calicovet.model.stage import StageId
from calicovet.model.symptoms import READY_BUT_FAILS
from calicovet.signals.messages import message
from calicovet.signals.tunnel_traffic import no_traffic, pools_in_use

_NAME = "dp-old-cni-residue"
_LINKS = ("flannel", "cni0", "weave", "cilium", "kube-bridge", "antrea")
_DROP = frozenset({"WEAVE", "KUBE-ROUTER", "KUBE-POD-FW", "CILIUM", "OLD_CILIUM"})
"""Their rules refuse what they do not know; those that flannel leaves only translate addresses."""


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    if "canal" in node.pod:
        # There flannel carries the packets, and Calico only guards them.
        return
    routes = node.one(HostRoutes)
    if routes is not None and (link := _old_way(node, routes)):
        yield indicates(routes, what=link)
        return
    chain = message(node, KernelSaid, _NAME)
    if chain is None:
        return
    words = {"what": chain.detail("chain")}
    dead = no_traffic(node)
    if chain.detail("plugin").upper() in _DROP:
        yield indicates(chain, *dead, **words)
    elif dead:
        yield hints(chain, *dead, **words)


def _old_way(node: NodeView, routes: HostRoutes) -> str:
    """The old plugin's link by which a part of the pods' network is sent."""
    ranges = [pool.cidr for pool in pools_in_use(node)]
    ranges += [cidr.value for cidr in node.all(PodCidr) if cidr.value]
    networks = [ip_network(text, strict=False) for text in ranges]
    return next(
        (
            route.link
            for route in routes.routes
            if route.link.startswith(_LINKS)
            and any(
                route.network.version == network.version and route.network.overlaps(network)
                for network in networks
            )
        ),
        "",
    )


CAUSE = Cause(
    name=_NAME,
    code="DPL008",
    stage=StageId.DATAPLANE_READY,
    shows_as=READY_BUT_FAILS,
    reads=(HostRoutes, KernelSaid, PoolSeen, PodCidr),
    decided_by=(HostRoutes,),
    failures=(
        fails(How.CONFLICT, thing=ThingClass.PROGRAM, value=("flannel", "weave-net", "cilium-cni")),
        fails(How.CONFLICT, thing=ThingClass.LINK, value=("bridge", "cni-bridge")),
    ),
    examine=examine,
    plan=Plan(
        steps=(
            RunOnNode(
                "see-what-is-left",
                commands=(
                    "ip route | grep -E 'flannel|cni0|weave|cilium|kube-bridge|antrea'",
                    "iptables-save | grep -E '^:(FLANNEL|WEAVE|KUBE-ROUTER|KUBE-POD-FW|(OLD_)?CILIUM)'",
                    "ls /etc/cni/net.d",
                ),
                risk=Risk.NONE,
            ),
            DrainNode(),
            AskHuman("sweep-it-out", risk=Risk.MOVES_WORKLOADS),
        ),
        within=A_REBOOT,
    ),
    may_lie_dormant=True,
    prior=0.4,
)
