"""A whole run of the start-up program on paper."""

from collections.abc import Mapping
from ipaddress import ip_address, ip_interface, ip_network

from calicovet.model.facts.addresses import HostLink
from calicovet.model.facts.milestones import Milestone
from calicovet.model.stage import StageId
from calicovet.startup.versions import Release
from lab.simulated_start import KnownNode, SimulatedStart, Start, simulate

USUAL = {
    "NODENAME": "n1",
    "IP": "autodetect",
    "IP6": "none",
    "WAIT_FOR_DATASTORE": "true",
    "CALICO_NETWORKING_BACKEND": "bird",
    "CALICO_IPV4POOL_IPIP": "Always",
    "FELIX_IPV6SUPPORT": "false",
}
NEW, OLD = Release(3, 31), Release(3, 21, 4)
ETH0 = HostLink(name="eth0", addresses=(ip_interface("10.0.0.5/24"), ip_interface("fd00::5/64")))
NERDCTL0 = HostLink(name="nerdctl0", addresses=(ip_interface("10.4.0.1/24"),))
DOCKER0 = HostLink(name="docker0", addresses=(ip_interface("172.17.0.1/16"),))


def known(*stored: str) -> KnownNode:
    return KnownNode(stored=tuple(ip_interface(each) for each in stored))


def told(
    *links: HostLink,
    release: Release = NEW,
    nodes: Mapping[str, KnownNode] | None = None,
    **changes: str,
) -> SimulatedStart:
    environment = {**USUAL, **changes}
    links = links or (ETH0,)
    nodes = {"n1": KnownNode()} if nodes is None else nodes
    return simulate(Start(environment=environment, links=links, release=release, nodes=nodes))


def stored(foretold: SimulatedStart) -> tuple[str, ...]:
    return tuple(str(each) for each in foretold.stored)


def test_a_first_start_says_all_its_milestones() -> None:
    run = told(ETH0, NERDCTL0, release=Release(3, 28, 5))
    assert run.milestones == (
        Milestone.NODE_NAMED,
        Milestone.STARTUP_BEGAN,
        Milestone.DATASTORE_CHECK_BEGAN,
        Milestone.DATASTORE_REACHED,
        Milestone.NODE_READ,
        Milestone.ADDRESS_CHOSEN,
        Milestone.NODE_CONFIGURED,
        Milestone.POOLS_READY,
        Milestone.STARTUP_FINISHED,
        Milestone.NETWORK_MARKED_AVAILABLE,
    )
    assert (run.exit_code, run.named_links, stored(run)) == (0, ("nerdctl0",), ("10.4.0.1/24",))
    assert run.pools.created == (ip_network("192.168.0.0/16"),)


def test_new_releases_leave_the_network_to_a_later_process() -> None:
    assert Milestone.NETWORK_MARKED_AVAILABLE not in told().milestones


def test_a_start_that_finds_nothing_ends_there() -> None:
    run = told(DOCKER0)
    assert (run.failed, run.exit_code) == (StageId.ADDRESS_CHOSEN, 1)
    assert run.milestones[-1] is Milestone.STARTUP_ENDED


def test_a_node_that_has_an_address_is_spared() -> None:
    run = told(DOCKER0, nodes={"n1": known("10.0.0.9/24")})
    assert (run.failed, stored(run)) == (None, ("10.0.0.9/24",))


def test_an_unknown_method_fails_and_keeps_the_stored_address() -> None:
    run = told(nodes={"n1": known("10.0.0.9/24")}, IP_AUTODETECTION_METHOD="fist-found")
    assert (run.failed, stored(run)) == (StageId.ADDRESS_CHOSEN, ("10.0.0.9/24",))


def test_a_conflict_takes_what_was_found_off_the_node() -> None:
    nodes = {"n1": known("10.0.0.9/24"), "n2": known("10.0.0.5/16")}
    run = told(nodes=nodes)
    assert (run.failed, stored(run)) == (StageId.ADDRESS_UNIQUE, ())


def test_a_conflict_leaves_a_literal_address_alone() -> None:
    nodes = {"n1": known("10.0.0.9/24"), "n2": known("10.0.0.5/16")}
    run = told(nodes=nodes, IP="10.0.0.5")
    assert (run.failed, stored(run)) == (StageId.ADDRESS_UNIQUE, ("10.0.0.9/24",))


def test_an_unchanged_address_is_checked_only_where_the_list_of_links_is_news() -> None:
    nodes = {"n1": known("10.0.0.5/24"), "n2": known("10.0.0.5/24")}
    assert told(nodes=nodes, release=Release(3, 30)).failed is None
    assert told(nodes=nodes, release=NEW).failed is StageId.ADDRESS_UNIQUE


def test_policy_only_chooses_an_address_in_old_releases() -> None:
    old = told(release=Release(3, 25), CALICO_NETWORKING_BACKEND="none")
    new = told(release=Release(3, 26), CALICO_NETWORKING_BACKEND="none")
    assert (stored(old), stored(new)) == (("10.0.0.5/24",), ())


def test_a_missing_node_is_seen_late_by_old_releases() -> None:
    assert told(nodes={}, release=OLD).failed is StageId.NODE_SAVED
    assert told(nodes={}, release=NEW).failed is StageId.NODE_READ


def test_a_start_with_neither_family_ends() -> None:
    assert told(IP="none").error.startswith("No IPv4 or IPv6 addresses")


def test_a_known_address_that_did_not_change_is_not_told() -> None:
    node = KnownNode(stored=(ip_interface("10.0.0.5/24"),), internal=(ip_address("10.0.0.5"),))
    run = told(nodes={"n1": node}, IP_AUTODETECTION_METHOD="kubernetes-internal-ip")
    assert run.failed is None
    assert Milestone.ADDRESS_CHOSEN not in run.milestones


def test_without_an_internal_address_there_is_none_to_take() -> None:
    run = told(IP_AUTODETECTION_METHOD="kubernetes-internal-ip")
    assert run.failed is StageId.ADDRESS_CHOSEN


def test_ipv6_that_fails_takes_ipv4_with_it() -> None:
    run = told(NERDCTL0, nodes={"n1": known("10.0.0.9/24")}, IP6="autodetect")
    assert (run.failed, stored(run)) == (StageId.ADDRESS_CHOSEN, ())


def test_an_as_number_has_32_bits() -> None:
    assert told(AS="4294967296").exit_code == 1
    assert told(AS="65535.1").exit_code == 0
    assert told(AS="65536.1").exit_code == 1


def test_pools_that_are_refused_end_a_start_that_has_its_address() -> None:
    run = told(CALICO_IPV4POOL_CIDR="10.200.0.0")
    assert (run.failed, stored(run)) == (StageId.POOLS_READY, ("10.0.0.5/24",))
