"""Which families of addresses a node and its cluster speak."""

from ipaddress import ip_address, ip_interface

from calicovet.model.case import NodeView
from calicovet.model.facts import (
    ApiCallFailed,
    CallError,
    Fact,
    HostLink,
    InternalAddress,
    ServiceAddress,
    StartupSaid,
)
from calicovet.startup.autodetection.ip_families import (
    hints_at_ipv6_only,
    shows_ipv4,
    shows_only_ipv6,
)
from calicovet.startup.autodetection.select import NO_LINKS

_V6 = InternalAddress(address=ip_address("2001:db8::5"))


def _link(name: str, *addresses: str) -> HostLink:
    return HostLink(name=name, addresses=tuple(ip_interface(address) for address in addresses))


def _view(*facts: Fact, whole: bool = False) -> NodeView:
    return NodeView("n", facts, frozenset({HostLink}) if whole else frozenset())


def test_an_internal_address_of_ipv6_and_nothing_else_shows_only_ipv6() -> None:
    assert shows_only_ipv6(_view(_V6)) == _V6


def test_a_card_with_ipv4_has_ipv4() -> None:
    card = _link("eth0", "10.1.1.1/24", "2001:db8::5/64")
    assert shows_ipv4(_view(card)) == card
    assert shows_only_ipv6(_view(_V6, card)) is None


def test_loopback_docker0_and_link_local_addresses_do_not_count() -> None:
    own = _link("eth0", "169.254.1.1/16", "2001:db8::5/64")
    view = _view(_link("lo", "127.0.0.1/8"), _link("docker0", "172.17.0.1/16"), own, whole=True)
    assert shows_ipv4(view) is None
    assert shows_only_ipv6(view) == own


def test_a_listing_that_was_cut_does_not_show_that_ipv4_is_missing() -> None:
    assert shows_only_ipv6(_view(_link("eth0", "2001:db8::5/64"))) is None


def test_where_no_link_fits_by_name_ipv4_was_not_searched() -> None:
    why = StartupSaid(key="ip-autodetect-none:why", details=(("error", NO_LINKS),))
    assert shows_only_ipv6(_view(_V6, why)) is None


def test_a_service_of_ipv6_hints_at_it() -> None:
    assert hints_at_ipv6_only(_view(ServiceAddress(address="fd00::1"))) is not None
    call = ApiCallFailed(error=CallError.TIMEOUT, target="[fd00::1]:443")
    assert hints_at_ipv6_only(_view(call)) is not None
    assert hints_at_ipv6_only(_view(ServiceAddress(address="10.96.0.1"))) is None
