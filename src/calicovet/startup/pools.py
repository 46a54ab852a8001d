"""Which pools start-up would create."""

from collections.abc import Mapping, Sequence
from ipaddress import IPv4Network, IPv6Network, ip_network

from calicovet.model.facts.addresses import Address
from calicovet.model.record import record
from calicovet.startup.versions import Release

Network = IPv4Network | IPv6Network
_BLOCKS = {4: (20, 32), 6: (116, 128)}
_MODES = frozenset({"", "off", "never", "crosssubnet", "cross-subnet", "always"})


@record(kw_only=True)
class Pools:
    """The pools that start-up adds; an error is what it would end of instead."""

    created: tuple[Network, ...] = ()
    random_v6: bool = False
    """An IPv6 pool of a random prefix would come as well."""
    error: str = ""


def predict_pools(
    environment: Mapping[str, str],
    *,
    kubeadm: Sequence[str] = (),
    existing: Sequence[Network] = (),
    host_addresses: Sequence[Address] = (),
    release: Release | None = None,
) -> Pools:
    """What the environment makes of an installation with these pools; a family that has one is left alone."""
    given = {
        4: environment.get("CALICO_IPV4POOL_CIDR", ""),
        6: environment.get("CALICO_IPV6POOL_CIDR", ""),
    }
    if environment.get("NO_DEFAULT_POOLS", "").lower() == "true":
        return (
            Pools(error="Invalid configuration with NO_DEFAULT_POOLS")
            if any(given.values())
            else Pools()
        )
    created: list[Network] = []
    random_v6 = False
    for family, cidr in given.items():
        if cidr == "none" and (release is None or release >= (3, 29)):
            continue
        if fault := _fault(environment, family):
            return Pools(error=fault)
        if any(pool.version == family for pool in existing) or not _wanted(environment, family):
            continue
        network = _network(cidr, family) or (None if cidr else _from_kubeadm(kubeadm, family))
        if network is None and cidr:
            return Pools(error=f"Invalid CIDR specified in CALICO_IPV{family}POOL_CIDR '{cidr}'")
        if network is None and family == 6:
            random_v6 = True
            continue
        created.append(network or _default(host_addresses, release))
    return Pools(created=tuple(created), random_v6=random_v6)


def _wanted(environment: Mapping[str, str], family: int) -> bool:
    return family == 4 or environment.get("FELIX_IPV6SUPPORT", "true").lower() != "false"


def _fault(environment: Mapping[str, str], family: int) -> str:
    block = environment.get(f"CALICO_IPV{family}POOL_BLOCK_SIZE", "")
    low, high = _BLOCKS[family]
    if block and not (block.isdecimal() and len(block) < 5):
        return "Unable to convert blocksize to int"
    if block and not low <= int(block) <= high:
        return f"Invalid blocksize {block} for version {family}"
    for encapsulation in ("IPIP", "VXLAN"):
        mode = environment.get(f"CALICO_IPV{family}POOL_{encapsulation}", "")
        if mode.lower() not in _MODES:
            return (
                f"Unrecognized {encapsulation} mode specified in "
                f"CALICO_IPV{family}POOL_{encapsulation} '{mode}'"
            )
    return ""


def _network(text: str, family: int) -> Network | None:
    try:
        network = ip_network(text.strip(), strict=False)
    except ValueError:
        return None
    return network if network.version == family else None


def _from_kubeadm(subnets: Sequence[str], family: int) -> Network | None:
    return next((found for text in subnets if (found := _network(text, family))), None)


def _default(host_addresses: Sequence[Address], release: Release | None) -> Network:
    usual = ip_network("192.168.0.0/16")
    if release is not None and release < (3, 14):
        return usual
    candidates = [usual, *(ip_network(f"172.{second}.0.0/16") for second in range(16, 32))]
    free = (pool for pool in candidates if not any(own in pool for own in host_addresses))
    return next(free, usual)
