"""Facts about links, addresses, and calico-node's choice among them."""

import re
from collections.abc import Hashable
from dataclasses import field
from ipaddress import IPv4Address, IPv4Interface, IPv6Address, IPv6Interface
from typing import ClassVar

from calicovet.model.facts.base import Fact
from calicovet.model.record import record

Interface = IPv4Interface | IPv6Interface
Address = IPv4Address | IPv6Address

_MASKED = re.compile(r"\d{1,3}(?:\.(?:\d{1,3}|[xX]{1,3}|\*{1,3})){3}", re.ASCII)


def is_masked_address(text: str) -> bool:
    """Whether a person hid parts of an IPv4 address (`10.x.x.5`); equal texts need not be one address."""
    return not text.replace(".", "").isdecimal() and _MASKED.fullmatch(text[:16]) is not None


def may_be_several(text: str) -> bool:
    """Whether the end of an address is hidden, so that it may stand for all of a network."""
    return is_masked_address(text) and not text.rpartition(".")[2].isdecimal()


@record(kw_only=True)
class HostLink(Fact):
    """A link of the host, as `ip addr` lists it."""

    name: str
    index: int | None = None
    addresses: tuple[Interface, ...] = ()
    up: bool | None = None
    position: int = 0
    """Its place in the listing: calico-node walks the kernel's own order, so it is kept."""
    mtu: int | None = field(default=None, compare=False)
    mac: str = field(default="", compare=False)


@record(kw_only=True)
class BridgeLink(Fact):
    """A link that is a bridge, by the kernel's own word (`ip -d link`, `brctl`, `bridge`)."""

    name: str


@record(kw_only=True)
class FelixLink(Fact):
    """A link that Felix named in its log: every one of the host but kube-ipvs0."""

    name: str
    index: int | None = None
    state: str = ""
    addresses: tuple[Address, ...] = ()
    """Without prefix; empty where the line told only the state."""


@record(kw_only=True)
class InternalAddress(Fact):
    """The address that the node is reached by: the InternalIP, or that of a host-network pod."""

    address: Address

    def trait(self) -> Hashable | None:
        return None


@record(kw_only=True)
class CalicoAddress(Fact):
    """The address that Calico has stored for the node: an effect, not a wish."""

    address: Interface


@record(kw_only=True)
class AddressAutodetected(Fact):
    """The start-up program's own word on what it took, and from which link."""

    link: str
    """Empty where the method names none (kubernetes-internal-ip, can-reach)."""
    address: Interface
    method: str = "first-found"
    process: str = "startup"
    """`startup`, or `monitor-addresses`, which asks again every minute."""


@record(kw_only=True)
class AddressFromEnvironment(Fact):
    """IP or IP6 is a literal address in the environment, and start-up took it."""

    address: Interface


@record(kw_only=True)
class AddressOnLink(Fact):
    """Start-up found the configured address on a link."""

    address: Address
    link: str


@record(kw_only=True)
class AddressNotDetected(Fact):
    """Autodetection found nothing, and start-up ended of it."""

    family: int


@record(kw_only=True)
class AutodetectionMethod(Fact):
    """IP_AUTODETECTION_METHOD or the Installation's field, in the form of the environment variable."""

    intent: ClassVar[bool] = True
    method: str
    family: int = 4


@record(kw_only=True)
class VxlanParent(Fact):
    """The link that Felix hung vxlan.calico on."""

    link: str


@record(kw_only=True)
class DefaultRoute(Fact):
    """A default route; `via` is empty where there is none in a whole table."""

    via: str
    link: str = ""


@record(kw_only=True)
class PodCidr(Fact):
    """spec.podCIDR of the Node; empty where the object was seen and has none."""

    single: ClassVar[bool] = True
    value: str
