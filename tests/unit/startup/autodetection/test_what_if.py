"""A setting on paper."""

from ipaddress import ip_address, ip_interface

from calicovet.model.case import NodeView
from calicovet.model.facts import (
    CalicoAddress,
    CalicoVersion,
    Fact,
    FelixLink,
    HostLink,
    InternalAddress,
)
from calicovet.model.remediation.plan import Setting
from calicovet.startup.autodetection.what_if import Outcome, what_if

V4 = Setting.ADDRESS_AUTODETECTION_V4
INTERNAL = InternalAddress(address=ip_address("10.51.0.101"))
NIC = HostLink(name="ens160", index=2, position=1, addresses=(ip_interface("10.51.0.101/24"),))
BRIDGE = HostLink(name="nerdctl0", index=686, position=2, addresses=(ip_interface("10.4.0.1/24"),))
WRONG = CalicoAddress(address=ip_interface("10.4.0.1/24"))


def try_it(value: str, *facts: Fact, whole: bool = True, setting: Setting = V4) -> Outcome:
    looked_for = frozenset({HostLink}) if whole else frozenset[type[Fact]]()
    (outcome,) = what_if(setting, value, [NodeView("n", facts, looked_for)])
    return outcome


def test_first_found_takes_the_bridge_and_is_wrong() -> None:
    # Facts stand newest first; the links' own places decide.
    outcome = try_it("first-found", BRIDGE, NIC, INTERNAL, WRONG)
    assert (str(outcome.now), str(outcome.then), outcome.right) == (
        "10.4.0.1/24",
        "10.4.0.1/24",
        False,
    )


def test_the_internal_address_is_right_where_it_is_on_a_link() -> None:
    outcome = try_it("kubernetes-internal-ip", BRIDGE, NIC, INTERNAL, WRONG)
    assert (str(outcome.then), outcome.right) == ("10.51.0.101/24", True)


def test_the_internal_address_is_right_where_no_links_are_known() -> None:
    assert try_it("kubernetes-internal-ip", INTERNAL, whole=False).right is True


def test_a_single_shown_link_does_not_speak_against_it() -> None:
    assert try_it("kubernetes-internal-ip", BRIDGE, INTERNAL, whole=False).right is True


def test_an_internal_address_that_no_link_has_is_wrong() -> None:
    outcome = try_it("kubernetes-internal-ip", BRIDGE, INTERNAL)
    assert outcome.right is False and "invalid CIDR" in outcome.error


def test_an_old_release_knows_no_internal_address() -> None:
    old = CalicoVersion(low="v3.21.4")
    assert try_it("kubernetes-internal-ip", INTERNAL, old, whole=False).right is False


def test_without_the_internal_address_nothing_is_right_or_wrong() -> None:
    assert try_it("kubernetes-internal-ip", whole=False).right is None
    assert try_it("first-found", NIC).right is None


def test_what_felix_names_is_not_all_there_is() -> None:
    links = (
        FelixLink(name="nerdctl0", index=686, addresses=(ip_address("10.4.0.1"),)),
        FelixLink(name="ens160", index=2, addresses=(ip_address("10.51.0.101"),)),
    )
    outcome = try_it("first-found", *links, INTERNAL, whole=False)
    assert (str(outcome.then), outcome.right) == ("10.4.0.1/32", None)


def test_unknown_routes_leave_it_open() -> None:
    assert try_it("can-reach=8.8.8.8", NIC, INTERNAL).right is None


def test_a_literal_address_is_right_on_one_node_only() -> None:
    assert try_it("10.51.0.101", NIC, INTERNAL, setting=Setting.IP).right is True
    assert try_it("10.51.0.102", NIC, INTERNAL, setting=Setting.IP).right is False


def test_other_settings_choose_no_address() -> None:
    assert what_if(Setting.CPU_LIMIT, "2", [NodeView("n", ())]) == ()
