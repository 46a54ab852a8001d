"""Links and addresses: ip addr, ip link, ifconfig, bridges, routes."""

from ipaddress import ip_interface

import pytest

from calicovet.model.evidence import EvidenceKind
from calicovet.model.facts import BridgeLink, DefaultRoute, HostLink, Unreadable
from tests.unit.parse.host.pieces import facts, lines_of

ADDR = EvidenceKind.IP_ADDR
LINK = EvidenceKind.IP_LINK
BRIDGES = EvidenceKind.BRIDGES
ROUTE = EvidenceKind.IP_ROUTE

IP_ADDR = """\
1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN group default qlen 1000
    link/loopback 00:00:00:00:00:00 brd 00:00:00:00:00:00
    inet 127.0.0.1/8 scope host lo
       valid_lft forever preferred_lft forever
    inet6 ::1/128 scope host
       valid_lft forever preferred_lft forever
2: ifb0: <BROADCAST,NOARP> mtu 1500 qdisc noop state DOWN group default qlen 32
    link/ether e2:d0:05:d5:72:24 brd ff:ff:ff:ff:ff:ff
4: eth0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1400 qdisc pfifo_fast state UP group default qlen 1000
    link/ether 02:fc:00:00:00:01 brd ff:ff:ff:ff:ff:ff
    inet 192.0.2.2/24 brd 192.0.2.255 scope global eth0
       valid_lft forever preferred_lft forever
    inet 192.0.2.9/24 scope global secondary eth0:1
       valid_lft forever preferred_lft forever
    inet6 fd00::2/64 scope global
       valid_lft forever preferred_lft forever
7: eth0.100@eth0: <NO-CARRIER,BROADCAST,MULTICAST,UP> mtu 1400 qdisc noqueue state DOWN
    inet 10.1.0.1 peer 10.1.0.2/32 scope global eth0.100
"""


def links(content: str, taken_by: str = "") -> dict[str, HostLink]:
    return {
        fact.name: fact for fact in facts(ADDR, content, taken_by) if isinstance(fact, HostLink)
    }


def shown(link: HostLink) -> list[str]:
    return [str(address) for address in link.addresses]


def test_ip_addr_gives_links_in_the_order_of_the_listing() -> None:
    found = facts(ADDR, IP_ADDR)
    assert [
        (link.name, link.index, link.position) for link in found if isinstance(link, HostLink)
    ] == [
        ("lo", 1, 0),
        ("ifb0", 2, 1),
        ("eth0", 4, 2),
        ("eth0.100", 7, 3),
    ]
    assert lines_of(found) == [1, 7, 9, 17]


def test_addresses_keep_their_prefix_and_their_order() -> None:
    assert shown(links(IP_ADDR)["eth0"]) == ["192.0.2.2/24", "192.0.2.9/24", "fd00::2/64"]
    assert shown(links(IP_ADDR)["eth0.100"]) == ["10.1.0.1/32"]
    assert shown(links(IP_ADDR)["lo"]) == ["127.0.0.1/8", "::1/128"]


def test_a_link_is_up_by_its_flags_even_without_carrier() -> None:
    found = links(IP_ADDR)
    assert [found[name].up for name in ("eth0", "ifb0", "eth0.100")] == [True, False, True]


def test_indentation_does_not_matter() -> None:
    flat = "\n".join(line.strip() for line in IP_ADDR.split("\n"))
    assert links(flat) == links(IP_ADDR)


def test_brief_form() -> None:
    found = links(
        "lo               UNKNOWN        127.0.0.1/8 ::1/128\n"
        "ifb0             DOWN\n"
        "veth1@if2        UP             192.0.2.2/24 fe80::fc:ff:fe00:1/64 metric 100\n"
    )
    assert shown(found["veth1"]) == ["192.0.2.2/24", "fe80::fc:ff:fe00:1/64"]
    assert (found["veth1"].up, found["ifb0"].up, found["lo"].up) == (True, None, None)


def test_one_line_form() -> None:
    found = links(
        "4: eth0    inet 192.0.2.2/24 brd 192.0.2.255 scope global eth0\\       valid_lft forever\n"
        "4: eth0    inet6 fd00::2/64 scope global \\       valid_lft forever preferred_lft forever\n"
    )
    assert found["eth0"].index == 4
    assert shown(found["eth0"]) == ["192.0.2.2/24", "fd00::2/64"]


def test_grepped_inet_lines_take_the_name_from_their_end() -> None:
    found = links(
        "    inet 127.0.0.1/8 scope host lo\n"
        "    inet6 ::1/128 scope host\n"
        "    inet 10.4.0.1/24 brd 10.4.0.255 scope global nerdctl0\n"
        "    inet 10.5.0.1/24 brd 10.5.0.255 scope global dynamic noprefixroute ens3\n"
        "    inet6 fe80::1/64 scope link\n",
        "ip a | grep inet",
    )
    assert {name: shown(link) for name, link in found.items()} == {
        "lo": ["127.0.0.1/8"],
        "nerdctl0": ["10.4.0.1/24"],
        "ens3": ["10.5.0.1/24"],
    }


