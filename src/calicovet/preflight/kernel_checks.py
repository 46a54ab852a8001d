"""Checks of kernel and processor."""

from calicovet.model.case import NodeView
from calicovet.model.facts import (
    Architecture,
    CpuFlags,
    KernelOffers,
    KernelVersion,
    ModuleLoaded,
    PoolSeen,
    SettingSeen,
    Sysctl,
)
from calicovet.preflight.check import (
    BPF,
    NOT_KNOWN,
    Check,
    Group,
    Result,
    Site,
    bad,
    is_on,
    ok,
    risk,
    was_shown,
)
from calicovet.startup.versions import read_release

_OLDEST, _TRIED, _FOR_BPF = (3, 10), (4, 18), (5, 3)
_KEEPS_CGROUPS = (4,)
"""An older kernel may lose memory cgroups with every container that ends."""
_BUILT_FOR = frozenset({"amd64", "arm64", "ppc64le", "s390x"})
_SECOND_LEVEL = ("cx16", "lahf_lm", "pni", "popcnt", "sse4_1", "sse4_2", "ssse3")
"""x86-64-v2, as the kernel names its parts."""
_NEEDS_SECOND_LEVEL = (3, 31)
_LEGACY = ("ip_tables", "iptable_filter", "iptable_mangle", "iptable_nat", "iptable_raw")
_NFT = ("nf_tables", "nft_compat")
_MATCHES = ("nf_conntrack", "xt_addrtype", "xt_comment", "xt_conntrack", "xt_mark", "xt_multiport")
_SETS = ("ip_set", "ip_set_hash_ip", "ip_set_hash_net", "xt_set")
_RP_FILTER = "net.ipv4.conf.all.rp_filter"
_MINDS_NO_LOOSE_CHECK = (3, 12)
_IGNORES = ("FELIX_IGNORELOOSERPF", "ignoreLooseRPF")
_MODULES_BY_HAND = "modinfo ip_tables nf_tables ip_set xt_set vxlan ipip"


def _release(site: Site) -> Result | None:
    kernel = site.node.one(KernelVersion)
    release = read_release(kernel.version) if kernel else None
    if kernel is None or release is None:
        return NOT_KNOWN
    by_bpf = site.node.one(SettingSeen, lambda found: found.name in BPF)
    if by_bpf is not None and is_on(by_bpf.value) and release < _FOR_BPF:
        # Red Hat has put it into 4.18; Felix itself asks the kernel.
        sign = bad if release < _TRIED else risk
        return sign(
            "felix-bpf-kernel-unsupported", kernel, by_bpf, key="bpf", kernel=kernel.version
        )
    if release < _OLDEST:
        return bad("", kernel, kernel=kernel.version)
    if release < _TRIED:
        cause = "rt-kmem-cgroup-leak" if release < _KEEPS_CGROUPS else ""
        return risk(cause, kernel, kernel=kernel.version)
    return ok(kernel)


def _architecture(site: Site) -> Result | None:
    found = site.node.one(Architecture)
    if found is None:
        return NOT_KNOWN
    if found.name in _BUILT_FOR:
        return ok(found)
    return bad("img-arch-mismatch", found, architecture=found.name)


def _processor(site: Site) -> Result | None:
    machine, shown = site.node.one(Architecture), site.node.one(CpuFlags)
    if machine is not None and machine.name != "amd64":
        return None
    if shown is None or machine is None:
        return NOT_KNOWN
    lacking = [flag for flag in _SECOND_LEVEL if flag not in shown.flags]
    if not lacking:
        return ok(shown)
    if site.release is not None and site.release < _NEEDS_SECOND_LEVEL:
        return ok(shown)
    sign = risk if site.release is None else bad
    return sign("img-cpu-x86-64-v2", shown, flags=", ".join(lacking))


def _iptables(site: Site) -> Result | None:
    there = _there(site.node)
    if there is None:
        return NOT_KNOWN
    offers, has = there
    legacy, nft = _lacking(_LEGACY, has), _lacking(_NFT, has)
    lacking = _lacking(_MATCHES, has)
    if legacy and nft:
        lacking = (*min(legacy, nft, key=len), *lacking)
    if not lacking:
        return ok(offers)
    return bad("felix-iptables-module-missing", offers, modules=", ".join(lacking))


