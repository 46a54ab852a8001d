"""Checks of links, addresses, routes, and other programs that manage them."""

from collections.abc import Mapping

from calicovet.diagnosis.whatif.trial import families_of
from calicovet.model.case import NodeView
from calicovet.model.facts import (
    BackendRules,
    DefaultRoute,
    Fact,
    HostLink,
    HostRoutes,
    HostSetting,
    LocalhostNamed,
    PathSeen,
    SettingSeen,
    UnitState,
)
from calicovet.preflight.check import (
    NOT_KNOWN,
    Answer,
    Check,
    Group,
    Result,
    Site,
    bad,
    by_cause,
    ok,
    risk,
    was_shown,
)
from calicovet.startup.autodetection.candidates import SETTING
from calicovet.startup.autodetection.from_partial_evidence import fixed_address, method_in_force
from calicovet.startup.autodetection.interfaces import (
    LinkSort,
    carrier_of,
    internal_address,
    sort_of,
)
from calicovet.startup.autodetection.methods import fault_of, is_method
from calicovet.startup.autodetection.what_if import Lack, Outcome, what_if

_SMALLEST = 1280 + 50
"""What IPv6 needs inside of VXLAN."""
_MTU_SETTINGS = {
    "veth_mtu": 0,
    "vxlanMTU": 50,
    "FELIX_VXLANMTU": 50,
    "ipipMTU": 20,
    "FELIX_IPINIPMTU": 20,
}
"""By name, the bytes that come on top of it."""
_FIREWALLS = ("firewalld", "ufw")
_MANAGER = "NetworkManager"
_ASYMMETRY = "host-second-gateway-asymmetry"
_RESIDUE = "dp-old-cni-residue"
_UNITS = "systemctl is-active firewalld ufw NetworkManager"


def _address(site: Site) -> Result | None:
    found = [_chosen(site.node, family) for family in families_of((site.node,))]
    return min(found, key=lambda result: list(Answer).index(result.answer), default=None)


def _chosen(node: NodeView, family: int) -> Result:
    if fixed_address(node, family):
        return ok()
    method = method_in_force(node, family) or "first-found"
    (outcome,) = what_if(SETTING[family], method, (node,))
    internal = internal_address(node, family)
    words = {"method": method, "address": str(outcome.then), "link": outcome.link or "?"}
    if outcome.right:
        return ok(*(() if internal is None else (internal,)))
    if outcome.right is None:
        return _without_the_nodes_own(node, outcome, words, family)
    if outcome.then is None:
        return bad(_nothing(method, family), key="none", method=method, error=outcome.error)
    shown = () if internal is None else (internal,)
    expected = "?" if internal is None else internal.address
    own = carrier_of(internal.address, node) if internal is not None else None
    beside = own is not None and own.link == outcome.link
    cause = "ip-vip-selected" if beside else _wrong(node, outcome.link)
    return bad(cause, *shown, expected=expected, **words)


def _without_the_nodes_own(
    node: NodeView, outcome: Outcome, words: Mapping[str, str], family: int
) -> Result:
    """On a host that no cluster knows: the address should be that of the way out."""
    if outcome.lacks is not Lack.INTERNAL or outcome.then is None:
        return NOT_KNOWN
    way = _way_out(node, family)
    if way is None:
        return NOT_KNOWN
    link, route = way
    if link == outcome.link:
        return ok(route)
    # What engines make for themselves leads to no other host.
    made = sort_of(outcome.link, node) in (LinkSort.BRIDGE, LinkSort.TUNNEL)
    sign, key = (bad, "bad-route") if made else (risk, "risk-route")
    return sign(_wrong(node, outcome.link), route, key=key, route=link, **words)