def test_an_address_without_any_name_belongs_to_no_link() -> None:
    assert facts(ADDR, "    inet 10.4.0.1/24 brd 10.4.0.255 scope global dynamic\n") == []
    assert facts(ADDR, "inet 10.4.0.1/24\ninet6 fe80::1/64 scope link") == []


def test_a_link_may_be_headed_after_its_label_was_seen() -> None:
    found = links(
        "inet 10.0.0.1/8 scope global eth0\neth0: <UP> mtu 9\n inet6 fd00::1/64 scope global"
    )
    assert shown(found["eth0"]) == ["10.0.0.1/8", "fd00::1/64"]
    assert found["eth0"].up is True


def test_json_form() -> None:
    found = facts(
        ADDR,
        '[{},{"ifindex":4,"ifname":"eth0","flags":["BROADCAST","UP"],"addr_info":'
        '[{"family":"inet","local":"192.0.2.2","prefixlen":24}]},\n'
        '{"ifindex":5,"ifname":"br0","flags":[],"linkinfo":{"info_kind":"bridge"}},'
        '{"ifindex":6,"ifname":"x","addr_info":[{"local":"","prefixlen":3}]}]',
        "ip -j addr",
    )
    assert found == [
        HostLink(name="eth0", index=4, addresses=(ip_interface("192.0.2.2/24"),), up=True),
        HostLink(name="br0", index=5, up=False, position=1),
        BridgeLink(name="br0"),
        HostLink(name="x", index=6, position=2),
    ]
    assert lines_of(found) == [1, 2, 2, 2]


@pytest.mark.parametrize("cut", ['[{"ifindex":4,"ifname":"eth', '[{"ifindex":"four"}]'])
def test_cut_json_is_unreadable(cut: str) -> None:
    assert isinstance(facts(ADDR, cut)[0], Unreadable)


def test_a_prompt_before_the_listing_is_no_json() -> None:
    assert links("[root@node1 ~]# ip a\n" + IP_ADDR) == links(IP_ADDR)


def test_new_ifconfig() -> None:
    found = links(
        "eth0: flags=4163<UP,BROADCAST,RUNNING,MULTICAST>  mtu 1400\n"
        "        inet 192.0.2.2  netmask 255.255.255.0  broadcast 192.0.2.255\n"
        "        inet6 fd00::2  prefixlen 64  scopeid 0x0<global>\n"
        "        ether 02:fc:00:00:00:01  txqueuelen 1000  (Ethernet)\n"
        "eth0:1: flags=4163<UP,BROADCAST>  mtu 1400\n"
        "        inet 192.0.2.7  netmask 0xffffff00 broadcast 192.0.2.255\n"
        "docker0: flags=4098<BROADCAST,MULTICAST>  mtu 1500\n"
    )
    assert shown(found["eth0"]) == ["192.0.2.2/24", "fd00::2/64", "192.0.2.7/24"]
    assert (found["eth0"].up, found["docker0"].up) == (True, False)


@pytest.mark.parametrize(
    ("address", "mask"),
    [("addr:10.0.0.5", "Mask:255.255.0.0"), ("地址:10.0.0.5", "掩码:255.255.0.0")],
)
def test_old_ifconfig(address: str, mask: str) -> None:
    found = links(
        "eth0      Link encap:Ethernet  HWaddr 02:42:ac:11:00:02\n"
        f"          inet {address}  Bcast:10.0.255.255  {mask}\n"
        "          inet6 addr: fe80::42:acff:fe11:2/64 Scope:Link\n"
        "          UP BROADCAST RUNNING MULTICAST  MTU:1500  Metric:1\n"
    )
    assert found["eth0"].up is True
    assert shown(found["eth0"])[0] == "10.0.0.5/16"


def test_nonsense_addresses_are_left_out() -> None:
    assert shown(links("2: eth0: <UP>\n inet 300.0.0.1/24 scope global eth0")["eth0"]) == []
    assert facts(ADDR, "inet 10.0.0.5  netmask 255.0.0.0\ninetd runs\n  UP RUNNING  MTU:1") == []


NERDCTL0 = """\
686: nerdctl0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc noqueue state UP mode DEFAULT
    link/ether b2:90:e4:5b:f4:d1 brd ff:ff:ff:ff:ff:ff promiscuity 0 minmtu 68 maxmtu 65535
    bridge forward_delay 1500 hello_time 200 max_age 2000 bridge_id 8000.b2:90:e4:5b:f4:d1
"""


def test_a_bridge_by_the_kernels_own_word() -> None:
    found = facts(LINK, NERDCTL0, "ip -d link show nerdctl0")
    assert found == [HostLink(name="nerdctl0", index=686, up=True), BridgeLink(name="nerdctl0")]
    assert lines_of(found) == [1, 3]


def test_a_port_of_a_bridge_is_no_bridge() -> None:
    port = NERDCTL0.replace(
        "    bridge forward_delay", "    veth \n    bridge_slave state forwarding"
    )
    assert facts(LINK, port) == [HostLink(name="nerdctl0", index=686, up=True)]


