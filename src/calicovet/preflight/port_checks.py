"""Checks of the ports that calico-node needs."""

from functools import partial

from calicovet.model.facts import DatagramSocket, PoolSeen, SocketListening, VxlanLink
from calicovet.model.record import record
from calicovet.preflight.check import (
    NOT_KNOWN,
    Answer,
    Check,
    Group,
    Result,
    Site,
    bad,
    by_cause,
    ok,
    risk,
    was_shown,
)
from calicovet.startup.node_config import read_config

_EVERYWHERE = frozenset({"", "*", "0.0.0.0", "::"})
_LOOPBACK = frozenset({"127.0.0.1", "::1", "::ffff:127.0.0.1"})
_TCP, _UDP = "ss -ltnp", "ss -lunp"
_VXLAN = 4789


@record(kw_only=True)
class _Port:
    number: int
    cause: str
    ours: tuple[str, ...]
    """How the names of our own processes begin."""
    on_loopback: bool = False
    """We listen there alone: who listens on another address leaves the port to us."""
    needed: bool = True
    """Every node needs it."""


_HEALTH = _Port(
    number=9099,
    cause="felix-port-9099-in-use",
    ours=("calico-node", "calico-felix", "felix"),
    on_loopback=True,
)
_BGP = _Port(number=179, cause="bgp-port-179-in-use", ours=("bird",))
_TYPHA = _Port(
    number=5473,
    cause="typha-port-blocked",
    ours=("calico-typha", "typha"),
    needed=False,
)


def _free(port: _Port, site: Site) -> Result | None:
    node = site.node
    if port is _BGP and read_config(node).backend in ("vxlan", "none"):
        return None
    if not was_shown(node, SocketListening):
        return NOT_KNOWN
    for socket in node.all(SocketListening, lambda found: found.port == port.number):
        if socket.process.startswith(port.ours) or not _in_the_way(port, socket.address):
            continue
        # Only root is shown whose it is; it may be Calico's own.
        sign = bad if port.needed and socket.process else risk
        return sign(port.cause, socket, port=port.number, owner=socket.process or "?")
    return ok()


def _in_the_way(port: _Port, address: str) -> bool:
    """Whether the kernel would refuse us the port because of who listens there."""
    if port.on_loopback:
        return address in _EVERYWHERE | _LOOPBACK
    # We want all of IPv4, so any address of it is one too many.
    return ":" not in address or address in _EVERYWHERE or address.startswith("::ffff:")


def _vxlan(site: Site) -> Result | None:
    node = site.node
    pools = node.all(PoolSeen)
    if pools and all(pool.vxlan.lower() in ("", "never") for pool in pools):
        return None
    rival = by_cause("felix-vxlan-device-conflict", site) if was_shown(node, VxlanLink) else None
    if rival is not None and rival.answer is Answer.BAD:
        return rival
    taken = node.one(DatagramSocket, lambda found: found.port == _VXLAN and bool(found.process))
    if taken is not None:
        return risk("felix-vxlan-device-conflict", taken, key="socket", owner=taken.process)
    return NOT_KNOWN if rival is None else ok()


CHECKS = (
    Check(
        name="health-port",
        group=Group.PORTS,
        ask=partial(_free, _HEALTH),
        foresees=(_HEALTH.cause,),
        shown_by=_TCP,
    ),
    Check(
        name="bgp-port",
        group=Group.PORTS,
        ask=partial(_free, _BGP),
        foresees=(_BGP.cause,),
        shown_by=_TCP,
    ),
    Check(
        name="typha-port",
        group=Group.PORTS,
        ask=partial(_free, _TYPHA),
        foresees=(_TYPHA.cause,),
        shown_by=_TCP,
    ),
    Check(
        name="vxlan-port",
        group=Group.PORTS,
        ask=_vxlan,
        foresees=("felix-vxlan-device-conflict",),
        shown_by=f"ip -d link; {_UDP}",
    ),
)
