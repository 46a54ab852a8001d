"""Traffic through tunnels, and whether something blocks it."""

from collections.abc import Iterator

from calicovet.model.case import NodeView
from calicovet.model.cause import Sign, denies, hints, indicates, proves
from calicovet.model.facts import (
    CalicoAddress,
    Claimed,
    Fact,
    InternalAddress,
    KernelSaid,
    LinkCounters,
    PoolSeen,
    Topic,
)
from calicovet.model.record import record
from calicovet.signals.messages import message, only_known

_ENOUGH = 10
"""With so many packets an answer is expected."""


@record(kw_only=True)
class Packets:
    """Packets of a tunnel that were watched on the node's card."""

    left: tuple[KernelSaid, ...]
    arrived: tuple[KernelSaid, ...]


def no_traffic(node: NodeView) -> tuple[Claimed, ...]:
    """A person reports that requests get lost."""
    return node.all(Claimed, lambda found: found.topic is Topic.TRAFFIC_DEAD)[:1]


def own_addresses(node: NodeView) -> frozenset[str]:
    """The addresses by which other nodes know this one."""
    return frozenset(
        {str(found.address) for found in node.all(InternalAddress)}
        | {str(found.address.ip) for found in node.all(CalicoAddress)}
    )


def is_misaddressed(node: NodeView) -> bool:
    """Whether Calico has another address for the node than the kubelet: then nothing else need be amiss."""
    chosen, internal = node.one(CalicoAddress), node.one(InternalAddress)
    return (
        chosen is not None
        and internal is not None
        and chosen.address.version == internal.address.version
        and chosen.address.ip != internal.address
    )


def watched(node: NodeView, key: str) -> Packets:
    """The packets of that kind that were seen to leave the node, and to arrive."""
    own = own_addresses(node)
    seen = node.all(KernelSaid, lambda found: found.key == key)
    return Packets(
        left=tuple(one for one in seen if one.detail("source") in own),
        arrived=tuple(one for one in seen if one.detail("destination") in own),
    )


def nothing_arrives(node: NodeView, *links: str) -> LinkCounters | None:
    """The counters of a tunnel that sends and never received."""
    counters = node.one(LinkCounters, lambda found: found.name in links)
    if counters is None or counters.received or counters.sent < _ENOUGH:
        return None
    return counters


def pools_in_use(node: NodeView) -> tuple[PoolSeen, ...]:
    """The pools from which pods may get addresses; empty where none was shown."""
    newest = {pool.name: pool for pool in reversed(node.all(PoolSeen))}
    return tuple(pool for pool in newest.values() if not pool.disabled)


def goes_plain(pool: PoolSeen) -> bool:
    """Whether packets between nodes of one network go without a tunnel."""
    return pool.ipip != "Always" and pool.vxlan != "Always"


BLOCKED_READS: tuple[type[Fact], ...] = (CalicoAddress, InternalAddress, KernelSaid, LinkCounters)
"""What `blocked` asks for."""


def blocked(node: NodeView, cause: str, link: str) -> Iterator[Sign]:
    """What speaks for it and against it: rules, packets that were watched, counters of the tunnel's link."""
    rule = message(node, KernelSaid, f"{cause}:rule")
    if rule is not None:
        yield proves(rule, how=f"{rule.detail('chain')} {rule.detail('fate')}")
        return
    if is_misaddressed(node):
        # No answer can reach an address that is not this node's.
        return
    packets = watched(node, f"{cause}:packet")
    if packets.arrived:
        yield denies(*packets.arrived[:1])
        return
    silent = nothing_arrives(node, link)
    # A single one may be all that was pasted.
    if sum(one.count for one in packets.left) > 1:
        yield indicates(*packets.left[:3], *only_known(silent), how="tcpdump")
    elif silent is not None:
        # Those who send may be the only ones who want anything.
        dead = no_traffic(node)
        yield (indicates if dead else hints)(silent, *dead, how=f"{link}: TX {silent.sent}, RX 0")