def test_state_decides_where_flags_were_cut() -> None:
    assert facts(LINK, "3: a: mtu 1500 state UP\n4: b: mtu 1500 state DOWN") == [
        HostLink(name="a", index=3, up=True),
        HostLink(name="b", index=4, up=None, position=1),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "bridge name\tbridge id\t\tSTP enabled\tinterfaces\nbr0\t\t8000.b290e45bf4d1\tno\t\tveth7\n\t\t\t\tveth8",
        "nerdctl0 8000.b290e45bf4d1 no\nbr0 8000.b290e45bf4d2 yes",
        "5: veth0@if4: <BROADCAST,UP> mtu 1500 master br0 state forwarding priority 32 cost 2",
        "DEVICE  TYPE  STATE  CONNECTION\neth0 ethernet connected eth0\nbr0 bridge connected br0",
        "br0  7d5e2f1c-1111-4222-8333-444455556666  bridge  br0",
        "eth0: connected to a\n        ethernet (x), 52:54\nbr0: unmanaged\n        bridge, 02:42:AA, sw",
        NERDCTL0.replace("nerdctl0", "br0"),
    ],
)
def test_bridges_however_they_are_listed(text: str) -> None:
    assert BridgeLink(name="br0") in facts(BRIDGES, text)
    assert not any(
        fact in facts(BRIDGES, text) for fact in (BridgeLink(name="veth8"), BridgeLink(name="eth0"))
    )


def test_every_link_of_type_bridge_is_one() -> None:
    listing = "5: br0: <BROADCAST,UP> mtu 1500\n    link/ether 02:42:ac:11:00:02\n6: br1: <UP>"
    assert facts(BRIDGES, listing, "ip link show type bridge") == [
        BridgeLink(name="br0"),
        BridgeLink(name="br1"),
    ]
    assert facts(BRIDGES, listing, "ip link show type bridge_slave") == []


def test_a_connection_without_device_is_no_link() -> None:
    assert facts(BRIDGES, "br0  7d5e2f1c-1111-4222-8333-444455556666  bridge  --") == []


@pytest.mark.parametrize(
    ("text", "via", "link"),
    [
        ("default via 192.0.2.1 dev eth0 proto dhcp metric 100", "192.0.2.1", "eth0"),
        ("default via inet6 fe80::1 dev eth0", "fe80::1", "eth0"),
        ("default dev ppp0 scope link", "0.0.0.0", "ppp0"),
        (
            "0.0.0.0         192.0.2.1       0.0.0.0         UG    0      0        0 eth0",
            "192.0.2.1",
            "eth0",
        ),
        ("default         *       0.0.0.0         U    0      0        0 eth0", "0.0.0.0", "eth0"),
        ("default proto static\n\tnexthop via 192.0.2.1 dev eth0 weight 1", "192.0.2.1", "eth0"),
    ],
)
def test_default_routes(text: str, via: str, link: str) -> None:
    assert facts(ROUTE, text) == [DefaultRoute(via=via, link=link)]


def test_a_whole_table_without_default_says_so() -> None:
    table = "192.0.2.0/24 dev eth0 proto kernel scope link src 192.0.2.2"
    assert facts(ROUTE, table, "ip route", whole=True)[0] == DefaultRoute(via="")
    assert facts(ROUTE, table, whole=True) == [DefaultRoute(via="")]
    assert facts(ROUTE, "", "ip r", whole=True) == [DefaultRoute(via="")]


def test_an_address_that_the_kernel_cannot_route_shows_that_there_is_no_default_route() -> None:
    refused = "RTNETLINK answers: Network is unreachable"
    assert facts(ROUTE, refused, "ip route get 10.96.0.1") == [DefaultRoute(via="")]
    assert facts(ROUTE, refused, "ip route add default via 10.0.0.1") == []
    assert facts(ROUTE, refused, "ip -6 route get fd00::1") == []
    routed = "10.96.0.1 via 10.0.0.1 dev eth0 src 10.0.0.5 uid 0"
    found = facts(ROUTE, routed, "ip route get 10.96.0.1")
    assert not any(isinstance(fact, DefaultRoute) for fact in found)


@pytest.mark.parametrize(
    "command", ["ip route show table 100", "ip -6 route", "ip route get 8.8.8.8"]
)
def test_another_table_does_not(command: str) -> None:
    table = "192.0.2.0/24 dev eth0 proto kernel scope link src 192.0.2.2"
    assert facts(ROUTE, table, command, whole=True) == []


def test_a_cut_table_or_an_error_does_not() -> None:
    assert facts(ROUTE, "192.0.2.0/24 dev eth0", "ip route") == []
    assert facts(ROUTE, "ip: command not found", "ip route", whole=True) == []
    one = facts(ROUTE, "8.8.8.8 via 192.0.2.1 dev eth0 src 192.0.2.2", "ip route get 8.8.8.8")
    hopless = facts(ROUTE, "default proto static", "ip route", whole=True)
    assert not any(isinstance(fact, DefaultRoute) for fact in (*one, *hopless))
    assert facts(ROUTE, "nexthop via 192.0.2.1 dev eth0") == []
