"""Other nodes send to an end of the VXLAN tunnel that this node does not have."""

from collections.abc import Iterator
from hashlib import sha1

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, Unforeseen, denies, indicates, proves
from calicovet.model.facts import (
    CalicoAddress,
    HostLink,
    InternalAddress,
    KernelSaid,
    NodeNameUsed,
    VtepStored,
)
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import Ineffective, NoUndo, Plan, RestartPod, RunOnNode
from calicovet.model.stage import StageId
from calicovet.model.symptoms import READY_BUT_FAILS
from calicovet.signals.tunnel_traffic import own_addresses

_NAME = "dp-stale-vtep"
_LINK = "vxlan.calico"
_CALICOS = "66:"
"""Every address that Calico makes up begins with this."""


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    link = node.one(HostLink, lambda found: found.name == _LINK and bool(found.mac))
    if link is None:
        return
    stored = node.one(VtepStored)
    believed = _believed(case)
    if believed is not None and believed.detail("mac").lower() != link.mac:
        mac = believed.detail("mac").lower()
        yield proves(link, believed, has=link.mac, wanted=mac)
    elif stored is not None and stored.address and not _carries(link, stored.address):
        yield proves(link, stored, has=_addresses(link), wanted=stored.address)
    elif stored is not None and stored.mac:
        other = stored.mac != link.mac
        yield proves(link, stored, has=link.mac, wanted=stored.mac) if other else denies(link)
    elif not link.mac.startswith(_CALICOS):
        wanted = made_up(node.name) if node.name else f"{_CALICOS}…"
        # Where the others send was not shown yet.
        yield indicates(link, has=link.mac, wanted=wanted)
    elif named := node.one(NodeNameUsed):
        wanted = made_up(named.name)
        if link.mac == wanted:
            yield denies(link, named)
        else:
            yield proves(link, named, has=link.mac, wanted=wanted)


def made_up(node: str) -> str:
    """The hardware address that all nodes take for granted for a node of that name."""
    digest = sha1(node.encode(), usedforsecurity=False).digest()[:5]
    return _CALICOS + ":".join(f"{byte:02x}" for byte in digest)


def _believed(case: Case) -> KernelSaid | None:
    """Where another node sends what is for this one."""
    own = own_addresses(case.node)
    return next(
        (
            entry
            for address in sorted(own)
            for peer in case.peers.sharing(_sends_to, address)
            for entry in _entries(peer)
            if entry.detail("address") in own
        ),
        None,
    )


def _entries(node: NodeView) -> tuple[KernelSaid, ...]:
    return node.unread().all(KernelSaid, lambda found: found.key == f"{_NAME}:fdb")


def _sends_to(node: NodeView) -> Iterator[str]:
    return (entry.detail("address") for entry in _entries(node))


def _carries(link: HostLink, address: str) -> bool:
    """Whether the link has the address; one that was listed without any is given the benefit of the doubt."""
    return not link.addresses or any(str(own.ip) == address for own in link.addresses)


def _addresses(link: HostLink) -> str:
    return ", ".join(str(own.ip) for own in link.addresses)


CAUSE = Cause(
    name=_NAME,
    code="DPL004",
    stage=StageId.DATAPLANE_READY,
    shows_as=READY_BUT_FAILS,
    reads=(HostLink, VtepStored, KernelSaid, NodeNameUsed, CalicoAddress, InternalAddress),
    decided_by=(HostLink,),
    failures=(
        fails(How.TIMED_OUT, How.FAILED, thing=ThingClass.PROTOCOL, value="vxlan"),
        fails(How.CONFLICT, How.MISMATCH, thing=ThingClass.ADDRESS, value="vtep"),
    ),
    examine=examine,
    plan=Plan(
        steps=(
            RunOnNode(
                "recreate-the-link",
                commands=(f"ip link del {_LINK}",),
                saw=f"test -e /sys/class/net/{_LINK}",
                no_undo=NoUndo.RECREATED,
            ),
            RestartPod(),
        ),
        does_not_help=(
            Ineffective.RESTART_KUBELET,
            Ineffective.REINSTALL_CALICO,
            Ineffective.CHANGE_ADDRESS,
        ),
    ),
    prior=0.2,
    unforeseen=Unforeseen.ONLY_TRAFFIC_SHOWS,
)
