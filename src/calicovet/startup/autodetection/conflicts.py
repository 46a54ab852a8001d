"""Two nodes with one address: whether start-up ends of it, and which nodes claim it."""

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from calicovet.model.case import Case, NodeView
from calicovet.model.facts import (
    Claimed,
    Fact,
    NodeListed,
    NodeNameUsed,
    PodListed,
    StartupSaid,
    Topic,
)
from calicovet.model.facts.addresses import Address, CalicoAddress
from calicovet.startup.autodetection.interfaces import chosen_address

_NAMES_OF_NOBODY = frozenset({"localhost", "localhost.localdomain", "localhost.local"})
_LAST_KNOWN = frozenset({"Running", "Terminating", "Unknown", "NodeLost", "Pending"})
"""What a list still says of the pods of a host that is down."""


class Fate(StrEnum):
    """What is known of the other node."""

    ALIVE = "alive"
    GONE = "gone"
    """A whole list of nodes does not have it."""
    DOWN = "down"
    """It is not ready, while others are."""
    FORMER_NAME = "former-name"
    """It is this very host, under the name that it had before."""
    SAID_GONE = "said-gone"
    """A person tells that a node was removed; whether it was this one, nothing shows."""
    UNKNOWN = "unknown"


class Conflict(NamedTuple):
    """The start-up program's word that an address is taken."""

    said: StartupSaid
    other: str
    """Empty where the line does not name it."""
    address: str
    """Empty where nothing tells."""


def conflict_on(node: NodeView) -> Conflict | None:
    """The newest conflict of addresses that start-up ended of."""
    said = node.one(StartupSaid, lambda found: found.key == "ip-conflict-duplicate") or node.one(
        StartupSaid, lambda found: found.key == "ip-conflict-duplicate:configured"
    )
    if said is None:
        return None
    chosen = chosen_address(node, 6 if said.detail("family") == "IPv6" else 4)
    address = said.detail("address") or (str(chosen.address.ip) if chosen else "")
    return Conflict(said, said.detail("node"), address)


def fate_of(conflict: Conflict, case: Case) -> tuple[Fate, tuple[Fact, ...]]:
    """What became of the other node, and the facts that say so."""
    other = conflict.other
    if not other:
        return Fate.UNKNOWN, ()
    own = case.node.one(NodeNameUsed, lambda found: found.where == "log")
    own_name = own.name if own else (case.node.name or "")
    if other in _NAMES_OF_NOBODY or (other != own_name and _same_host(other, own_name)):
        return Fate.FORMER_NAME, (own,) if own else ()
    case.node.one(NodeListed)
    rows = tuple(
        (view, row)
        for view in (case.node, *case.peers)
        if (row := view.unread().one(NodeListed)) is not None
    )
    found = next((row for view, row in rows if _same_host(view.name or "", other)), None)
    if found is not None:
        some_ready = any(row.status.startswith("Ready") for _, row in rows)
        down = found.status.startswith("NotReady") and some_ready
        return (Fate.DOWN if down and not _is_tried(other, case) else Fate.ALIVE), (found,)
    # Only a list tells ages, and only a whole one tells who is missing.
    lists = tuple(row for view, row in rows if row.age and NodeListed in view.looked_for)
    if lists:
        return Fate.GONE, lists[:1]
    if _is_named_after(other, conflict.address):
        return Fate.FORMER_NAME, ()
    told = case.node.one(Claimed, lambda found: found.topic is Topic.NODE_REMOVED)
    return (Fate.SAID_GONE, (told,)) if told else (Fate.UNKNOWN, ())


def ended_of_something_else(node: NodeView) -> bool:
    """Whether start-up gives a reason for its end that has nothing to do with a wrong address."""
    ended = node.all(StartupSaid, lambda said: said.fatal)
    return bool(ended) and not any(said.key.startswith("ip-conflict") for said in ended)


def _is_tried(other: str, case: Case) -> bool:
    """Whether somebody over there starts calico-node again and again: a host that is down does not."""
    return any(
        pod.status not in _LAST_KNOWN
        for peer in case.peers
        if _same_host(peer.name or "", other)
        for pod in peer.unread().all(PodListed)
        if pod.about.pod == peer.pod
    )


def _is_named_after(name: str, address: str) -> bool:
    """Whether a name is made of the very address that this host has: `10.0.0.10`, `ip-10-0-0-10.…`."""
    label = address.replace(".", "-")
    return bool(address) and (name == address or name.partition(".")[0] == f"ip-{label}")


def _same_host(one: str, other: str) -> bool:
    """Whether two names differ at most in the domain, or in capital letters."""
    one, other = one.lower(), other.lower()
    return bool(one) and (
        one == other or one.startswith(f"{other}.") or other.startswith(f"{one}.")
    )


def claimants(
    address: Address, views: Sequence[NodeView], *, besides: str | None = None
) -> tuple[str, ...]:
    """The nodes for which Calico has that address stored, whatever the prefix."""
    return tuple(
        view.name
        for view in views
        if view.name
        and view.name != besides
        and any(
            isinstance(fact, CalicoAddress) and fact.address.ip == address for fact in view.facts
        )
    )


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
