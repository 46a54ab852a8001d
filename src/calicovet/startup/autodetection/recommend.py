"""Recommends a method that gives no node a wrong address."""

from collections.abc import Iterator, Sequence
from functools import partial
from ipaddress import IPv4Interface, IPv4Network
from typing import NamedTuple

from calicovet.model.case import Case, NodeView
from calicovet.model.facts import CalicoAddress
from calicovet.model.remediation.plan import Setting
from calicovet.startup.autodetection.what_if import Outcome, what_if

INTERNAL = "kubernetes-internal-ip"


class Method(NamedTuple):
    """A method, and the nodes on which it could not be tried."""

    value: str
    untried: tuple[str, ...]


def right_method(case: Case) -> Method | None:
    """The first of the better methods that is wrong on no node; None: each of them is wrong somewhere."""
    for value in _methods(case):
        outcomes = case.peers.everyone.once((what_if, value), partial(_try, value))
        if not any(outcome.right is False for outcome in outcomes):
            untried = tuple(outcome.node for outcome in outcomes if outcome.right is None)
            return Method(value, untried)
    return None


def _try(value: str, views: Sequence[NodeView]) -> tuple[Outcome, ...]:
    return tuple(what_if(Setting.ADDRESS_AUTODETECTION_V4, value, views))


def networks_of_peers(case: Case) -> frozenset[IPv4Network]:
    """The networks in which Calico reaches the healthy nodes."""
    return frozenset(
        found.address.network
        for peer in case.fair
        for found in peer.all(CalicoAddress)
        if isinstance(found.address, IPv4Interface)
    )


def _methods(case: Case) -> Iterator[str]:
    yield INTERNAL
    if networks := networks_of_peers(case):
        yield f"cidr={','.join(sorted(str(network) for network in networks))}"
