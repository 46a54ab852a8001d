"""Which address calico-node would choose."""

from ipaddress import ip_address, ip_interface

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calicovet.model.facts import HostLink
from calicovet.startup.autodetection.select import Choice, choose_address, is_global_unicast
from calicovet.startup.versions import read_release


def links(text: str) -> tuple[HostLink, ...]:
    """`eth0 10.0.0.5/24 10.0.0.6/24; docker0 172.17.0.1/16`, in the kernel's order."""
    found = []
    for position, part in enumerate(text.split(";")):
        name, *addresses = part.split()
        found.append(
            HostLink(
                name=name,
                index=position + 2,
                position=position,
                addresses=tuple(ip_interface(address) for address in addresses),
            )
        )
    return tuple(found)


def chosen(method: str, listing: str, release: str = "", family: int = 4) -> str:
    choice = choose_address(method, links(listing), family=family, release=read_release(release))
    return f"{choice.link} {choice.address}" if choice.address else choice.error


NERDCTL = "ens160 10.51.0.101/24; nerdctl0 10.4.0.1/24"
BRIDGES = "eth0 192.168.1.10/24; docker0 172.17.0.1/16; br-1234 172.18.0.1/16"
VXLAN = "eth0 192.168.1.10/24; vxlan.calico 10.244.3.0/32"
NO_LINKS = "no valid host interfaces found"


@pytest.mark.parametrize(
    ("release", "method", "listing", "expected"),
    [
        ("v3.29.0", "first-found", NERDCTL, "nerdctl0 10.4.0.1/24"),
        ("", "interface=ens160", NERDCTL, "ens160 10.51.0.101/24"),
        ("v3.29.0", "skip-interface=nerdctl.*", NERDCTL, "ens160 10.51.0.101/24"),
        ("v3.27.0", "skip-interface=nerdctl.*", BRIDGES, "eth0 192.168.1.10/24"),
        ("v3.22.0", "skip-interface=br-.*", BRIDGES, "eth0 192.168.1.10/24"),
        ("v3.22.0", "first-found", BRIDGES, "br-1234 172.18.0.1/16"),
        ("v3.27.0", "first-found", BRIDGES, "eth0 192.168.1.10/24"),
        ("v3.20.0", "first-found", VXLAN, "eth0 192.168.1.10/24"),
        ("v3.24.3", "first-found", VXLAN, "vxlan.calico 10.244.3.0/32"),
        ("v3.27.0", "first-found", VXLAN, "eth0 192.168.1.10/24"),
        (
            "",
            "interface=ens160",
            "ens160 10.0.0.5/24; ens160.100 172.16.1.5/24",
            "ens160.100 172.16.1.5/24",
        ),
        (
            "",
            "interface=^ens160$",
            "ens160 10.0.0.5/24; ens160.100 172.16.1.5/24",
            "ens160 10.0.0.5/24",
        ),
        ("v3.20.0", "first-found", "wlo1 192.168.2.108/24", NO_LINKS),
        ("v3.27.0", "first-found", "wlo1 192.168.2.108/24", "wlo1 192.168.2.108/24"),
        (
            "v3.16.0",
            "cidr=10.20.0.0/16",
            "eth0 203.0.113.7/24 10.20.0.7/16; docker0 172.17.0.1/16",
            "eth0 10.20.0.7/16",
        ),
        (
            "v3.16.0",
            "cidr=10.20.0.0/16",
            "eth0 10.20.0.7/16; docker0 10.20.99.1/24",
            "docker0 10.20.99.1/24",
        ),
        ("v3.27.0", "first-found", "eth0 192.168.1.10/24; eth1 10.9.9.9/24", "eth1 10.9.9.9/24"),
        (
            "v3.27.0",
            "first-found",
            "eth0 192.168.1.10/24; usb0 169.254.3.1/24",
            "eth0 192.168.1.10/24",
        ),
        ("", "interface=eth0 , eth1", "eth0 10.1.1.5/24; eth1 10.2.2.5/24", "eth1 10.2.2.5/24"),
        ("v3.27.0", "first-found", "docker0 172.17.0.1/16", NO_LINKS),
        (
            "v3.27.0",
            "first-found",
            "eth0 fe80::1/64",
            "no valid IPv4 addresses found on the host interfaces",
        ),
        ("v3.27.0", "first-found", "eth0 10.1.1.5/24 10.1.1.100/32", "eth0 10.1.1.5/24"),
    ],
)
def test_the_worked_examples_come_out(
    release: str, method: str, listing: str, expected: str
) -> None:
    assert chosen(method, listing, release) == expected


