"""The service's address belongs to another network as well, as this host sees it."""

from collections.abc import Iterator
from ipaddress import ip_address, ip_network

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, proves
from calicovet.model.commands.shell import command
from calicovet.model.facts import (
    Address,
    ApiCallFailed,
    Fact,
    HostLink,
    KernelSaid,
    PoolSeen,
    ServiceAddress,
)
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.shared import SERVICE, api_fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import AskHuman, Ineffective, Plan, Risk, RunOnNode
from calicovet.model.stage import StageId
from calicovet.model.symptoms import DATASTORE_OR_TRAFFIC_FAILS
from calicovet.signals.api_route import Way, unanswered

_ROUTE = "api-service-cidr-overlap:route"
_OF_KUBE_PROXY = ("kube-ipvs", "nodelocaldns", "lo", "dummy")
"""Links that hold the services' addresses on purpose."""


def examine(case: Case) -> Iterator[Sign]:
    for told, address in _services(case.node):
        found = _other_network(case.node, address)
        if found is not None:
            yield proves(told, found[0], address=address, network=found[1])
            return


def _other_network(node: NodeView, address: Address) -> tuple[Fact, str] | None:
    """Who has that address in its network, too: a route, a link, a pool."""
    route = node.one(
        KernelSaid,
        lambda found: (
            found.key == _ROUTE
            and found.detail("target") == str(address)
            and not found.detail("link").startswith(_OF_KUBE_PROXY)
        ),
    )
    if route is not None:
        return route, route.detail("link")
    link = node.one(HostLink, lambda found: _holds(found, address))
    if link is not None:
        return link, link.name
    pool = node.one(PoolSeen, lambda found: not found.disabled and _is_in(address, found.cidr))
    return (pool, pool.cidr) if pool is not None else None


def _services(node: NodeView) -> Iterator[tuple[Fact, Address]]:
    """The service's address, by its object or by the calls to it that got no answer."""
    for service in node.all(ServiceAddress):
        if (address := _address(service.address)) is not None:
            yield service, address
    for call in unanswered(node, Way.SERVICE):
        if (address := _address(call.target.rpartition(":")[0].strip("[]"))) is not None:
            yield call, address


def _address(text: str) -> Address | None:
    try:
        return ip_address(text)
    except ValueError:
        return None


def _holds(link: HostLink, address: Address) -> bool:
    if link.name.startswith(_OF_KUBE_PROXY):
        return False
    return any(
        address in own.network and own.network.num_addresses > 1 and own.ip != address
        for own in link.addresses
    )


def _is_in(address: Address, cidr: str) -> bool:
    try:
        return address in ip_network(cidr, strict=False)
    except ValueError:
        return False


def plan(case: Case) -> Plan:
    service = next(_services(case.node), None)
    address = str(service[1]) if service else "10.96.0.1"
    return Plan(
        steps=(
            RunOnNode(
                "which-way",
                commands=(
                    command("ip route get {address}", address=address),
                    "ip route | grep -v default",
                ),
                risk=Risk.NONE,
            ),
            AskHuman("move-the-other", risk=Risk.CLUSTER_WIDE),
        ),
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.REINSTALL_CALICO,
            Ineffective.RESTART_KUBELET,
        ),
    )


CAUSE = Cause(
    name="api-service-cidr-overlap",
    code="DAT023",
    stage=StageId.IPAM_UPGRADED,
    shows_as=DATASTORE_OR_TRAFFIC_FAILS,
    reads=(ServiceAddress, ApiCallFailed, HostLink, PoolSeen, KernelSaid),
    failures=(
        api_fails(How.REFUSED, How.TIMED_OUT, How.FOREIGN_ANSWER, How.NOT_TLS, at=SERVICE),
        fails(How.OVERLAP, How.CONFLICT, thing=ThingClass.CONFIG, value="service-cidr"),
    ),
    examine=examine,
    plan=plan,
    explains=(
        "api-endpoint-unreachable",
        "ipamup-node-or-api-unreachable",
        "felix-datastore-unreachable",
        "ds-kubeadm-config-timeout",
    ),
    may_lie_dormant=True,
    prior=0.2,
)
