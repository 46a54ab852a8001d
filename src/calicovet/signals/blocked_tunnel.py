"""Whether something between the nodes drops what they send each other through a tunnel."""

from collections.abc import Iterator

from calicovet.model.case import NodeView
from calicovet.model.cause import Sign, denies, hints, indicates, proves
from calicovet.model.facts import CalicoAddress, Fact, InternalAddress, KernelSaid, LinkCounters
from calicovet.signals.tunnel_traffic import is_misaddressed, no_traffic, nothing_arrives, watched

BLOCKED_READS: tuple[type[Fact], ...] = (CalicoAddress, InternalAddress, KernelSaid, LinkCounters)
"""What `blocked` asks for."""


def blocked(node: NodeView, cause: str, link: str) -> Iterator[Sign]:
    """What speaks for it and against it: rules, packets that were watched, counters of the tunnel's link."""
    rule = node.one(KernelSaid, lambda found: found.key == f"{cause}:rule")
    if rule is not None:
        yield proves(rule, how=f"{rule.detail('chain')} {rule.detail('fate')}")
        return
    if is_misaddressed(node):
        # Nobody can answer to an address that is not this node's.
        return
    packets = watched(node, f"{cause}:packet")
    if packets.arrived:
        yield denies(*packets.arrived[:1])
        return
    silent = nothing_arrives(node, link)
    # A single one may be all that somebody cut out.
    if sum(one.count for one in packets.left) > 1:
        yield indicates(*packets.left[:3], *((silent,) if silent else ()), how="tcpdump")
    elif silent is not None:
        # Those who send may be the only ones who want anything.
        dead = no_traffic(node)
        yield (indicates if dead else hints)(silent, *dead, how=f"{link}: TX {silent.sent}, RX 0")
