"""The effect of a method on each node."""

from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from ipaddress import ip_interface

from calicovet.model.case import NodeView
from calicovet.model.facts.addresses import (
    Address,
    CalicoAddress,
    FelixLink,
    HostLink,
    Interface,
    InternalAddress,
)
from calicovet.model.record import record
from calicovet.model.remediation.plan import Setting
from calicovet.startup.autodetection.from_partial_evidence import told_choice
from calicovet.startup.autodetection.interfaces import carrier_of
from calicovet.startup.autodetection.route_source import known_source
from calicovet.startup.autodetection.select import NOT_KNOWN, Choice, choose_address, detect_address
from calicovet.startup.node_config import read_running_release

_FAMILY = {
    Setting.ADDRESS_AUTODETECTION_V4: 4,
    Setting.ADDRESS_AUTODETECTION_V6: 6,
    Setting.IP: 4,
    Setting.IP6: 6,
}
_THE_NODES_OWN = "can-reach=$(NODEIP)"
"""As kubespray writes it: the way to the node's own address starts at that address."""


class Lack(StrEnum):
    """What would have to be known to try a setting on a node."""

    INTERNAL = "internal-address"
    LINKS = "links"
    ROUTES = "routes"


@record(kw_only=True)
class Outcome:
    """One node's address, now and then; `right` is None where it cannot be tried."""

    node: str
    now: Interface | None
    then: Interface | None
    right: bool | None
    error: str = ""
    """What start-up would end of."""
    link: str = ""
    """Whose address it would be, where that is known."""
    lacks: Lack | None = None
    """What keeps it from being certain; an address that is right may lack links to show that it is the host's."""


def what_if(setting: Setting, value: str, views: Sequence[NodeView]) -> tuple[Outcome, ...]:
    """What would come of a setting on each node; settings that choose no address change nothing here."""
    family = _FAMILY.get(setting)
    if family is None:
        return ()
    by_method = setting in (Setting.ADDRESS_AUTODETECTION_V4, Setting.ADDRESS_AUTODETECTION_V6)
    # What is asked here is no cause's question.
    return tuple(_outcome(view.unread(), value, family, by_method) for view in views)


def known_links(view: NodeView) -> tuple[tuple[HostLink, ...], bool]:
    """A node's links in the kernel's order, and whether these are all of them."""
    listed = [fact for fact in view.facts if isinstance(fact, HostLink)]
    newest: dict[str, HostLink] = {}
    for link in listed:
        # `ip link` names links too, and shows no address of any.
        if not newest.setdefault(link.name, link).addresses and link.addresses:
            newest[link.name] = link
    if HostLink in view.looked_for:
        return tuple(sorted(newest.values(), key=lambda link: link.position)), True
    for fact in view.facts:
        if isinstance(fact, FelixLink) and fact.addresses and fact.name not in newest:
            # Felix logs no prefix; which address is taken is known without it.
            own = tuple(ip_interface(address) for address in fact.addresses)
            newest[fact.name] = HostLink(name=fact.name, index=fact.index, addresses=own)
    return tuple(sorted(newest.values(), key=lambda link: link.index or 0)), False


def _outcome(view: NodeView, value: str, family: int, by_method: bool) -> Outcome:
    internal = _internal(view, family)
    tried = (
        _by_method(view, value, family, internal) if by_method else _by_value(view, value, family)
    )
    choice, lacks = tried
    certain = lacks is None or choice.why == "internal-address"
    right = _right(choice, internal, certain)
    if right is None and internal is None and lacks is None:
        lacks = Lack.INTERNAL
    return Outcome(
        node=view.name or view.pod,
        now=_now(view, family),
        then=choice.address,
        right=right,
        error=choice.error if certain else "",
        link=choice.link,
        lacks=lacks,
    )


def _by_value(view: NodeView, value: str, family: int) -> tuple[Choice, Lack | None]:
    links, _ = known_links(view)
    release = read_running_release(view.facts)
    choice = choose_address(
        "first-found", links, family=family, release=release, environment_ip=value
    )
    return choice, None


def _by_method(
    view: NodeView, method: str, family: int, internal: Address | None
) -> tuple[Choice, Lack | None]:
    links, complete = known_links(view)
    release = read_running_release(view.facts)
    if method.startswith("kubernetes-internal-ip"):
        # The links that were shown need not hold the node's own address.
        shown = links if complete else ()
        choice = detect_address(method, shown, family=family, release=release, internal=internal)
        return (choice, None) if complete else _on_its_link(choice, internal, view)
    if not complete and (told := told_choice(method, view, family)):
        return told, None
    if method == _THE_NODES_OWN and (internal is None or not complete):
        own = Choice() if internal is None else Choice(address=ip_interface(internal))
        return _on_its_link(own, internal, view)
    if method.startswith("can-reach="):
        named = str(internal) if method == _THE_NODES_OWN else method.removeprefix("can-reach=")
        return _by_route(view, named, links, complete, family)
    choice = detect_address(method, links, family=family, release=release)
    return choice, None if complete or choice.ends_at_once else Lack.LINKS


def _by_route(
    view: NodeView, destination: str, links: Sequence[HostLink], complete: bool, family: int
) -> tuple[Choice, Lack | None]:
    source_for = known_source(destination, view, links)
    source = source_for(destination) if source_for else None
    if source is not None and not complete:
        # The kernel sends from none but its own addresses.
        return Choice(address=ip_interface(source), why="source-of-route"), None
    choice = detect_address(f"can-reach={destination}", links, family=family, source_for=source_for)
    return choice, Lack.ROUTES if choice.why == NOT_KNOWN else None


def _on_its_link(
    choice: Choice, internal: Address | None, view: NodeView
) -> tuple[Choice, Lack | None]:
    """The internal address with its link and prefix, where anything shows that the host has it."""
    if internal is None or choice.address is None:
        return choice, None
    carrier = carrier_of(internal, view)
    stored = view.one(CalicoAddress, lambda found: found.address.ip == internal)
    if carrier is None and stored is None:
        return choice, Lack.LINKS
    address = choice.address if stored is None else stored.address
    return replace(choice, address=address, link=carrier.link if carrier else ""), None


def _right(choice: Choice, internal: Address | None, certain: bool) -> bool | None:
    if choice.ends_at_once:
        return False
    if not certain or internal is None:
        return None
    if choice.address is None:
        return False if choice.error else None
    return choice.address.ip == internal


def _internal(view: NodeView, family: int) -> Address | None:
    for fact in view.facts:
        if isinstance(fact, InternalAddress) and fact.address.version == family:
            return fact.address
    return None


def _now(view: NodeView, family: int) -> Interface | None:
    for fact in view.facts:
        if isinstance(fact, CalicoAddress) and fact.address.version == family:
            return fact.address
    return None
