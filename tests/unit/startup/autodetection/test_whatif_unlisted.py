"""What a method chooses where not every link is known."""

from ipaddress import ip_address, ip_interface, ip_network

import pytest

from calicovet.model.case import NodeView
from calicovet.model.facts import (
    AddressAutodetected,
    AutodetectionMethod,
    CalicoAddress,
    CalicoVersion,
    Fact,
    FelixLink,
    HostLink,
    HostRoutes,
    InternalAddress,
    Route,
    RouteTaken,
    SettingSeen,
)
from calicovet.model.remediation.plan import Setting
from calicovet.startup.autodetection.what_if import Lack, Outcome, what_if

OWN = InternalAddress(address=ip_address("10.51.0.101"))
NIC = HostLink(name="ens160", index=2, position=1, addresses=(ip_interface("10.51.0.101/24"),))
BRIDGE = HostLink(name="nerdctl0", index=686, position=2, addresses=(ip_interface("10.4.0.1/24"),))
STORED = CalicoAddress(address=ip_interface("10.51.0.101/24"))
CHOSEN = AddressAutodetected(link="ens160", address=ip_interface("10.51.0.101/24"))
BY_FELIX = FelixLink(name="ens160", addresses=(ip_address("10.51.0.101"),))
FIRST_FOUND = AutodetectionMethod(method="first-found")


def tried(method: str, *facts: Fact, whole: bool = False) -> Outcome:
    looked_for = frozenset({HostLink}) if whole else frozenset[type[Fact]]()
    view = NodeView("n", facts, looked_for)
    (outcome,) = what_if(Setting.ADDRESS_AUTODETECTION_V4, method, [view])
    return outcome


def test_an_internal_address_that_nothing_shows_on_the_host_lacks_links() -> None:
    outcome = tried("kubernetes-internal-ip", OWN)
    assert (outcome.right, outcome.lacks) == (True, Lack.LINKS)


@pytest.mark.parametrize("shown", [STORED, CHOSEN, BY_FELIX])
def test_an_internal_address_that_anything_shows_on_the_host_lacks_nothing(shown: Fact) -> None:
    outcome = tried("kubernetes-internal-ip", OWN, shown)
    assert (outcome.right, outcome.lacks) == (True, None)


def test_what_the_log_says_of_first_found_holds() -> None:
    outcome = tried("first-found", OWN, CHOSEN)
    assert (outcome.link, outcome.right, outcome.lacks) == ("ens160", True, None)


def test_what_the_log_says_of_another_method_does_not_hold_for_first_found() -> None:
    by_name = AddressAutodetected(
        link="ens160", address=ip_interface("10.51.0.101/24"), method="interface"
    )
    assert tried("first-found", OWN, by_name).lacks is Lack.LINKS


def test_leaving_out_another_link_changes_no_choice() -> None:
    assert tried("skip-interface=^nerdctl0$", OWN, CHOSEN).right is True


def test_leaving_out_the_chosen_link_leaves_it_open() -> None:
    outcome = tried("skip-interface=^ens", OWN, CHOSEN)
    assert (outcome.right, outcome.lacks) == (None, Lack.LINKS)


@pytest.mark.parametrize("shown", [CHOSEN, BY_FELIX, NIC])
def test_a_method_that_names_one_link_needs_that_link_only(shown: Fact) -> None:
    assert tried("interface=^ens160$", OWN, shown).right is True


@pytest.mark.parametrize("method", ["interface=ens160", "interface=^ens.*$", "cidr=10.51.0.0/24"])
def test_a_method_that_may_find_another_link_needs_all_of_them(method: str) -> None:
    assert tried(method, OWN, CHOSEN, NIC).lacks is Lack.LINKS


def test_of_several_addresses_that_felix_names_any_may_be_the_first() -> None:
    two = FelixLink(name="ens160", addresses=(ip_address("10.51.0.101"), ip_address("10.51.0.9")))
    assert tried("interface=^ens160$", OWN, two).lacks is Lack.LINKS