def test_a_link_that_is_down_is_taken_all_the_same() -> None:
    up, down = links("eth0 192.168.1.10/24; eth1 10.9.9.9/24")
    down = HostLink(name=down.name, index=down.index, addresses=down.addresses, up=False)
    assert choose_address("first-found", (up, down)).link == "eth1"


def test_link_local_ipv6_is_passed_over() -> None:
    listing = "eth0 fe80::1/64 2001:db8::10/64 fd00::10/64"
    assert chosen("first-found", listing, "v3.27.0", family=6) == "eth0 2001:db8::10/64"


def test_can_reach_takes_the_source_of_the_route() -> None:
    choice = choose_address(
        "can-reach=8.8.8.8",
        links("eth0 192.168.1.10/24; nerdctl0 10.4.0.1/24"),
        source_for=lambda destination: ip_address("192.168.1.10"),
    )
    assert (choice.link, str(choice.address)) == ("eth0", "192.168.1.10/24")


def test_can_reach_to_an_own_address_needs_no_routes() -> None:
    assert chosen("can-reach=10.51.0.101", NERDCTL) == "ens160 10.51.0.101/24"


@pytest.mark.parametrize("target", ["8.8.8.8", "www.example.com"])
def test_can_reach_cannot_be_foretold_without_routes(target: str) -> None:
    assert choose_address(f"can-reach={target}", links(NERDCTL)) == Choice(why="not-known")


def test_can_reach_fails_where_the_source_is_on_no_link() -> None:
    choice = choose_address(
        "can-reach=1.1.1.1", links(NERDCTL), source_for=lambda destination: ip_address("10.9.0.1")
    )
    assert choice.address is None
    assert choice.error.endswith("found on local interfaces: 10.9.0.1")


def test_can_reach_without_a_way_finds_nothing() -> None:
    choice = choose_address("can-reach=8.8.8.8", links(NERDCTL), source_for=lambda _: None)
    assert (choice.address, choice.error) == (None, "connect: network is unreachable")


def test_can_reach_a_link_local_address_of_ipv6_finds_nothing() -> None:
    choice = choose_address("can-reach=fe80::1", links("eth0 fe80::1/64"), family=6)
    assert (choice.address, choice.error) == (None, "connect: invalid argument")


def test_can_reach_without_a_host_takes_loopback() -> None:
    choice = choose_address("can-reach=", links(NERDCTL))
    assert (choice.link, str(choice.address)) == ("lo", "127.0.0.1/8")


def internal_ip(release: str, listing: str = NERDCTL, internal: str = "10.51.0.101") -> Choice:
    return choose_address(
        "kubernetes-internal-ip",
        links(listing) if listing else (),
        release=read_release(release),
        internal=ip_address(internal) if internal else None,
    )


def test_the_internal_address_is_taken_with_its_prefix() -> None:
    choice = internal_ip("v3.27.0")
    assert (choice.link, str(choice.address)) == ("ens160", "10.51.0.101/24")


@pytest.mark.parametrize("release", ["v3.22.0", "v3.22.3", "v3.23.0", "v3.23.1"])
def test_some_releases_store_the_network_instead(release: str) -> None:
    assert str(internal_ip(release).address) == "10.51.0.0/24"


