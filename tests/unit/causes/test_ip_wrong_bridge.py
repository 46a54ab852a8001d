from ipaddress import IPv4Address, IPv4Interface, IPv6Interface

import pytest

from calicovet.causes.addresses.ip_wrong_bridge.cause import CAUSE
from calicovet.model.cause import Strength
from calicovet.model.facts import (
    AddressAutodetected,
    AutodetectionMethod,
    BridgeLink,
    CalicoAddress,
    FelixLink,
    HostLink,
    InternalAddress,
)
from calicovet.model.remediation.plan import AskHuman, Risk, SetSetting
from tests.unit.causes.signs import case_of, only_sign, strength

_INTERNAL = InternalAddress(address=IPv4Address("10.51.0.101"))


def _chosen(address: str) -> CalicoAddress:
    return CalicoAddress(address=IPv4Interface(address))


def _said(link: str, address: str) -> AddressAutodetected:
    return AddressAutodetected(link=link, address=IPv4Interface(address))


def test_a_bridge_by_the_kernels_word_proves_it() -> None:
    sign = only_sign(
        CAUSE,
        case_of(
            _chosen("10.4.0.1/24"),
            _INTERNAL,
            _said("nerdctl0", "10.4.0.1/24"),
            BridgeLink(name="nerdctl0"),
        ),
    )
    assert sign is not None
    assert sign.strength is Strength.PROVES
    assert sign.details["link"] == "nerdctl0"
    assert sign.details["expected"] == "10.51.0.101"
    assert "index" not in sign.details


def test_a_bridge_of_another_name_proves_nothing() -> None:
    case = case_of(
        _chosen("10.9.0.5/24"), _INTERNAL, _said("eth1", "10.9.0.5/24"), BridgeLink(name="virbr0")
    )
    assert only_sign(CAUSE, case) is None


@pytest.mark.parametrize("link", ["nerdctl0", "br-4f0c2d91be77", "lxdbr0", "tailscale0", "wg0"])
def test_the_name_of_a_bridge_or_tunnel_indicates_it(link: str) -> None:
    case = case_of(_chosen("10.4.0.1/24"), _INTERNAL, _said(link, "10.4.0.1/24"))
    assert strength(CAUSE, case) is Strength.INDICATES


@pytest.mark.parametrize(
    ("chosen", "link", "peer", "expected"),
    [
        ("10.4.0.1/24", "nerdctl0", "10.51.0.100/24", Strength.PROVES),
        # Not the address of a bridge; a tunnel; a peer on the same network; peers elsewhere.
        ("10.4.0.7/24", "nerdctl0", "10.51.0.100/24", Strength.INDICATES),
        ("10.4.0.1/24", "tailscale0", "10.51.0.100/24", Strength.INDICATES),
        ("10.4.0.1/24", "nerdctl0", "10.4.0.2/24", Strength.INDICATES),
        ("10.4.0.1/24", "nerdctl0", "10.99.0.100/24", Strength.INDICATES),
    ],
)
def test_a_bridge_by_name_that_leads_to_no_other_node_proves_it(
    chosen: str, link: str, peer: str, expected: Strength
) -> None:
    own = FelixLink(name="eth0", addresses=(IPv4Address("10.51.0.101"),))
    seen = (_chosen(chosen), _INTERNAL, _said(link, chosen), own)
    assert strength(CAUSE, case_of(*seen, peers=((_chosen(peer),),))) is expected
    assert strength(CAUSE, case_of(*seen)) is Strength.INDICATES


@pytest.mark.parametrize("link", ["eth1", "ens192", "bond0", "enp2s0f1", "tunl0x-not"])
def test_a_network_card_is_not_its_business(link: str) -> None:
    assert (
        only_sign(CAUSE, case_of(_chosen("10.9.0.5/24"), _INTERNAL, _said(link, "10.9.0.5/24")))
        is None
    )


def test_the_nodes_own_address_denies_it() -> None:
    case = case_of(_chosen("10.51.0.101/24"), _INTERNAL, BridgeLink(name="br0"))
    assert strength(CAUSE, case) is Strength.DENIES


