"""Probes, names, pools, conflicts."""

from datetime import timedelta
from ipaddress import ip_address, ip_network

import pytest

from calicovet.model.facts import Probe, ProbeSpec
from calicovet.startup.simulation.pools import predict_pools
from calicovet.startup.simulation.probe_timing import kill_time
from calicovet.startup.versions import read_release
from lab.node_name import ChosenName, choose_node_name


@pytest.mark.parametrize(
    ("delay", "period", "failures", "timeout", "earliest", "latest"),
    [
        (10, 10, 6, 1, 60, 70),
        (0, 60, 3, 10, 120, 190),
        (0, 10, 3, 1, 20, 30),
        (5, 10, 6, 1, 55, 65),
    ],
)
def test_when_the_kubelet_kills(
    delay: int, period: int, failures: int, timeout: int, earliest: int, latest: int
) -> None:
    spec = ProbeSpec(
        probe=Probe.LIVENESS,
        handler="http",
        delay=delay,
        period=period,
        failures=failures,
        timeout=timeout,
    )
    assert kill_time(spec) == (timedelta(seconds=earliest), timedelta(seconds=latest))


def test_the_environment_names_the_node_before_all_others() -> None:
    chosen = choose_node_name(nodename="Node-1", stored="old", hostname="H", host="H")
    assert chosen == ChosenName("Node-1", "NODENAME")


def test_a_stored_name_comes_before_the_hosts() -> None:
    assert choose_node_name(stored="old", host="NEW") == ChosenName("old", "file")


def test_a_stored_name_keeps_its_line_break() -> None:
    assert choose_node_name(stored="old\n") == ChosenName("old\n", "file")


def test_a_hosts_name_is_folded_to_lower_case() -> None:
    assert choose_node_name(hostname="NODE") == ChosenName("node", "HOSTNAME")
    assert choose_node_name(host="NODE") == ChosenName("node", "hostname")


def test_without_any_name_there_is_none() -> None:
    assert choose_node_name() is None


def test_the_usual_pool_is_created() -> None:
    pools = predict_pools({"FELIX_IPV6SUPPORT": "false"})
    assert pools.created == (ip_network("192.168.0.0/16"),)
    assert not pools.random_v6


def test_a_host_in_the_usual_pool_moves_it() -> None:
    own = [ip_address("192.168.1.10"), ip_address("172.16.0.5")]
    assert predict_pools({}, host_addresses=own).created == (ip_network("172.17.0.0/16"),)


def test_old_releases_do_not_look_at_the_host() -> None:
    own = [ip_address("192.168.1.10")]
    pools = predict_pools({}, host_addresses=own, release=read_release("v3.13.0"))
    assert pools.created == (ip_network("192.168.0.0/16"),)


def test_kubeadm_knows_the_pool_where_the_environment_does_not() -> None:
    environment = {"FELIX_IPV6SUPPORT": "false"}
    pools = predict_pools(environment, kubeadm=["fd00::/48", "10.244.0.0/16"])
    assert pools.created == (ip_network("10.244.0.0/16"),)


def test_an_existing_pool_is_left_alone() -> None:
    environment = {"CALICO_IPV4POOL_CIDR": "10.1.0.0/16", "FELIX_IPV6SUPPORT": "false"}
    assert predict_pools(environment, existing=[ip_network("10.2.0.0/16")]).created == ()


def test_the_operator_creates_no_pools_here() -> None:
    assert predict_pools({"NO_DEFAULT_POOLS": "true"}).created == ()
    both = {"NO_DEFAULT_POOLS": "true", "CALICO_IPV4POOL_CIDR": "10.0.0.0/8"}
    assert predict_pools(both).error


def test_none_skips_a_family_in_new_releases_and_is_an_error_in_old_ones() -> None:
    environment = {"CALICO_IPV4POOL_CIDR": "none", "FELIX_IPV6SUPPORT": "false"}
    assert predict_pools(environment, release=read_release("v3.29.0")).error == ""
    assert "'none'" in predict_pools(environment, release=read_release("v3.28.0")).error


@pytest.mark.parametrize(
    ("name", "value", "error"),
    [
        ("CALICO_IPV4POOL_CIDR", "10.244.0.0", "Invalid CIDR"),
        ("CALICO_IPV4POOL_CIDR", "10.244.0/16/1", "Invalid CIDR"),
        ("CALICO_IPV4POOL_CIDR", "fd00::/48", "Invalid CIDR"),
        ("CALICO_IPV4POOL_BLOCK_SIZE", "19", "Invalid blocksize 19"),
        ("CALICO_IPV4POOL_BLOCK_SIZE", "26", ""),
        ("CALICO_IPV4POOL_BLOCK_SIZE", "big", "Unable to convert"),
        ("CALICO_IPV4POOL_IPIP", "Sometimes", "Unrecognized IPIP"),
        ("CALICO_IPV4POOL_VXLAN", "CrossSubnet", ""),
    ],
)
def test_what_start_up_refuses(name: str, value: str, error: str) -> None:
    told = predict_pools({name: value}).error
    assert told.startswith(error) if error else told == ""


def test_a_range_that_cannot_be_read_is_refused_even_where_there_is_a_pool() -> None:
    environment = {"CALICO_IPV4POOL_CIDR": "fd30::/64"}
    assert predict_pools(environment, existing=[ip_network("10.2.0.0/16")]).error


def test_a_mode_is_read_only_for_a_pool_that_is_created() -> None:
    environment = {"CALICO_IPV4POOL_IPIP": "sometimes", "CALICO_IPV6POOL_IPIP": "sometimes"}
    assert predict_pools(environment, existing=[ip_network("10.2.0.0/16")]).error == ""


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("CALICO_IPV4POOL_VXLAN", "Always"),
        ("CALICO_IPV4POOL_CIDR", "10.200.0.0/28"),
        ("CALICO_IPV4POOL_CIDR", "169.254.0.0/17"),
    ],
)
def test_what_is_refused_when_the_pool_is_created(name: str, value: str) -> None:
    told = predict_pools({"CALICO_IPV4POOL_IPIP": "Always", name: value}).error
    assert told.startswith("Failed to create default IPv4 IP pool")


def test_old_releases_read_all_block_sizes_first() -> None:
    environment = {"CALICO_IPV4POOL_CIDR": "10.0.0.0", "CALICO_IPV6POOL_BLOCK_SIZE": "115"}
    old = predict_pools(environment, release=read_release("v3.28.0")).error
    new = predict_pools(environment, release=read_release("v3.29.0")).error
    assert (old.split()[1], new.split()[1]) == ("blocksize", "CIDR")


def test_vxlan_of_ipv6_is_read_only_together_with_ipv4() -> None:
    environment = {"CALICO_IPV6POOL_VXLAN": "sometimes"}
    assert predict_pools(environment).error
    assert predict_pools({**environment, "CALICO_IPV4POOL_CIDR": "none"}).error == ""


def test_a_space_hides_the_second_subnet_of_kubeadm() -> None:
    environment = {"FELIX_IPV6SUPPORT": "false"}
    pools = predict_pools(environment, kubeadm=["fd00::/48", " 10.244.0.0/16"])
    assert pools.created == (ip_network("192.168.0.0/16"),)


def test_a_second_family_gets_a_random_pool() -> None:
    assert predict_pools({}).random_v6
