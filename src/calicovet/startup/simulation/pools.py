"""The IP pools that start-up would create."""

import re
from collections.abc import Mapping, Sequence
from ipaddress import IPv4Network, IPv6Network, ip_network

from calicovet.model.facts.addresses import Address
from calicovet.model.record import record
from calicovet.startup.autodetection.go_ip import Network, go_network
from calicovet.startup.versions import Release

_BLOCKS = {4: (20, 32), 6: (116, 128)}
_USUAL_BLOCK = {4: 26, 6: 122}
_MODES = {
    **dict.fromkeys(("", "off", "never"), False),
    **dict.fromkeys(("crosssubnet", "cross-subnet", "always"), True),
}
"""What each word for an encapsulation means: whether there is one."""
_WHOLE_NUMBER = re.compile(r"[+-]?\d{1,9}")
_NO = frozenset({"false", "0", "no", "n", "f"})
_LINK_LOCAL = (ip_network("169.254.0.0/16"), ip_network("fe80::/10"))


@record(kw_only=True)
class Pools:
    """The pools that start-up adds; an error is what it would end of, perhaps after the first."""

    created: tuple[Network, ...] = ()
    random_v6: bool = False
    """An IPv6 pool of a random prefix would come as well."""
    error: str = ""
    said: bool = False
    """Whether a line shows that the pools were handled; where all are there already, none does."""


@record(kw_only=True)
class _Wish:
    """What the environment asks for one family."""

    family: int
    cidr: str
    """Empty: a random one."""
    network: Network | None
    block: str
    ipip: str
    vxlan: str


def predict_pools(
    environment: Mapping[str, str],
    *,
    kubeadm: Sequence[str] = (),
    existing: Sequence[Network] = (),
    host_addresses: Sequence[Address] = (),
    release: Release | None = None,
) -> Pools:
    """What the environment makes of an installation with these pools; a family that has one is left alone.

    `kubeadm` are the podSubnets of kubeadm-config, as they stand between the commas.
    """
    given = {family: environment.get(f"CALICO_IPV{family}POOL_CIDR", "") for family in (4, 6)}
    if environment.get("NO_DEFAULT_POOLS", "").lower() == "true":
        if any(given.values()):
            return Pools(error="Invalid configuration with NO_DEFAULT_POOLS")
        return Pools(said=True)
    one_by_one = release is None or release >= (3, 29)
    wishes = []
    for family, cidr in given.items():
        if one_by_one and cidr == "none":
            continue
        cidr = cidr or _from_kubeadm(kubeadm, family)
        if family == 4 and not cidr:
            cidr = str(_default(host_addresses, release))
        wishes.append(_wish(environment, family, cidr))
    # Old releases look at all block sizes before they look at any network.
    faults = [(_block_fault(wish), _network_fault(wish)) for wish in wishes]
    in_order = faults if one_by_one else list(zip(*faults, strict=True))
    if fault := next((fault for pair in in_order for fault in pair if fault), ""):
        return Pools(error=fault)
    missing = [wish for wish in wishes if not any(pool.version == wish.family for pool in existing)]
    return _made(missing, environment, release)


def _wish(environment: Mapping[str, str], family: int, cidr: str) -> _Wish:
    def setting(name: str) -> str:
        return environment.get(f"CALICO_IPV{family}POOL_{name}", "")

    network = go_network(cidr)
    return _Wish(
        family=family,
        cidr=cidr,
        network=network if network is not None and network.version == family else None,
        block=setting("BLOCK_SIZE") or str(_USUAL_BLOCK[family]),
        ipip=setting("IPIP") if family == 4 else "",
        vxlan=setting("VXLAN"),
    )


def _block_fault(wish: _Wish) -> str:
    low, high = _BLOCKS[wish.family]
    if not _WHOLE_NUMBER.fullmatch(wish.block):
        return "Unable to convert blocksize to int"
    if not low <= int(wish.block) <= high:
        return f"Invalid blocksize {int(wish.block)} for version {wish.family}"
    return ""


def _network_fault(wish: _Wish) -> str:
    if not wish.cidr or wish.network is not None:
        return ""
    return f"Invalid CIDR specified in CALICO_IPV{wish.family}POOL_CIDR '{wish.cidr}'"


def _made(
    wishes: Sequence[_Wish], environment: Mapping[str, str], release: Release | None
) -> Pools:
    created: list[Network] = []
    random_v6 = said = False
    for wish in wishes:
        if wish.family == 6:
            # A separate line states whether IPv6 is wanted at all.
            said = True
            if environment.get("FELIX_IPV6SUPPORT", "true").lower() in _NO:
                continue
        if fault := _creation_fault(wish, environment, release):
            return Pools(created=tuple(created), error=fault, said=said)
        said = True
        if wish.network is None:
            random_v6 = True
        else:
            created.append(wish.network)
    return Pools(created=tuple(created), random_v6=random_v6, said=said)


def _creation_fault(wish: _Wish, environment: Mapping[str, str], release: Release | None) -> str:
    modes = {
        "IPIP": wish.ipip,
        "VXLAN": "" if _vxlan_is_not_read(wish, environment, release) else wish.vxlan,
    }
    for encapsulation, mode in modes.items():
        if mode.lower() not in _MODES:
            return (
                f"Unrecognized {encapsulation} mode specified in "
                f"CALICO_IPV{wish.family}POOL_{encapsulation} '{mode.lower()}'"
            )
    network = wish.network
    if network is None:
        return ""
    refused = (
        all(_MODES[mode.lower()] for mode in modes.values())
        or network.prefixlen > int(wish.block)
        or any(_overlap(network, reserved) for reserved in _LINK_LOCAL)
    )
    return f"Failed to create default IPv{wish.family} IP pool: {network}" if refused else ""


def _vxlan_is_not_read(
    wish: _Wish, environment: Mapping[str, str], release: Release | None
) -> bool:
    """IPv6 over VXLAN came late, and later only together with an IPv4 pool."""
    if wish.family == 4:
        return False
    without_v4 = environment.get("CALICO_IPV4POOL_CIDR") == "none"
    return without_v4 or (release is not None and release < (3, 23))


def _overlap(network: Network, other: Network) -> bool:
    if isinstance(network, IPv4Network):
        return isinstance(other, IPv4Network) and network.overlaps(other)
    return isinstance(other, IPv6Network) and network.overlaps(other)


def _from_kubeadm(subnets: Sequence[str], family: int) -> str:
    for text in subnets:
        network = go_network(text)
        if network is None:
            # One that is not understood, be it for a space in front, hides those behind it.
            return ""
        if network.version == family:
            return text
    return ""


def _default(host_addresses: Sequence[Address], release: Release | None) -> Network:
    usual = ip_network("192.168.0.0/16")
    if release is not None and release < (3, 14):
        return usual
    candidates = [usual, *(ip_network(f"172.{second}.0.0/16") for second in range(16, 32))]
    free = (pool for pool in candidates if not any(own in pool for own in host_addresses))
    return next(free, usual)