def test_a_second_address_on_a_bridged_uplink_is_not_its_business() -> None:
    uplink = HostLink(
        name="br0", addresses=(IPv4Interface("10.60.0.9/24"), IPv4Interface("10.51.0.101/24"))
    )
    case = case_of(_chosen("10.60.0.9/24"), _INTERNAL, uplink, BridgeLink(name="br0"))
    assert only_sign(CAUSE, case) is None


def test_nothing_is_said_where_no_address_is_known() -> None:
    assert only_sign(CAUSE, case_of(_INTERNAL)) is None
    six = CalicoAddress(address=IPv6Interface("2001:db8::1/64"))
    assert only_sign(CAUSE, case_of(six, _INTERNAL)) is None


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("172.17.0.1/16", Strength.INDICATES),
        ("192.168.122.1/24", Strength.INDICATES),
        ("172.30.5.1/24", Strength.HINTS),
        ("172.30.5.7/24", None),
        ("10.51.0.1/24", None),
    ],
)
def test_without_a_link_the_habits_of_engines_speak(
    address: str, expected: Strength | None
) -> None:
    assert strength(CAUSE, case_of(_chosen(address), _INTERNAL)) is expected


def test_without_the_nodes_own_address_a_bridge_is_likely_and_the_peers_tell_the_network() -> None:
    bridge = (_chosen("172.18.0.1/16"), _said("br-0a1b2c3d4e5f", "172.18.0.1/16"))
    sign = only_sign(CAUSE, case_of(*bridge, peers=((_chosen("10.51.0.100/24"),),)))
    assert sign is not None
    assert sign.strength is Strength.INDICATES
    assert sign.details["expected"] == "10.51.0.0/24"
    alone = only_sign(CAUSE, case_of(*bridge))
    assert alone is not None
    assert alone.details["expected"] == "?"


def test_a_bridge_in_the_network_of_the_peers_is_the_uplink() -> None:
    case = case_of(
        _chosen("10.51.0.101/24"),
        _said("br0", "10.51.0.101/24"),
        peers=((_chosen("10.51.0.100/24"),),),
    )
    assert only_sign(CAUSE, case) is None


def test_without_any_address_of_the_node_the_docker_range_alone_says_nothing() -> None:
    assert only_sign(CAUSE, case_of(_chosen("172.17.0.1/16"))) is None


def test_the_indexes_tell_why_just_this_link_won() -> None:
    facts = (
        _chosen("10.4.0.1/24"),
        _INTERNAL,
        FelixLink(name="nerdctl0", index=686, addresses=(IPv4Address("10.4.0.1"),)),
        FelixLink(name="ens160", index=2, addresses=(IPv4Address("10.51.0.101"),)),
        BridgeLink(name="nerdctl0"),
    )
    sign = only_sign(CAUSE, case_of(*facts))
    assert sign is not None
    assert (sign.details["index"], sign.details["rival"], sign.details["rival_index"]) == (
        "686",
        "ens160",
        "2",
    )
    other = only_sign(CAUSE, case_of(AutodetectionMethod(method="can-reach=10.4.0.9"), *facts))
    assert other is not None
    assert "index" not in other.details


def test_the_plan_follows_the_kubelet_and_offers_to_remove_the_bridge() -> None:
    plan = CAUSE.plan_for(case_of(_chosen("10.4.0.1/24"), _INTERNAL))
    assert isinstance(plan.steps[0], SetSetting)
    assert plan.steps[0].value == "kubernetes-internal-ip"
    assert plan.instead is not None


def test_a_release_without_that_method_gets_the_network_or_a_choice() -> None:
    from calicovet.model.facts import CalicoVersion

    old = CalicoVersion(low="v3.20.0", by="log")
    peers = ((_chosen("10.51.0.100/24"),),)
    plan = CAUSE.plan_for(case_of(_chosen("10.4.0.1/24"), _INTERNAL, old, peers=peers))
    assert isinstance(plan.steps[0], SetSetting)
    assert plan.steps[0].value == "cidr=10.51.0.0/24"
    assert plan.untried
    alone = CAUSE.plan_for(case_of(_chosen("10.4.0.1/24"), _INTERNAL, old))
    assert alone.steps == (AskHuman("choose-a-method", risk=Risk.ROLLS_ALL_NODES),)
