"""Which methods there are, and which are worth trying."""

from ipaddress import ip_address, ip_interface

import pytest

from calicovet.model.case import NodeView
from calicovet.model.facts import (
    ApiEndpoint,
    AutodetectionMethod,
    DefaultRoute,
    Fact,
    HostLink,
    InternalAddress,
)
from calicovet.startup.autodetection.candidates import sensible_methods
from calicovet.startup.autodetection.methods import families_that_fit, fault_of, is_method


def host(name: str, own: str, link: str, *more: Fact) -> NodeView:
    facts = (
        InternalAddress(address=ip_interface(own).ip),
        HostLink(name=link, position=1, addresses=(ip_interface(own),)),
        *more,
    )
    return NodeView(name, facts, frozenset({HostLink}))


def bridge(name: str, address: str) -> HostLink:
    return HostLink(name=name, position=9, addresses=(ip_interface(address),))


def test_the_usual_ones_are_tried_with_what_assumes_least_first() -> None:
    views = [
        host("a", "10.0.0.1/24", "eth0", DefaultRoute(via="10.0.0.254", link="eth0")),
        host("b", "10.0.1.2/24", "ens3.7", bridge("nerdctl0", "10.4.0.1/24")),
    ]
    assert sensible_methods(views, 4) == (
        "kubernetes-internal-ip",
        "cidr=10.0.0.0/24,10.0.1.0/24",
        r"interface=^ens3\.7$,^eth0$",
        "can-reach=10.0.0.254",
        "skip-interface=^nerdctl0$",
        "first-found",
    )


def test_behind_one_bridge_there_may_be_another() -> None:
    both = (
        bridge("nerdctl0", "10.4.0.1/24"),
        HostLink(name="lxdbr0", position=5, addresses=(ip_interface("10.5.0.1/24"),)),
    )
    methods = sensible_methods([host("a", "10.0.0.1/24", "eth0", *both)], 4)
    assert "skip-interface=^lxdbr0$,^nerdctl0$" in methods


def test_nothing_is_left_out_where_nothing_is_chosen_wrongly() -> None:
    methods = sensible_methods([host("a", "10.0.0.1/24", "eth0")], 4)
    assert not any(method.startswith("skip-interface") for method in methods)


def test_many_names_are_told_by_what_they_begin_with() -> None:
    views = [host(f"n{number}", f"10.0.0.{number}/24", f"ens{number}") for number in range(1, 7)]
    assert "interface=^ens" in sensible_methods(views, 4)


def test_gateways_that_differ_are_no_way_for_all() -> None:
    views = [
        host("a", "10.0.0.1/24", "eth0", DefaultRoute(via="10.0.0.254")),
        host("b", "10.0.1.1/24", "eth0", DefaultRoute(via="10.0.1.254")),
    ]
    assert not any(method.startswith("can-reach") for method in sensible_methods(views, 4))


def test_an_api_server_is_a_way_for_all() -> None:
    views = [host("a", "10.0.0.1/24", "eth0", ApiEndpoint(address="10.0.0.9:6443"))]
    assert "can-reach=10.0.0.9" in sensible_methods(views, 4)


def test_the_method_in_force_is_tried_too() -> None:
    view = host("a", "10.0.0.1/24", "eth0", AutodetectionMethod(method="interface=eth.*"))
    assert sensible_methods([view], 4)[-1] == "interface=eth.*"


def test_ipv6_is_found_by_its_own_networks() -> None:
    view = NodeView(
        "a",
        [
            InternalAddress(address=ip_address("2001:db8::5")),
            HostLink(name="eth0", addresses=(ip_interface("2001:db8::5/64"),)),
        ],
        frozenset({HostLink}),
    )
    assert "cidr=2001:db8::/64" in sensible_methods([view], 6)


@pytest.mark.parametrize("text", ["first-found", "kubernetes-internal-ip", "cidr=x", "interface="])
def test_methods_are_known_by_their_names(text: str) -> None:
    assert is_method(text)


@pytest.mark.parametrize("text", ["frist-found", "interface", "cidr:10.0.0.0/8", "paste.txt", "-"])
def test_what_is_no_method(text: str) -> None:
    assert not is_method(text)


@pytest.mark.parametrize(
    ("method", "fault"),
    [
        ("cidr=10.0.0.0/8, 10.0.0/8", "10.0.0/8"),
        ("cidr=", "cidr="),
        ("interface=eth[", "eth["),
        ("skip-interface=(?=x)", "(?=x)"),
        ("cidr=10.0.0.0/8,192.168.0.0/16", ""),
        ("interface=eth.*", ""),
        ("can-reach=www.example.org", ""),
        ("first-found", ""),
    ],
)
def test_what_calico_would_refuse_is_named(method: str, fault: str) -> None:
    assert fault_of(method) == fault


def test_a_network_and_an_address_are_of_one_family() -> None:
    assert families_that_fit("cidr=10.0.0.0/8", (4, 6)) == (4,)
    assert families_that_fit("can-reach=2001:db8::1", (4, 6)) == (6,)
    assert families_that_fit("can-reach=example.org", (4, 6)) == (4, 6)
    assert families_that_fit("interface=eth0", (4, 6)) == (4, 6)