def _sets(site: Site) -> Result | None:
    there = _there(site.node)
    if there is None:
        return NOT_KNOWN
    offers, has = there
    lacking = _lacking(_SETS, has)
    if not lacking:
        return ok(offers)
    return bad("felix-ipset-type-missing", offers, modules=", ".join(lacking))


def _vxlan(site: Site) -> Result | None:
    using = next((pool for pool in site.node.all(PoolSeen) if _is_used(pool.vxlan)), None)
    return _encapsulation(site.node, "vxlan", using, "felix-vxlan-module-missing")


def _ipip(site: Site) -> Result | None:
    using = next((pool for pool in site.node.all(PoolSeen) if _is_used(pool.ipip)), None)
    return _encapsulation(site.node, "ipip", using, "felix-ipip-module-missing")


def _encapsulation(
    node: NodeView, module: str, using: PoolSeen | None, cause: str
) -> Result | None:
    if using is None and node.all(PoolSeen):
        return None
    there = _there(node)
    if there is None:
        return NOT_KNOWN
    offers, has = there
    if module in has:
        return ok(offers)
    # Without pools it is unknown how pods will be reached.
    if using is None:
        return risk(cause, offers)
    return bad(cause, offers, using, pool=using.cidr)


def _is_used(mode: str) -> bool:
    return mode.lower() not in ("", "never", "off")


def _reverse_path(site: Site) -> Result | None:
    # Newer releases look after forged addresses themselves, whatever the kernel does.
    if site.release is None or site.release >= _MINDS_NO_LOOSE_CHECK:
        return None
    found = site.node.one(Sysctl, lambda each: each.name == _RP_FILTER)
    if found is None:
        return NOT_KNOWN
    ignores = site.node.one(SettingSeen, lambda each: each.name in _IGNORES and is_on(each.value))
    return bad("felix-rpf-loose-fatal", found) if found.value == "2" and not ignores else ok(found)


def _there(node: NodeView) -> tuple[KernelOffers, frozenset[str]] | None:
    """What the kernel has, loaded or not; None: not known, since a list of what is loaded is no list of what is not."""
    offers = node.one(KernelOffers)
    if offers is None:
        return None
    loaded = node.all(ModuleLoaded) if was_shown(node, ModuleLoaded) else ()
    return offers, frozenset((*offers.there, *(module.name for module in loaded)))


def _lacking(wanted: tuple[str, ...], has: frozenset[str]) -> tuple[str, ...]:
    return tuple(module for module in wanted if module not in has)


CHECKS = (
    Check(
        name="architecture",
        group=Group.KERNEL,
        ask=_architecture,
        foresees=("img-arch-mismatch",),
        shown_by="uname -m",
    ),
    Check(
        name="kernel-release",
        group=Group.KERNEL,
        ask=_release,
        foresees=("felix-bpf-kernel-unsupported", "rt-kmem-cgroup-leak"),
        shown_by="uname -r",
    ),
    Check(
        name="processor",
        group=Group.KERNEL,
        ask=_processor,
        foresees=("img-cpu-x86-64-v2",),
        shown_by="grep -m1 ^flags /proc/cpuinfo",
    ),
    Check(
        name="iptables-modules",
        group=Group.KERNEL,
        ask=_iptables,
        foresees=("felix-iptables-module-missing",),
        shown_by=_MODULES_BY_HAND,
    ),
    Check(
        name="ipset-modules",
        group=Group.KERNEL,
        ask=_sets,
        foresees=("felix-ipset-type-missing",),
        shown_by=_MODULES_BY_HAND,
    ),
    Check(
        name="vxlan-module",
        group=Group.KERNEL,
        ask=_vxlan,
        foresees=("felix-vxlan-module-missing",),
        shown_by=_MODULES_BY_HAND,
    ),
    Check(
        name="ipip-module",
        group=Group.KERNEL,
        ask=_ipip,
        foresees=("felix-ipip-module-missing",),
        shown_by=_MODULES_BY_HAND,
    ),
    Check(
        name="reverse-path",
        group=Group.KERNEL,
        ask=_reverse_path,
        foresees=("felix-rpf-loose-fatal",),
        shown_by=f"sysctl {_RP_FILTER}",
    ),
)