def test_the_method_in_force_chooses_what_is_stored() -> None:
    assert tried("first-found", OWN, STORED, FIRST_FOUND).right is True
    assert tried("skip-interface=x", OWN, STORED, FIRST_FOUND).right is None


def test_an_address_that_the_environment_gives_says_nothing_of_a_method() -> None:
    given = SettingSeen(name="IP", value="10.51.0.101", where="env")
    assert tried("first-found", OWN, STORED, FIRST_FOUND, given).right is None


def test_a_method_that_a_release_does_not_know_is_wrong_whatever_else_is_known() -> None:
    old = CalicoVersion(low="v3.20.1", by="log")
    outcome = tried("kubernetes-internal-ip", old)
    assert (outcome.right, outcome.lacks) == (False, None)
    new = CalicoVersion(low="v3.29.1", by="log")
    assert tried("kubernetes-internal-ip", new).lacks is Lack.INTERNAL


def test_a_node_without_internal_address_lacks_it() -> None:
    assert tried("first-found", NIC, whole=True).lacks is Lack.INTERNAL


def _route(network: str, link: str, source: str = "", via: str = "", metric: int = 0) -> Route:
    return Route(
        network=ip_network(network),
        link=link,
        source=ip_address(source) if source else None,
        via=ip_address(via) if via else None,
        metric=metric,
    )


DEFAULT = _route("0.0.0.0/0", "ens160", via="10.51.0.1", metric=100)
ON_THE_BRIDGE = _route("10.4.0.0/24", "nerdctl0", source="10.4.0.1")


def reached(destination: str, *routes: Route) -> Outcome:
    table = HostRoutes(routes=routes)
    return tried(f"can-reach={destination}", OWN, NIC, BRIDGE, table, whole=True)


def test_the_way_out_gives_the_address() -> None:
    assert reached("8.8.8.8", DEFAULT, ON_THE_BRIDGE).right is True


def test_the_narrowest_route_wins() -> None:
    outcome = reached("10.4.0.9", DEFAULT, ON_THE_BRIDGE)
    assert (str(outcome.then), outcome.right) == ("10.4.0.1/24", False)


def test_of_equal_routes_the_cheapest_wins() -> None:
    dearer = _route("0.0.0.0/0", "nerdctl0", via="10.4.0.9", metric=200)
    assert reached("8.8.8.8", dearer, DEFAULT).right is True


def test_where_no_route_leads_start_up_finds_nothing() -> None:
    outcome = reached("8.8.8.8", ON_THE_BRIDGE)
    assert outcome.right is False and "unreachable" in outcome.error


def test_links_that_share_a_way_leave_it_open() -> None:
    assert reached("8.8.8.8", _route("0.0.0.0/0", "")).lacks is Lack.ROUTES


def test_without_routes_and_for_names_it_is_open() -> None:
    assert tried("can-reach=8.8.8.8", OWN, NIC, whole=True).lacks is Lack.ROUTES
    assert reached("www.example.org", DEFAULT).lacks is Lack.ROUTES


def test_the_way_to_the_nodes_own_address_starts_there() -> None:
    method = "can-reach=$(NODEIP)"
    assert tried(method, OWN, NIC, BRIDGE, whole=True).right is True
    assert tried(method, OWN, BRIDGE, whole=True).lacks is Lack.ROUTES
    assert tried(method, OWN, STORED).right is True
    assert tried(method, OWN).lacks is Lack.LINKS
    assert tried(method, NIC, whole=True).lacks is Lack.INTERNAL


def test_the_kernels_own_word_needs_no_links() -> None:
    taken = RouteTaken(destination=ip_address("8.8.8.8"), source=ip_address("10.51.0.101"))
    assert tried("can-reach=8.8.8.8", OWN, taken).right is True
    assert tried("can-reach=8.8.4.4", OWN, taken).lacks is Lack.ROUTES