@pytest.mark.parametrize("release", ["v3.22.4", "v3.23.2", "v3.24.0"])
def test_the_fixed_releases_store_the_address(release: str) -> None:
    assert str(internal_ip(release).address) == "10.51.0.101/24"


def test_the_internal_address_needs_no_links() -> None:
    assert str(internal_ip("v3.27.0", listing="").address) == "10.51.0.101/32"


def test_an_internal_address_on_no_link_is_an_error() -> None:
    assert "invalid CIDR address" in internal_ip("v3.27.0", listing="eth0 10.9.0.1/24").error


def test_an_unknown_internal_address_is_not_known() -> None:
    assert internal_ip("v3.27.0", internal="").why == "not-known"


@pytest.mark.parametrize(
    ("method", "release"),
    [
        ("first_found", ""),
        ("cidr=10.0.0.0/8", "v3.15.1"),
        ("kubernetes-internal-ip", "v3.21.4"),
    ],
)
def test_a_method_that_the_release_lacks_is_invalid(method: str, release: str) -> None:
    assert chosen(method, NERDCTL, release) == f"Invalid IP autodetection method: {method}"


@pytest.mark.parametrize("method", ["interface=eth[", "interface=(?!docker).*", r"interface=(e)\1"])
def test_a_pattern_that_go_refuses_finds_nothing(method: str) -> None:
    assert chosen(method, NERDCTL) == "Invalid interface regex"


def test_a_bad_network_is_an_error() -> None:
    assert chosen("cidr=10.0.0.0/99", NERDCTL).startswith('Invalid CIDR "10.0.0.0/99"')


@pytest.mark.parametrize(
    ("listing", "link"),
    [
        ("eth0 172.31.0.11/24; nerdctl0 10.4.0.1/24", "nerdctl0"),
        ("nerdctl0 10.4.0.1/24; eth0 172.31.0.11/24", "eth0"),
        ("eth0 172.31.0.11/24; docker0 172.17.0.1/16", "eth0"),
        ("eth0 172.31.0.11/24; br-9f3a 172.18.0.1/16", "eth0"),
        ("eth0 172.31.0.11/24; cni0 10.244.0.1/24", "eth0"),
    ],
)
def test_what_the_real_program_chose(listing: str, link: str) -> None:
    assert chosen("first-found", listing, "v3.28.5").split()[0] == link


@pytest.mark.parametrize(
    ("link", "release", "taken"),
    [
        ("br-abc123", "v3.21.4", True),
        ("br-abc123", "v3.22.0", True),
        ("br-abc123", "v3.23.2", True),
        ("br-abc123", "v3.25.0", False),
        ("br-abc123", "v3.31.0", False),
        ("flow0", "v3.21.4", False),
        ("flow0", "v3.23.2", False),
        ("flow0", "v3.25.0", True),
        ("flow0", "v3.31.0", True),
    ],
)
def test_releases_differ_as_they_did_in_the_lab(link: str, release: str, taken: bool) -> None:
    won = chosen("first-found", f"eth0 172.31.0.11/24; {link} 10.7.0.1/24", release)
    assert won.startswith(link) is taken


def test_an_address_in_the_environment_borrows_the_links_prefix() -> None:
    choice = choose_address("", links(NERDCTL), environment_ip="10.51.0.101")
    assert (choice.link, str(choice.address), choice.why) == (
        "ens160",
        "10.51.0.101/24",
        "environment",
    )


def test_old_releases_take_a_bare_address_as_it_is() -> None:
    choice = choose_address(
        "", links(NERDCTL), environment_ip="10.51.0.101", release=read_release("v3.17.0")
    )
    assert str(choice.address) == "10.51.0.101/32"


def test_an_address_on_no_link_is_taken_too() -> None:
    assert str(choose_address("", links(NERDCTL), environment_ip="1.2.3.4").address) == "1.2.3.4/32"


@pytest.mark.parametrize("text", ["node-1", "fd00::1"])
def test_an_environment_without_a_valid_address_is_an_error(text: str) -> None:
    assert choose_address("", (), environment_ip=text).error.endswith(f"IP={text}")