def _way_out(node: NodeView, family: int = 4) -> tuple[str, Fact] | None:
    """The link of the default route that wins, and what shows it; None: not known, or there is none."""
    table = node.one(HostRoutes)
    if table is not None and family == 4:
        routes = [each for each in table.routes if not each.network.prefixlen and each.link]
        best = min(routes, key=lambda each: each.metric, default=None)
        return None if best is None else (best.link, table)
    route = node.one(
        DefaultRoute, lambda found: bool(found.link) and (":" in found.via) == (family == 6)
    )
    return None if route is None else (route.link, route)


def _nothing(method: str, family: int) -> str:
    if not is_method(method) or fault_of(method):
        return "ip-method-invalid"
    if method.startswith("can-reach"):
        return "ip-can-reach-failed"
    return "ip6-autodetect-failed" if family == 6 else "ip-autodetect-none"


def _wrong(node: NodeView, link: str) -> str:
    sort = sort_of(link, node) if link else LinkSort.CARD
    if sort is LinkSort.SERVICES:
        return "ip-dummy-service-address"
    bridge = sort in (LinkSort.BRIDGE, LinkSort.TUNNEL)
    return "ip-wrong-bridge" if bridge else "ip-wrong-nic-multihomed"


def _default_route(site: Site) -> Result | None:
    if not was_shown(site.node, DefaultRoute):
        return NOT_KNOWN
    route = site.node.one(DefaultRoute, lambda found: bool(found.via or found.link))
    # A host may well live without one; the service's address needs some route, though.
    return risk("host-no-default-route") if route is None else ok(route)


def _mtu(site: Site) -> Result | None:
    node = site.node
    way = _way_out(node)
    link = node.one(
        HostLink, lambda found: way is not None and found.name == way[0] and found.mtu is not None
    )
    if link is None or link.mtu is None:
        return NOT_KNOWN
    words = {"link": link.name, "mtu": str(link.mtu)}
    for setting in node.all(SettingSeen, lambda found: found.name in _MTU_SETTINGS):
        if (
            setting.value.isdecimal()
            and int(setting.value[:6]) + _MTU_SETTINGS[setting.name] > link.mtu
        ):
            named = {"setting": setting.name, "value": setting.value}
            return risk("dp-mtu-too-large", setting, link, key="risk-set", **words, **named)
    return risk("api-mtu-blackhole", link, **words) if link.mtu < _SMALLEST else ok(link)


def _firewall(site: Site) -> Result | None:
    known = True
    shown: tuple[Fact, ...] = ()
    for name in _FIREWALLS:
        runs, fact = _is_running(site.node, name)
        if runs and fact is not None:
            return risk("host-firewalld", fact, firewall=name)
        known = known and runs is not None
        shown += () if fact is None else (fact,)
    return ok(*shown) if known else NOT_KNOWN


def _is_running(node: NodeView, name: str) -> tuple[bool | None, Fact | None]:
    """Whether a program of the host is at work, and what shows it; None: not known.

    The unit of ufw is active wherever it is installed: whether it does anything is in its file.
    """
    setting = node.one(HostSetting, lambda found: found.name == f"{name}.ENABLED")
    if setting is not None:
        return setting.value.lower() == "yes", setting
    unit = node.one(UnitState, lambda found: found.unit == name)
    if unit is not None and (name != "ufw" or unit.active != "active"):
        return unit.active == "active", unit
    absent = node.one(
        PathSeen, lambda found: not found.present and found.path == f"/usr/sbin/{name}"
    )
    return (None if absent is None else False), absent


def _manager(site: Site) -> Result | None:
    runs, shown = _is_running(site.node, _MANAGER)
    if runs is None or shown is None:
        return NOT_KNOWN
    told = site.node.one(
        HostSetting,
        lambda each: each.name == f"{_MANAGER}.unmanaged-devices" and "cali" in each.value,
    )
    if not runs or told is not None:
        return ok(told or shown)
    return risk("host-networkmanager", shown)


