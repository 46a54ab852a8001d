"""Addresses and networks as Go reads them."""

import pytest

from calicovet.startup.autodetection.go_ip import go_interface, go_network


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("10.0.0.0/8", "10.0.0.0/8"),
        ("10.200.3.4/16", "10.200.0.0/16"),
        ("fd00::5/64", "fd00::/64"),
        # Python would take these.
        *((text, "None") for text in ("10.0.0.5", "10.0.0.0/255.0.0.0", " 10.0.0.0/8", "fd00::")),
        *((text, "None") for text in ("10.0.0.0/33", "10.0.0/8", "eth0", "", "/8", "fe80::1%a/64")),
    ],
)
def test_a_network_has_an_address_and_a_prefix(text: str, read: str) -> None:
    assert str(go_network(text)) == read


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("10.0.0.5", "10.0.0.5/32"),
        ("10.0.0.5/24", "10.0.0.5/24"),
        ("fd00::5", "fd00::5/128"),
        *((text, "None") for text in ("10.0.0.5 ", "10.0.0.300", "10.0.0.5/255.255.0.0", "")),
    ],
)
def test_an_address_may_stand_alone(text: str, read: str) -> None:
    assert str(go_interface(text)) == read