def test_a_method_that_finds_nothing_spares_a_node_that_has_an_address() -> None:
    stored = ip_interface("10.1.1.5/24")
    choice = choose_address("interface=nope", links(NERDCTL), stored=stored)
    assert (choice.address, choice.why, choice.error) == (stored, "kept", NO_LINKS)


def test_ipv6_in_the_environment_borrows_no_prefix() -> None:
    choice = choose_address("", links("eth0 fd00::5/64"), family=6, environment_ip="fd00::5")
    assert str(choice.address) == "fd00::5/128"


@pytest.mark.parametrize("cidr", ["10.51.0.101", "10.0.0.0/255.0.0.0", "10.0.0/99", ""])
def test_a_network_that_go_does_not_read_finds_nothing(cidr: str) -> None:
    assert choose_address(f"cidr={cidr}", links(NERDCTL)).error.startswith("Invalid CIDR")


def test_a_broken_network_spares_a_node_that_has_an_address() -> None:
    stored = ip_interface("10.1.1.5/24")
    assert choose_address("cidr=10.0.0/99", links(NERDCTL), stored=stored).why == "kept"


def test_an_invalid_method_fails_on_every_node() -> None:
    stored = ip_interface("10.1.1.5/24")
    assert choose_address("nope", links(NERDCTL), stored=stored).address is None


def test_switched_off_detection_keeps_what_there_is() -> None:
    stored = ip_interface("10.1.1.5/24")
    assert choose_address("", (), environment_ip="none", stored=stored).address == stored
    assert choose_address("", (), environment_ip="none").why == "switched-off"
    assert choose_address("", (), environment_ip="", stored=stored).why == "kept"
    assert choose_address("", (), environment_ip="", family=6).why == "switched-off"


@pytest.mark.parametrize("text", ["10.0.0.1", "100.64.0.1", "240.0.0.1", "fc00::1", "8.8.8.8"])
def test_private_and_reserved_addresses_count_as_global(text: str) -> None:
    assert is_global_unicast(ip_address(text))


@pytest.mark.parametrize(
    "text",
    ["0.0.0.0", "127.0.0.1", "169.254.1.1", "224.0.0.1", "255.255.255.255", "fe80::1", "::1"],
)
def test_others_do_not(text: str) -> None:
    assert not is_global_unicast(ip_address(text))


names = st.sampled_from(["eth0", "ens160", "br0", "nerdctl0", "docker0", "lo", "cali1", "wg0"])
addresses = st.ip_addresses(v=4).map(lambda address: ip_interface(f"{address}/24"))
listings = st.lists(
    st.builds(
        lambda name, own: HostLink(name=name, addresses=tuple(own)),
        names,
        st.lists(addresses, max_size=2),
    ),
    max_size=5,
)


@given(listings)
def test_what_is_chosen_is_on_a_link_or_an_error_says_why(found: list[HostLink]) -> None:
    choice = choose_address("first-found", found)
    if choice.address is None:
        assert choice.error
    else:
        assert any(link.name == choice.link and choice.address in link.addresses for link in found)


@given(listings)
def test_a_younger_link_that_is_excluded_changes_nothing(found: list[HostLink]) -> None:
    youngest = HostLink(name="docker9", addresses=(ip_interface("172.17.0.1/16"),))
    assert choose_address("first-found", [*found, youngest]) == choose_address("first-found", found)


@given(listings, st.text(max_size=30))
def test_no_method_is_too_odd(found: list[HostLink], method: str) -> None:
    loopback = ip_interface("127.0.0.1/8")  # it is on every host, listed or not
    own = {loopback, *(address for link in found for address in link.addresses)}
    for odd in (method, f"interface={method}", f"cidr={method}", f"can-reach={method}"):
        chosen = choose_address(odd, found)
        assert chosen.address in own or (chosen.address is None and (chosen.error or chosen.why))
