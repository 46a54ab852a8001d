"""Which address calico-node would choose on a node."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from ipaddress import IPv4Address, ip_address, ip_interface

from calicovet.model.facts.addresses import Address, HostLink, Interface
from calicovet.model.record import record
from calicovet.startup.autodetection.go_ip import Network, go_interface, go_network
from calicovet.startup.autodetection.interface_names import any_of, named_like_a_bridge
from calicovet.startup.versions import Release, exclude_list

__all__ = ["Choice", "choose_address", "detect_address", "is_global_unicast", "named_like_a_bridge"]

NO_LINKS = "no valid host interfaces found"
"""Calico's own words, as are those below: every link was passed over by its name."""
NOT_KNOWN = "not-known"
"""The `why` of a choice that cannot be foretold from what is known."""

SourceFor = Callable[[str], Address | None]
"""The source that the host's routes give to a destination; None: they know no way."""
_COMMA = re.compile(r"(?<!\s)\s*+,\s*+")
_BROADCAST = IPv4Address("255.255.255.255")
_ANYWHERE = {4: "0.0.0.0", 6: "::"}
_LOOPBACK = {4: ip_interface("127.0.0.1/8"), 6: ip_interface("::1/128")}


@record(kw_only=True)
class Choice:
    """What start-up would take; no address and no error means that it cannot be foretold."""

    address: Interface | None = None
    link: str = ""
    why: str = ""
    """`last-in-listing`, `matching-interface`, `in-cidr`, `source-of-route`, `internal-address`,
    `environment`, `kept`, `switched-off` or `not-known`."""
    error: str = ""

    @property
    def ends_at_once(self) -> bool:
        """Whether start-up ends of the setting itself, whatever the Node has stored."""
        return self.error.startswith(("Invalid IP", "Environment does not"))


def is_global_unicast(address: Address) -> bool:
    """As Go has it: private, shared and reserved addresses count."""
    return not (
        address.is_unspecified
        or address.is_loopback
        or address.is_multicast
        or address.is_link_local
        or address == _BROADCAST
    )


def _addresses(links: Sequence[HostLink], family: int) -> Iterator[tuple[HostLink, Interface]]:
    # calico-node walks the kernel's listing backwards, so the youngest link usually comes first;
    # neither state nor type of a link matters to it.
    for link in reversed(links):
        for address in link.addresses:
            if address.version == family:
                yield link, address


def _pick(
    links: Sequence[HostLink],
    why: str,
    *,
    family: int,
    include: Sequence[str] = (),
    exclude: Sequence[str] = (),
    networks: Sequence[Network] = (),
) -> Choice:
    included, excluded = any_of(include), any_of(exclude)
    if included is None or excluded is None:
        return Choice(error="Invalid interface regex")
    passing = [
        link
        for link in links
        if (not include or included.search(link.name))
        and not (exclude and excluded.search(link.name))
    ]
    if not passing:
        return Choice(error=NO_LINKS)
    for link, address in _addresses(passing, family):
        inside = not networks or any(address.ip in network for network in networks)
        if is_global_unicast(address.ip) and inside:
            return Choice(address=address, link=link.name, why=why)
    return Choice(error=f"no valid IPv{family} addresses found on the host interfaces")


def _on_a_link(address: Address, links: Sequence[HostLink]) -> tuple[str, Interface] | None:
    for link, candidate in _addresses(links, address.version):
        if candidate.ip == address:
            return link.name, candidate
    return None


def _in_networks(listed: str, links: Sequence[HostLink], family: int) -> Choice:
    networks = []
    for text in _COMMA.split(listed):
        network = go_network(text)
        if network is None:
            return Choice(error=f'Invalid CIDR "{text}" for IP autodetection method: cidr={listed}')
        networks.append(network)
    return _pick(links, "in-cidr", family=family, networks=networks)


def _source_of(
    destination: str, links: Sequence[HostLink], family: int, source_for: SourceFor | None
) -> Choice:
    if destination in ("", _ANYWHERE[family]):
        # Go connects an unspecified address to this host.
        return Choice(address=_LOOPBACK[family], link="lo", why="source-of-route")
    if _is_link_local_v6(destination):
        return Choice(error="connect: invalid argument")
    source = source_for(destination) if source_for else _own(destination, links)
    if source is None and source_for:
        return Choice(error="connect: network is unreachable")
    if source is None:
        return Choice(why=NOT_KNOWN)
    found = _on_a_link(source, links) if source.version == family else None
    if found is None:
        return Choice(
            error=f"autodetected IPv{family} address does not match any addresses found on local "
            f"interfaces: {source}"
        )
    return Choice(address=found[1], link=found[0], why="source-of-route")


