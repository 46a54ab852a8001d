"""Who else claims an address."""

from collections.abc import Sequence

from calicovet.model.case import NodeView
from calicovet.model.facts.addresses import Address, CalicoAddress


def shared_addresses(views: Sequence[NodeView]) -> dict[Address, tuple[str, ...]]:
    """Every address that more than one node claims now, with its claimants."""
    nodes: dict[Address, list[str]] = {}
    for view in views:
        newest: dict[int, Address] = {}
        for fact in view.facts:
            if isinstance(fact, CalicoAddress):
                newest.setdefault(fact.address.version, fact.address.ip)
        for address in newest.values():
            nodes.setdefault(address, []).append(view.name or view.pod)
    return {address: tuple(names) for address, names in nodes.items() if len(names) > 1}
