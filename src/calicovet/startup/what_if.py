"""A setting on paper: what each node would have of it."""

from collections.abc import Sequence
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
from calicovet.model.plan import Setting
from calicovet.model.record import record
from calicovet.startup.address import Choice, choose_address
from calicovet.startup.config import read_running_release

_FAMILY = {
    Setting.ADDRESS_AUTODETECTION_V4: 4,
    Setting.ADDRESS_AUTODETECTION_V6: 6,
    Setting.IP: 4,
    Setting.IP6: 6,
}


@record(kw_only=True)
class Outcome:
    """One node's address, now and then; `right` is None where it cannot be tried."""

    node: str
    now: Interface | None
    then: Interface | None
    right: bool | None
    error: str = ""
    """What start-up would end of."""


def what_if(setting: Setting, value: str, views: Sequence[NodeView]) -> tuple[Outcome, ...]:
    """What would come of a setting on each node; settings that choose no address change nothing here."""
    family = _FAMILY.get(setting)
    if family is None:
        return ()
    by_method = setting in (Setting.ADDRESS_AUTODETECTION_V4, Setting.ADDRESS_AUTODETECTION_V6)
    return tuple(_outcome(view, value, family, by_method) for view in views)


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
            # Felix tells no prefix; which address is taken can be told without.
            own = tuple(ip_interface(address) for address in fact.addresses)
            newest[fact.name] = HostLink(name=fact.name, index=fact.index, addresses=own)
    return tuple(sorted(newest.values(), key=lambda link: link.index or 0)), False


def _outcome(view: NodeView, value: str, family: int, by_method: bool) -> Outcome:
    links, complete = known_links(view)
    internal = _internal(view, family)
    needs_no_links = by_method and value.startswith("kubernetes-internal-ip")
    if needs_no_links and not complete:
        # The links that somebody happened to show need not hold the node's own address.
        links = ()
    choice = choose_address(
        value if by_method else "first-found",
        links,
        family=family,
        release=read_running_release(view.facts),
        internal=internal,
        environment_ip="autodetect" if by_method else value,
    )
    return Outcome(
        node=view.name or view.pod,
        now=_now(view, family),
        then=choice.address,
        right=_right(choice, internal, complete or needs_no_links or not by_method),
        error=choice.error if complete or not by_method else "",
    )


def _right(choice: Choice, internal: Address | None, certain: bool) -> bool | None:
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
