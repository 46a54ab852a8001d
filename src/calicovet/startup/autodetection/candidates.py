"""Autodetection methods worth trying on these nodes."""

from collections.abc import Iterator, Sequence
from ipaddress import ip_address
from itertools import takewhile

from calicovet.model.case import NodeView
from calicovet.model.display.natural_order import natural
from calicovet.model.facts import ApiEndpoint, CalicoAddress, DefaultRoute, HostLink
from calicovet.model.remediation.plan import Setting
from calicovet.startup.autodetection.from_partial_evidence import method_in_force
from calicovet.startup.autodetection.interfaces import carrier_of, internal_address
from calicovet.startup.autodetection.recommend import INTERNAL
from calicovet.startup.autodetection.what_if import what_if

SETTING = {4: Setting.ADDRESS_AUTODETECTION_V4, 6: Setting.ADDRESS_AUTODETECTION_V6}
"""By family."""
_MOST_NAMES = 4
_SHORTEST_BEGINNING = 2
_ROUNDS = 4


def sensible_methods(views: Sequence[NodeView], family: int) -> tuple[str, ...]:
    """Every method that could be right here, and the one in force."""
    found = (
        INTERNAL,
        *_by_network(views, family),
        *_by_link(views, family),
        *_by_route(views, family),
        *_by_leaving_out(views, family),
        "first-found",
        *sorted({method for view in views if (method := method_in_force(view, family))}),
    )
    return tuple(dict.fromkeys(found))


def _by_network(views: Sequence[NodeView], family: int) -> Iterator[str]:
    networks = set()
    for view in views:
        internal = internal_address(view, family)
        if internal is None:
            continue
        shown = [own for link in view.all(HostLink) for own in link.addresses]
        shown += [found.address for found in view.all(CalicoAddress)]
        networks |= {
            own.network
            for own in shown
            if own.ip == internal.address and own.network.prefixlen < own.max_prefixlen
        }
    if networks:
        yield f"cidr={','.join(sorted(map(str, networks), key=natural))}"


def _by_link(views: Sequence[NodeView], family: int) -> Iterator[str]:
    names = set()
    for view in views:
        internal = internal_address(view, family)
        carrier = None if internal is None else carrier_of(internal.address, view)
        if carrier is not None:
            names.add(carrier.link)
    if pattern := _pattern(names):
        yield f"interface={pattern}"


def _by_route(views: Sequence[NodeView], family: int) -> Iterator[str]:
    """By the way to an API server, else to the gateway, where all nodes have the same."""
    told = [found.address for view in views for found in view.all(ApiEndpoint)]
    endpoints = {address.rpartition(":")[0].strip("[]") for address in told}
    gateways = {found.via for view in views for found in view.all(DefaultRoute)}
    servers = sorted((each for each in endpoints if _is_of(family, each)), key=natural)
    if servers:
        yield f"can-reach={servers[0]}"
    elif len(gateways) == 1 and _is_of(family, gateway := gateways.pop()):
        yield f"can-reach={gateway}"


def _is_of(family: int, text: str) -> bool:
    try:
        address = ip_address(text)
    except ValueError:
        return False
    return address.version == family and not address.is_unspecified


def _by_leaving_out(views: Sequence[NodeView], family: int) -> Iterator[str]:
    """By what would be chosen wrongly otherwise: behind one bridge there may be another."""
    wrong: set[str] = set()
    for _ in range(_ROUNDS):
        method = f"skip-interface={_anchored(wrong)}" if wrong else "first-found"
        outcomes = what_if(SETTING[family], method, views)
        more = {each.link for each in outcomes if each.right is False and each.link} - wrong
        if not more:
            break
        wrong |= more
    if pattern := _pattern(wrong):
        yield f"skip-interface={pattern}"


def _pattern(names: set[str]) -> str:
    """The names themselves, or what many of them begin with; empty where that is too little."""
    if len(names) <= _MOST_NAMES:
        return _anchored(names)
    # What the first and the last of them share, all between them share, too.
    pairs = takewhile(lambda pair: pair[0] == pair[1], zip(min(names), max(names), strict=False))
    beginning = "".join(letter for letter, _ in pairs).rstrip("0123456789.")
    return f"^{beginning}" if len(beginning) >= _SHORTEST_BEGINNING else ""


def _anchored(names: set[str]) -> str:
    """Patterns for these names and no others: Calico searches for them anywhere in a name."""
    return ",".join(f"^{name.replace('.', chr(92) + '.')}$" for name in sorted(names, key=natural))
