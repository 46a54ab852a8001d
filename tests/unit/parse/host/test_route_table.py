"""Every route of a host, and the kernel's own word on one."""

from ipaddress import ip_address, ip_network

from calicovet.model.evidence import EvidenceKind
from calicovet.model.facts import HostRoutes, Route, RouteTaken
from tests.unit.parse.host.pieces import facts

ROUTE = EvidenceKind.IP_ROUTE
TABLE = """\
default via 10.51.0.1 dev ens160 proto static metric 100
10.4.0.0/24 dev nerdctl0 proto kernel scope link src 10.4.0.1
blackhole 10.244.7.0/26 proto 80
10.9.0.0/16 proto bird
\tnexthop via 10.51.0.7 dev ens160 weight 1
\tnexthop via 10.51.0.8 dev ens160 weight 1
"""


def tables(text: str, taken_by: str, *, whole: bool = True) -> list[HostRoutes]:
    found = facts(ROUTE, text, taken_by, whole=whole)
    return [fact for fact in found if isinstance(fact, HostRoutes)]


def test_a_whole_table_gives_every_route() -> None:
    (table,) = tables(TABLE, "ip route")
    default, bridge, closed, shared = table.routes
    assert default == Route(
        network=ip_network("0.0.0.0/0"), link="ens160", via=ip_address("10.51.0.1"), metric=100
    )
    assert (bridge.link, bridge.source) == ("nerdctl0", ip_address("10.4.0.1"))
    assert (closed.link, shared.link) == ("", "")


def test_a_part_of_a_table_is_no_table() -> None:
    assert tables(TABLE, "ip route", whole=False) == []
    assert tables(TABLE, "ip route show table 100") == []


def test_a_table_with_an_unreadable_line_is_not_known_whole() -> None:
    assert tables(f"{TABLE}somewhere over the rainbow\n", "ip route") == []


def test_the_kernels_word_on_one_destination() -> None:
    told = "8.8.8.8 via 10.51.0.1 dev ens160 src 10.51.0.101 uid 0\n    cache"
    assert facts(ROUTE, told, "ip route get 8.8.8.8") == [
        RouteTaken(destination=ip_address("8.8.8.8"), source=ip_address("10.51.0.101"))
    ]


def test_an_own_address_is_sent_from_itself() -> None:
    told = "local 10.51.0.101 dev lo src 10.51.0.101 uid 0"
    (taken,) = facts(ROUTE, told, "ip route get 10.51.0.101")
    assert taken == RouteTaken(
        destination=ip_address("10.51.0.101"), source=ip_address("10.51.0.101")
    )
