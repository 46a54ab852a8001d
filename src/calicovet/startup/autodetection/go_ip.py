"""Go's parsing of addresses and networks, stricter than Python's."""

from ipaddress import IPv4Network, IPv6Network, ip_interface, ip_network

from calicovet.model.facts.addresses import Interface

Network = IPv4Network | IPv6Network


def go_network(text: str) -> Network | None:
    """The network of an address with its prefix; None where Go's ParseCIDR would refuse it."""
    address, slash, prefix = text.partition("/")
    if not slash or not _is_plain(address) or not (prefix.isascii() and prefix.isdigit()):
        return None
    try:
        return ip_network(text, strict=False)
    except ValueError:
        return None


def go_interface(text: str) -> Interface | None:
    """An address with its prefix, or alone and then with the longest one."""
    address, slash, _ = text.partition("/")
    if not _is_plain(address) or (slash and go_network(text) is None):
        return None
    try:
        return ip_interface(text)
    except ValueError:
        return None


def _is_plain(address: str) -> bool:
    # Python takes spaces around an address and a zone behind it.
    return address == address.strip() and "%" not in address
