"""Which link carries an address, and what sort of link it is."""

from ipaddress import ip_address, ip_interface

import pytest

from calicovet.model.case import NodeView
from calicovet.model.facts import (
    AddressAutodetected,
    AutodetectionMethod,
    BridgeLink,
    FelixLink,
    HostLink,
    InternalAddress,
)
from calicovet.startup.autodetection.interfaces import (
    LinkSort,
    carrier_of,
    is_first_of_a_bridge,
    is_first_of_its_network,
    sort_of,
    why_met_first,
)

_ETH0 = HostLink(name="eth0", index=2, addresses=(ip_interface("10.0.0.5/24"),))
_BR = HostLink(name="br-1", index=9, addresses=(ip_interface("172.18.0.1/16"),))


def test_the_log_s_own_word_comes_before_a_listing() -> None:
    said = AddressAutodetected(link="eth1", address=ip_interface("10.0.0.5/24"))
    found = carrier_of(ip_address("10.0.0.5"), NodeView("n", [_ETH0, said]))
    assert found is not None
    assert found.link == "eth1"


def test_a_listing_and_felix_name_the_link_as_well() -> None:
    by_list = carrier_of(ip_address("10.0.0.5"), NodeView("n", [_ETH0]))
    felix = FelixLink(name="ens3", addresses=(ip_address("10.0.0.5"),))
    by_felix = carrier_of(ip_address("10.0.0.5"), NodeView("n", [felix]))
    assert (by_list and by_list.link, by_felix and by_felix.link) == ("eth0", "ens3")


def test_an_address_that_no_link_shows_has_no_carrier() -> None:
    assert carrier_of(ip_address("10.0.0.6"), NodeView("n", [_ETH0])) is None


@pytest.mark.parametrize(
    ("link", "sort"),
    [
        ("eth0", LinkSort.CARD),
        ("bond0.100", LinkSort.CARD),
        ("br-7d1c0aa2be91", LinkSort.BRIDGE),
        ("nerdctl0", LinkSort.BRIDGE),
        ("wg0", LinkSort.TUNNEL),
        ("tailscale0", LinkSort.TUNNEL),
        ("kube-ipvs0", LinkSort.SERVICES),
        ("nodelocaldns", LinkSort.SERVICES),
        ("lo", LinkSort.LOOPBACK),
    ],
)
def test_a_name_shows_what_a_link_is_for(link: str, sort: LinkSort) -> None:
    assert sort_of(link, NodeView("n", [])) is sort


def test_the_kernel_s_word_makes_a_bridge_of_any_name() -> None:
    assert sort_of("uplink", NodeView("n", [BridgeLink(name="uplink")])) is LinkSort.BRIDGE


@pytest.mark.parametrize("address", ["172.17.0.1", "172.31.0.1", "192.168.122.1", "10.4.0.1"])
def test_engines_give_these_to_their_bridge(address: str) -> None:
    assert is_first_of_a_bridge(address)


@pytest.mark.parametrize("address", ["172.16.0.1", "172.17.0.2", "172.32.0.1", "10.32.0.1", ""])
def test_these_may_be_on_any_link(address: str) -> None:
    assert not is_first_of_a_bridge(address)


def test_an_address_alone_in_its_network_is_not_the_first_of_one() -> None:
    assert is_first_of_its_network(ip_interface("10.9.8.1/24"))
    assert not is_first_of_its_network(ip_interface("10.9.8.2/24"))
    assert not is_first_of_its_network(ip_interface("10.9.8.1/32"))
    assert not is_first_of_its_network(ip_interface("255.255.255.255/32"))


def test_the_younger_link_is_met_first() -> None:
    internal = InternalAddress(address=ip_address("10.0.0.5"))
    view = NodeView("n", [_ETH0, _BR, internal])
    assert why_met_first(view, "br-1", internal) == {
        "index": 9,
        "rival": "eth0",
        "rival_index": 2,
    }


def test_only_first_found_goes_by_the_order() -> None:
    internal = InternalAddress(address=ip_address("10.0.0.5"))
    method = AutodetectionMethod(method="interface=br.*")
    assert why_met_first(NodeView("n", [_ETH0, _BR, internal, method]), "br-1", internal) == {}
    assert why_met_first(NodeView("n", [_ETH0, _BR]), "br-1", None) == {}
