"""Checks of pod networks against those of services, nodes, and each other."""

from collections.abc import Iterable
from ipaddress import ip_address, ip_network
from itertools import combinations

from calicovet.model.facts import (
    Address,
    Fact,
    InternalAddress,
    PoolSeen,
    ServiceAddress,
    SettingSeen,
)
from calicovet.model.record import record
from calicovet.preflight.check import NOT_KNOWN, Check, Group, Result, Site, bad, ok, risk
from calicovet.startup.autodetection.go_ip import Network, go_network
from calicovet.startup.simulation.pools import predict_pools


@record(kw_only=True)
class _Pool:
    network: Network
    facts: tuple[Fact, ...]
    """Empty where it would only be made."""


def _pools(site: Site) -> tuple[_Pool, ...]:
    """The pools that there are, or those that start-up would make."""
    cluster = site.node
    seen = tuple(
        _Pool(network=network, facts=(pool,))
        for pool in cluster.all(PoolSeen, lambda found: not found.disabled)
        if (network := go_network(pool.cidr)) is not None
    )
    if seen or cluster.one(PoolSeen) is not None:
        return seen
    settings = cluster.all(SettingSeen)
    environment = {found.name: found.value for found in reversed(settings) if found.where == "env"}
    subnets = next((found for found in settings if found.name == "podSubnet"), None)
    hosts = tuple(own.address for node in site.others for own in node.all(InternalAddress))
    made = predict_pools(
        environment,
        kubeadm=subnets.value.split(",") if subnets else (),
        host_addresses=hosts,
        release=site.release,
    )
    return tuple(_Pool(network=network, facts=()) for network in made.created)


def _beside_nodes(site: Site) -> Result | None:
    pools = _pools(site)
    owns = [own for node in site.others for own in node.all(InternalAddress)]
    if not pools or not owns:
        return NOT_KNOWN
    for pool in pools:
        if own := next((each for each in owns if _is_in(each.address, pool.network)), None):
            facts = (*pool.facts, own)
            words = {
                "pool": str(pool.network),
                "address": str(own.address),
                "node": own.about.node or "?",
            }
            return bad("pool-overlaps-host-network", *facts, key=_key(pool), **words)
    return ok(*_facts(pools))


def _beside_services(site: Site) -> Result | None:
    pools, service = _pools(site), site.node.one(ServiceAddress)
    range_of = site.node.one(SettingSeen, lambda found: found.name == "serviceSubnet")
    if not pools or (service is None and range_of is None):
        return NOT_KNOWN
    for pool in pools:
        found = _hits(pool.network, service, range_of)
        if found is not None:
            facts = (*pool.facts, found[0])
            words = {"pool": str(pool.network), "services": found[1]}
            return bad("api-service-cidr-overlap", *facts, key=_key(pool), **words)
    return ok(*_facts(pools))


def _hits(
    pool: Network, service: ServiceAddress | None, range_of: SettingSeen | None
) -> tuple[Fact, str] | None:
    if service is not None:
        try:
            inside = _is_in(ip_address(service.address), pool)
        except ValueError:
            inside = False
        if inside:
            return service, service.address
    for text in range_of.value.split(",") if range_of is not None else ():
        network = go_network(text.strip())
        if range_of is not None and network is not None and _overlap(pool, network):
            return range_of, text.strip()
    return None


def _beside_each_other(site: Site) -> Result | None:
    pools = [pool for pool in _pools(site) if pool.facts]
    if not pools:
        return None
    for one, other in combinations(pools, 2):
        if _overlap(one.network, other.network):
            words = {"one": str(one.network), "other": str(other.network)}
            return bad("pool-create-conflict", *one.facts, *other.facts, **words)
    return ok(*_facts(pools))


def _in_the_pods_network(site: Site) -> Result | None:
    """What kube-proxy and the controller manager take for pods should be what Calico gives to them."""
    subnet = site.node.one(SettingSeen, lambda found: found.name == "podSubnet")
    pools = [pool for pool in _pools(site) if pool.facts]
    if subnet is None or not pools:
        return None
    networks = [
        ip_network(text.strip()) for text in subnet.value.split(",") if go_network(text.strip())
    ]
    for pool in pools:
        same = [each for each in networks if each.version == pool.network.version]
        if same and not any(_overlap(pool.network, each) for each in same):
            words = {"pool": str(pool.network), "subnet": subnet.value}
            return risk("op-pool-outside-platform-cidr", *pool.facts, subnet, **words)
    return ok(subnet)


def _any(site: Site) -> Result | None:
    pools = site.node.all(PoolSeen)
    if not pools:
        return None
    if all(pool.disabled for pool in pools):
        return bad("pool-none-for-node", *pools, pools=", ".join(pool.name for pool in pools))
    return ok(*pools[:1])


def _key(pool: _Pool) -> str:
    return "" if pool.facts else "bad-made"


def _facts(pools: Iterable[_Pool]) -> tuple[Fact, ...]:
    return tuple(fact for pool in pools for fact in pool.facts)


def _is_in(address: Address, network: Network) -> bool:
    return address.version == network.version and address in network


def _overlap(one: Network, other: Network) -> bool:
    return one.version == other.version and (
        one.network_address in other or other.network_address in one
    )


CHECKS = (
    Check(
        name="pools-enabled",
        group=Group.POOLS,
        ask=_any,
        foresees=("pool-none-for-node",),
        of_cluster=True,
    ),
    Check(
        name="pools-and-nodes",
        group=Group.POOLS,
        ask=_beside_nodes,
        foresees=("pool-overlaps-host-network",),
        of_cluster=True,
    ),
    Check(
        name="pools-and-services",
        group=Group.POOLS,
        ask=_beside_services,
        foresees=("api-service-cidr-overlap",),
        of_cluster=True,
    ),
    Check(
        name="pools-and-pools",
        group=Group.POOLS,
        ask=_beside_each_other,
        foresees=("pool-create-conflict",),
        of_cluster=True,
    ),
    Check(
        name="pools-and-subnet",
        group=Group.POOLS,
        ask=_in_the_pods_network,
        foresees=("op-pool-outside-platform-cidr",),
        of_cluster=True,
    ),
)
