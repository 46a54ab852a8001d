"""Kernel modules and options: modules.dep, modules.builtin, the kernel's configuration."""

from collections.abc import Iterator

from calicovet.model.evidence import Evidence
from calicovet.model.facts import KernelOffers
from calicovet.parse.host.lines import cite, numbered, pattern

_ASKED = r"\(([\w|]{3,600})\)"
_FILE = r".*/([\w-]{2,40})\.ko\b"
_BUILT_IN = r"CONFIG_(\w{2,60})=y$"
_MODULE_OF = {
    "VXLAN": "vxlan",
    "NET_IPIP": "ipip",
    "IP_SET": "ip_set",
    "IP_SET_HASH_IP": "ip_set_hash_ip",
    "IP_SET_HASH_NET": "ip_set_hash_net",
    "NETFILTER_XT_SET": "xt_set",
    "NETFILTER_XT_MARK": "xt_mark",
    "NETFILTER_XT_MATCH_ADDRTYPE": "xt_addrtype",
    "NETFILTER_XT_MATCH_COMMENT": "xt_comment",
    "NETFILTER_XT_MATCH_CONNTRACK": "xt_conntrack",
    "NETFILTER_XT_MATCH_MULTIPORT": "xt_multiport",
    "NF_CONNTRACK": "nf_conntrack",
    "NF_TABLES": "nf_tables",
    "NFT_COMPAT": "nft_compat",
    "IP_NF_IPTABLES": "ip_tables",
    "IP_NF_FILTER": "iptable_filter",
    "IP_NF_NAT": "iptable_nat",
    "IP_NF_MANGLE": "iptable_mangle",
    "IP_NF_RAW": "iptable_raw",
}


def read_kernel_offers(evidence: Evidence) -> Iterator[KernelOffers]:
    """Those of the modules that were asked for which the kernel has."""
    command = evidence.taken_by[:2_000]
    by_configuration = "CONFIG_(" in command
    asked = pattern(_ASKED).search(command)
    if asked is None or not (by_configuration or "/modules.dep" in command):
        return
    form = _BUILT_IN if by_configuration else _FILE
    found = {
        match[1]: number
        for number, line in numbered(evidence)
        if (match := pattern(form).match(line.strip()))
    }
    if not found:
        # A kernel with none of them has no such list: nothing was seen.
        return
    names = frozenset(asked[1].split("|"))
    yield KernelOffers(
        asked=tuple(sorted(map(_module, names))),
        there=tuple(sorted(map(_module, names & found.keys()))),
        about=evidence.about,
        cited=cite(evidence, min(found.values())),
    )


def _module(name: str) -> str:
    return _MODULE_OF.get(name, name.replace("-", "_"))
