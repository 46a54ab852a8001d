"""The kernel drops packets that come in by another link than it would answer on."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from ipaddress import ip_address, ip_network

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, Unforeseen, denies, hints, indicates, proves
from calicovet.model.commands.shell import fits
from calicovet.model.facts import (
    CalicoAddress,
    InternalAddress,
    KernelSaid,
    PodCidr,
    PoolSeen,
    Sysctl,
)
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.host_steps import set_kernel
from calicovet.model.remediation.plan import AskHuman, Ineffective, Plan, Risk, RunOnNode
from calicovet.model.stage import StageId
from calicovet.model.symptoms import READY_BUT_FAILS
from calicovet.signals.messages import message
from calicovet.signals.tunnel_traffic import own_addresses, pools_in_use
from calicovet.startup.networks import Network, networks_around

_NAME = "dp-strict-rpf"
_BEFORE, _AFTER = "net.ipv4.conf.", ".rp_filter"
_OURS = "cali"
"""Felix is strict on the pods' links on purpose."""


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    filters = _filters(node)
    counts = node.all(KernelSaid, lambda found: found.key == f"{_NAME}:counter")
    numbers = {int(one.detail("count")) for one in counts}
    if len(counts) == 1 and counts[0].count > 1 and len(numbers) == 1:
        # Read twice, and nothing was dropped in between.
        yield denies(counts[0])
        return
    lost = node.one(
        KernelSaid,
        lambda found: (
            found.key == f"{_NAME}:martian" and not found.detail("link").startswith(_OURS)
        ),
    )
    if lost is not None:
        yield from _by_packet(case, lost, filters)
    elif len(numbers) > 1 and (strict := _strict(filters)):
        yield indicates(*counts[:2], strict[0], link=_link(strict[0]), source="?")


def _by_packet(case: Case, lost: KernelSaid, filters: Mapping[str, Sysctl]) -> Iterator[Sign]:
    link, source = lost.detail("link"), lost.detail("source")
    words = {"link": link, "source": source}
    setting = filters.get(link) or filters.get("all")
    if setting is not None and _value(filters, link) != 1:
        yield denies(setting)
    elif not _is_of_the_cluster(case, source):
        # Anybody on the wire may send such a packet.
        yield hints(lost, **words)
    elif setting is not None:
        yield proves(lost, setting, **words)
    else:
        yield indicates(lost, **words)


def _filters(node: NodeView) -> Mapping[str, Sysctl]:
    """By link: how strict the kernel is there; the newest word counts."""
    found = node.all(Sysctl, lambda one: one.name.startswith(_BEFORE) and one.name.endswith(_AFTER))
    return {_link(one): one for one in reversed(found)}


def _link(setting: Sysctl) -> str:
    return setting.name.removeprefix(_BEFORE).removesuffix(_AFTER).replace("/", ".")


def _value(filters: Mapping[str, Sysctl], link: str) -> int:
    """What holds for the link: the kernel takes the larger of the link's value and that for all."""
    known = (filters[name].value for name in ("all", link) if name in filters)
    return max((int(value) for value in known if value.isdecimal()), default=0)


def _strict(filters: Mapping[str, Sysctl]) -> tuple[Sysctl, ...]:
    return tuple(
        setting
        for link, setting in filters.items()
        if not link.startswith(_OURS) and _value(filters, link) == 1 and setting.value == "1"
    )


def _is_of_the_cluster(case: Case, address: str) -> bool:
    """Whether it is a pod's address, or another node's."""
    if next(case.peers.sharing(own_addresses, address), None) is not None:
        return True
    if any(_holds(pool.cidr, address) for pool in pools_in_use(case.node)):
        return True
    pod_cidrs = case.peers.everyone.sharing(_pod_cidrs)
    try:
        return any(network in pod_cidrs for network in networks_around(ip_address(address)))
    except ValueError:
        return False


def _pod_cidrs(node: NodeView) -> Iterator[Network]:
    for cidr in node.unread().all(PodCidr):
        with suppress(ValueError):
            yield ip_network(cidr.value, strict=False)


def _holds(network: str, address: str) -> bool:
    try:
        return ip_address(address) in ip_network(network, strict=False)
    except ValueError:
        return False


def plan(case: Case) -> Plan:
    lost = message(case.node, KernelSaid, f"{_NAME}:martian")
    strict = _strict(_filters(case.node))
    seen = lost.detail("link") if lost else _link(strict[0]) if strict else ""
    link = seen if fits("link", seen) else "<link>"
    name = f"{_BEFORE}{link.replace('.', '/')}{_AFTER}"
    return Plan(
        steps=(
            RunOnNode(
                "see-what-is-dropped",
                commands=(
                    "grep -H . /proc/sys/net/ipv4/conf/*/rp_filter",
                    "nstat -asz TcpExtIPReversePathFilter; sleep 10; nstat -asz TcpExtIPReversePathFilter",
                ),
                risk=Risk.NONE,
            ),
            set_kernel("loosen-the-link", "calico-rp-filter", (name, 2)),
            AskHuman("why-two-ways"),
        ),
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.REINSTALL_CALICO,
            Ineffective.RESTART_KUBELET,
        ),
    )


CAUSE = Cause(
    name=_NAME,
    code="DPL006",
    stage=StageId.DATAPLANE_READY,
    shows_as=READY_BUT_FAILS,
    reads=(KernelSaid, Sysctl, PoolSeen, PodCidr, InternalAddress, CalicoAddress),
    decided_by=(Sysctl,),
    failures=(
        fails(
            How.DENIED,
            thing=ThingClass.SYSCTL,
            value="net.ipv4.conf.*.rp_filter",
            by=Speaker.KERNEL,
        ),
        fails(How.TIMED_OUT, How.FAILED, thing=ThingClass.PROTOCOL, value=("ipip", "vxlan")),
        fails(How.DENIED, thing=ThingClass.SYSCTL, value="net.ipv4.conf.*.rp_filter"),
        fails(How.MISMATCH, thing=ThingClass.SYSCTL, value="net.ipv4.conf.*.rp_filter"),
    ),
    examine=examine,
    plan=plan,
    prior=0.3,
    unforeseen=Unforeseen.ONLY_TRAFFIC_SHOWS,
)
