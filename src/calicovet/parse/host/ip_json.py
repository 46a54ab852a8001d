"""`ip -j addr` and `ip -j link`."""

from calicovet.model.evidence import Evidence
from calicovet.parse.host.links import Listing, interface


def read_ip_json(evidence: Evidence) -> Listing | None:
    """The links of the JSON text, or None where it is cut or something else."""
    import msgspec

    class Address(msgspec.Struct):
        local: str = ""
        prefixlen: int = -1

    class Kind(msgspec.Struct):
        info_kind: str = ""

    class Link(msgspec.Struct):
        ifname: str = ""
        ifindex: int | None = None
        flags: tuple[str, ...] | None = None
        addr_info: tuple[Address, ...] = ()
        linkinfo: Kind = msgspec.field(default_factory=Kind)

    text = evidence.content.strip()
    try:
        links = msgspec.json.decode(text.encode(errors="replace"), type=tuple[Link, ...])
    except (msgspec.DecodeError, RecursionError):
        return None
    listing = Listing()
    at = 0
    for link in links:
        if not link.ifname:  # iproute2 prints {} for links that its filter left out
            continue
        at = max(at, evidence.content.find(f'"{link.ifname}"', at))
        line = evidence.content.count("\n", 0, at) + 1
        entry = listing.open(link.ifname, line)
        entry.index = link.ifindex
        if link.flags is not None:
            entry.up = "UP" in link.flags
        if link.linkinfo.info_kind == "bridge":
            entry.bridge = line
        for address in link.addr_info:
            entry.add(interface(f"{address.local}/{address.prefixlen}"))
    return listing