def _backends(site: Site) -> Result | None:
    node = site.node
    mixed = by_cause("felix-iptables-backend-mismatch", site)
    if mixed.answer in (Answer.BAD, Answer.RISK):
        return mixed
    counted = node.all(BackendRules)
    if not counted:
        return NOT_KNOWN
    used = {rules.backend for rules in counted if rules.of == "KUBE" and rules.count}
    if len(used) > 1:
        return risk("felix-iptables-backend-mismatch", *counted, key="risk-kube")
    return ok(*counted[:1])


def _localhost(site: Site) -> Result | None:
    named = site.node.one(LocalhostNamed)
    if named is None:
        return NOT_KNOWN
    if not named.addresses:
        return risk("felix-localhost-unresolvable", named)
    foreign = [each for each in named.addresses if not each.startswith("127.") and each != "::1"]
    if foreign:
        return bad("felix-localhost-foreign-ip", named, key="bad-foreign", address=foreign[0])
    if any(each.startswith("127.") for each in named.addresses):
        return ok(named)
    return bad("felix-localhost-ipv6", named, key="bad-v6")


def _old_routes(site: Site) -> Result | None:
    """What another network left in the routing table: calico-node starts, and pods are not reached."""
    if not was_shown(site.node, HostRoutes):
        return NOT_KNOWN
    found = by_cause(_RESIDUE, site)
    if found.answer not in (Answer.BAD, Answer.RISK):
        return ok()
    return risk(_RESIDUE, *found.facts, **found.details)


def _service_source(site: Site) -> Result | None:
    found = by_cause(_ASYMMETRY, site)
    return None if found.answer is Answer.NOT_KNOWN else found


def _loopback(site: Site) -> Result | None:
    return by_cause("felix-loopback-broken", site)


CHECKS = (
    Check(
        name="address",
        group=Group.NETWORK,
        ask=_address,
        foresees=(
            *("ip-wrong-bridge", "ip-wrong-nic-multihomed", "ip-dummy-service-address"),
            *("ip-vip-selected", "ip-autodetect-none", "ip6-autodetect-failed"),
            *("ip-can-reach-failed", "ip-method-invalid"),
        ),
        shown_by="ip addr; ip route",
    ),
    Check(
        name="default-route",
        group=Group.NETWORK,
        ask=_default_route,
        foresees=("host-no-default-route",),
        shown_by="ip route",
    ),
    Check(
        name="service-source",
        group=Group.NETWORK,
        ask=_service_source,
        foresees=(_ASYMMETRY,),
        shown_by="ip route",
    ),
    Check(
        name="old-routes",
        group=Group.NETWORK,
        ask=_old_routes,
        foresees=(_RESIDUE,),
        shown_by="ip route",
    ),
    Check(
        name="mtu",
        group=Group.NETWORK,
        ask=_mtu,
        foresees=("api-mtu-blackhole", "dp-mtu-too-large"),
        shown_by="ip addr; ip route",
    ),
    Check(
        name="loopback",
        group=Group.NETWORK,
        ask=_loopback,
        foresees=("felix-loopback-broken",),
        shown_by="ip addr",
    ),
    Check(
        name="firewall",
        group=Group.NETWORK,
        ask=_firewall,
        foresees=("host-firewalld",),
        shown_by=_UNITS,
    ),
    Check(
        name="network-manager",
        group=Group.NETWORK,
        ask=_manager,
        foresees=("host-networkmanager",),
        shown_by=_UNITS,
    ),
    Check(
        name="iptables-backends",
        group=Group.NETWORK,
        ask=_backends,
        foresees=("felix-iptables-backend-mismatch",),
        shown_by="iptables-legacy-save | grep -c KUBE-SEP-; iptables-nft-save | grep -c KUBE-SEP-",
    ),
    Check(
        name="localhost",
        group=Group.NETWORK,
        ask=_localhost,
        foresees=(
            *("felix-localhost-unresolvable", "felix-localhost-foreign-ip"),
            "felix-localhost-ipv6",
        ),
        shown_by="grep localhost /etc/hosts",
    ),
)