def _is_link_local_v6(destination: str) -> bool:
    """Whether the kernel would need to be given a link: it refuses without one."""
    try:
        return (target := ip_address(destination)).version == 6 and target.is_link_local
    except ValueError:
        return False


def _own(destination: str, links: Sequence[HostLink]) -> Address | None:
    """The destination itself, where it is on this very host: the way to it starts there."""
    try:
        own = ip_address(destination)
    except ValueError:
        return None
    return own if _on_a_link(own, links) else None


def _stores_the_network(release: Release | None) -> bool:
    return release is not None and (
        (3, 22) <= release < (3, 22, 4) or (3, 23) <= release < (3, 23, 2)
    )


def _internal(
    internal: Address | None,
    links: Sequence[HostLink],
    family: int,
    release: Release | None,
    none_left_out: bool,
) -> Choice:
    if internal is None or internal.version != family:
        refused = "Unable to parse CIDR  : invalid CIDR address: "
        return Choice(error=refused) if none_left_out else Choice(why=NOT_KNOWN)
    if not links:
        # Without links the address is known all the same; only its prefix is not.
        return Choice(address=ip_interface(internal), why="internal-address")
    found = _on_a_link(internal, links)
    if found is None:
        return Choice(error=f"Unable to parse CIDR {internal} : invalid CIDR address: {internal}")
    link, address = found
    if _stores_the_network(release):
        address = ip_interface(str(address.network))
    return Choice(address=address, link=link, why="internal-address")


def detect_address(
    method: str,
    links: Sequence[HostLink],
    *,
    family: int = 4,
    release: Release | None = None,
    internal: Address | None = None,
    source_for: SourceFor | None = None,
    none_left_out: bool = False,
) -> Choice:
    """What a method of autodetection finds; the links stand in the kernel's own order.

    With `none_left_out` a missing internal address is one that the Node does not have.
    """
    if method in ("", "first-found"):
        exclude, _ = exclude_list(release)
        return _pick(links, "last-in-listing", family=family, exclude=exclude)
    if method.startswith("interface="):
        include = _COMMA.split(method.removeprefix("interface="))
        return _pick(links, "matching-interface", family=family, include=include)
    if method.startswith("cidr=") and (release is None or release >= (3, 16)):
        return _in_networks(method.removeprefix("cidr="), links, family)
    if method.startswith("can-reach="):
        return _source_of(method.removeprefix("can-reach="), links, family, source_for)
    if method.startswith("skip-interface="):
        exclude = (*exclude_list(release)[0], *_COMMA.split(method.removeprefix("skip-interface=")))
        return _pick(links, "last-in-listing", family=family, exclude=exclude)
    if method.startswith("kubernetes-internal-ip") and (release is None or release >= (3, 22)):
        return _internal(internal, links, family, release, none_left_out)
    return Choice(error=f"Invalid IP autodetection method: {method}")


def choose_address(
    method: str,
    links: Sequence[HostLink],
    *,
    family: int = 4,
    release: Release | None = None,
    internal: Address | None = None,
    source_for: SourceFor | None = None,
    environment_ip: str = "autodetect",
    stored: Interface | None = None,
    none_left_out: bool = False,
) -> Choice:
    """The address that start-up would take, with the reason, or the error it would end of.

    `environment_ip` is the variable IP (or IP6); `stored` is what the Node carries from before.
    """
    if environment_ip == "none":
        return Choice(address=stored, why="kept" if stored else "switched-off")
    if environment_ip not in ("", "autodetect"):
        return _from_environment(environment_ip, links, family, release)
    if not environment_ip and (stored is not None or family == 6):
        return Choice(address=stored, why="kept" if stored else "switched-off")
    found = detect_address(
        method,
        links,
        family=family,
        release=release,
        internal=internal,
        source_for=source_for,
        none_left_out=none_left_out,
    )
    # A method that finds nothing breaks new nodes and spares those that have an address already.
    if found.address is None and found.error and stored is not None and not found.ends_at_once:
        return replace(found, address=stored, why="kept")
    return found


def _from_environment(
    text: str, links: Sequence[HostLink], family: int, release: Release | None
) -> Choice:
    address = go_interface(text)
    if address is None or address.version != family:
        name = "IP" if family == 4 else "IP6"
        return Choice(
            error=f"Environment does not contain a valid IPv{family} address: {name}={text}"
        )
    found = _on_a_link(address.ip, links)
    # Only IPv4 borrows the prefix of the link that has the address.
    borrows = family == 4 and "/" not in text and (release is None or release >= (3, 18))
    if found is not None and borrows:
        return Choice(address=found[1], link=found[0], why="environment")
    return Choice(address=address, link=found[0] if found else "", why="environment")
