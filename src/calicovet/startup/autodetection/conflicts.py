"""Address conflicts: which nodes claim an address, and whether start-up ends because of it."""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from itertools import islice
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
from calicovet.model.peers import Everyone
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
    """A person says that a node was removed; it is unknown whether it was this one."""
    UNKNOWN = "unknown"


class Conflict(NamedTuple):
    """The start-up program's word that an address is taken."""

    said: StartupSaid
    other: str
    """Empty where the line does not name it."""
    address: str
    """Empty where it is unknown."""


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
    everyone = case.peers.everyone
    found = _row_of(everyone, other)
    if found is not None:
        down = found.status.startswith("NotReady") and everyone.once(_any_ready, _any_ready)
        return (Fate.DOWN if down and not _is_tried(other, case) else Fate.ALIVE), (found,)
    # Only a list has ages, and only a whole one shows what is missing.
    if listed := _whole_list((case.node,)) or everyone.once(_whole_list, _whole_list):
        return Fate.GONE, listed
    if _is_named_after(other, conflict.address):
        return Fate.FORMER_NAME, ()
    told = case.node.one(Claimed, lambda found: found.topic is Topic.NODE_REMOVED)
    return (Fate.SAID_GONE, (told,)) if told else (Fate.UNKNOWN, ())


def _row_of(everyone: Everyone, other: str) -> NodeListed | None:
    """The other's row of a list of nodes, though one of the two names may lack its domain."""
    views = _of_host(everyone, other)
    return next((row for _, row in _rows(views)), None)


def _of_host(everyone: Everyone, other: str) -> tuple[NodeView, ...]:
    """The nodes whose names differ from it at most in the domain, or in capital letters."""
    longer = everyone.sharing(_shorter_names).get(other.lower(), ())
    names = everyone.sharing(_full_name)
    shorter = (view for name in _shortened(other) for view in names.get(name, ()))
    found = {everyone.place_of(view) for view in (*longer, *shorter)}
    return tuple(everyone.views[place] for place in sorted(found))


def _full_name(node: NodeView) -> tuple[str, ...]:
    return (node.name.lower(),) if node.name else ()


def _shorter_names(node: NodeView) -> Iterator[str]:
    return _shortened(node.name or "")


def _shortened(name: str) -> Iterator[str]:
    """The name, and what is left of it without the last parts of its domain."""
    name = name.lower()
    while name:
        yield name
        name = name.rpartition(".")[0]


def _any_ready(views: Iterable[NodeView]) -> bool:
    return any(row.status.startswith("Ready") for _, row in _rows(views))


def _whole_list(views: Iterable[NodeView]) -> tuple[NodeListed, ...]:
    """The first row of a list that shows all nodes."""
    rows = (row for view, row in _rows(views) if row.age and NodeListed in view.looked_for)
    return tuple(islice(rows, 1))


def _rows(views: Iterable[NodeView]) -> Iterator[tuple[NodeView, NodeListed]]:
    for view in views:
        rows = view.unread().all(NodeListed)
        # A description that was cut shows the name without the status.
        row = next((row for row in rows if row.status), next(iter(rows), None))
        if row is not None:
            yield view, row


def ended_of_something_else(node: NodeView) -> bool:
    """Whether start-up gives a reason for its end that has nothing to do with a wrong address."""
    ended = node.all(StartupSaid, lambda said: said.fatal)
    return bool(ended) and not any(said.key.startswith("ip-conflict") for said in ended)


def _is_tried(other: str, case: Case) -> bool:
    """Whether calico-node restarts again and again there: on a host that is down it does not."""
    return any(
        pod.status not in _LAST_KNOWN
        for peer in _of_host(case.peers.everyone, other)
        if peer is not case.peers.itself
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
