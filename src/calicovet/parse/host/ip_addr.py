"""`ip addr` in all its forms, and ifconfig."""

from collections.abc import Iterator
from ipaddress import ip_address

from calicovet.model.evidence import Evidence
from calicovet.model.facts import (
    BridgeLink,
    Fact,
    HostLink,
    LinkCounters,
    Unreadable,
    VxlanLink,
)
from calicovet.parse.host.ip_json import read_ip_json
from calicovet.parse.host.lines import numbered, pattern
from calicovet.parse.host.links import Link, Listing, interface
from calicovet.parse.parser import Parser

# 4: eth0.100@eth0: <BROADCAST,UP> mtu 1400 … state UP …
_HEAD = r"\s*(\d{1,7}):\s+([^\s:@]+)(?:@[^\s:]*)?:\s*(?:<([^>]*)>?)?(.*)"
# The same after `grep -o` or a cut: no number, but flags.
_HEAD_WITHOUT_NUMBER = r"\s*([^\s:@]+)(?:@[^\s:]*)?:\s+<([A-Z0-9_,-]+)>(.*)"
# 2: eth0    inet 10.0.0.5/24 brd … (`ip -o addr`)
_ONE_LINE = r"\s*(\d{1,7}):\s+([^\s:@]+)(?:@\S*)?\s+(inet6?\s.*)"
# eth0@if5   UP   10.0.0.5/24 fe80::1/64 (`ip -br addr`)
_BRIEF = (
    r"\s*([^\s:@]+)(?:@\S+)?\s+"
    r"(UP|DOWN|UNKNOWN|LOWERLAYERDOWN|DORMANT|NOTPRESENT|TESTING)(?:\s+(\S.*))?$"
)
_STATE = r"\bstate (UP|DOWN)\b"
_MTU = r" mtu (\d{2,6})\b"
_IP_ADDRESS = r"\s*inet6?\s+([0-9a-fA-F.:]+)(?:\s+peer\s+[0-9a-fA-F.:]+)?/(\d{1,3})\b(.*)"
_IFCONFIG_HEAD = r"\s*([^\s:]+)(?::\d+)?:\s+flags=\w+<([^>]*)>"
_OLD_IFCONFIG_HEAD = r"\s*([^\s:]+)(?::\S+)?\s+Link encap:"
_IFCONFIG_ADDRESS = r"\s*inet\s+([\d.]+)\s.*?netmask\s+(0x[0-9a-f]{8}|[\d.]+)"
_IFCONFIG_ADDRESS_6 = r"\s*inet6\s+([0-9a-fA-F:.]+)(?:%\S+)?\s+prefixlen\s+(\d+)"
_OLD_ADDRESS = r"\s*inet\s+(?:addr|地址)\s*[:：]\s*([\d.]+)\s.*?(?:Mask|掩码)\s*[:：]\s*([\d.]+)"
_OLD_ADDRESS_6 = r"\s*inet6\s+(?:addr|地址)\s*[:：]\s*([0-9a-fA-F:.]+/\d+)"
_OLD_FLAGS = r"\s++((?:[A-Z]++(?!:)\s++)*+)MTU:\d"
_VXLAN = (
    r"(?:^|\s)vxlan (?:external )?id (\d{1,8})\b(?:.{0,200}? dev (\S{1,15}))?"
    r".{0,300}?\bdstport (\d{1,5})\b"
)
_LINK_LINE = r"\s+link/\w"
_MAC = r"\s+link/ether ((?:[0-9a-f]{2}:){5}[0-9a-f]{2})\b"
# `ip -s link` names the columns, and counts on the line below; in a single line where it is asked to.
_COUNTS = r"\s+(RX|TX):\s+bytes\s+packets\b"
_COUNTED = r"\s+\d{1,20}\s+(\d{1,20})\s+\d"
_BRIDGE = r"(?:^|\s)bridge forward_delay\b"

_NOT_LABELS = (
    *("secondary", "dynamic", "noprefixroute", "deprecated", "tentative", "dadfailed", "temporary"),
    *("mngtmpaddr", "nodad", "optimistic", "permanent", "home", "stable-privacy", "autojoin"),
)


def read_ip_addr(evidence: Evidence) -> Iterator[Fact | Unreadable]:
    """Every link with its addresses, in the order of the listing."""
    if pattern(r"\s*\[\s*\{").match(evidence.content):
        listing = read_ip_json(evidence)
        if listing is None:
            yield Unreadable(evidence=evidence.id, line=1, why="cut JSON of ip")
            return
    else:
        listing = Listing()
        heading = ""
        for number, line in numbered(evidence):
            if heading and listing.current is not None:
                _read_count(listing.current, heading, number, line)
            heading = found[1] if (found := pattern(_COUNTS).match(line)) else ""
            if line:
                _read_line(listing, number, line)
    yield from listing.facts(evidence)


def _read_line(listing: Listing, number: int, line: str) -> None:
    if pattern(_BRIDGE).search(line) and listing.current is not None:
        listing.current.bridge = number
    vxlan, current = pattern(_VXLAN).search(line), listing.current
    # Where lines were cut out, it may stand below another link; none is carried by itself.
    if vxlan is not None and current is not None and vxlan[2] != current.name:
        current.vxlan = (number, int(vxlan[1]), int(vxlan[3]), vxlan[2] or "")
    if current is not None and pattern(_LINK_LINE).match(line):
        _read_link_line(listing, current, line)
    if _read_address(listing, number, line):
        return
    _read_head(listing, number, line)


def _read_link_line(listing: Listing, link: Link, line: str) -> None:
    """Each link has one such line; a second one is that of a link whose head was cut out."""
    if link.laid:
        listing.current = None
        return
    link.laid = True
    if mac := pattern(_MAC).match(line):
        link.mac = mac[1]


def _read_count(link: Link, heading: str, number: int, line: str) -> None:
    found = pattern(_COUNTED).match(line)
    if found is not None and heading == "RX":
        link.received = (number, int(found[1]))
    elif found is not None:
        link.sent = int(found[1])


def _read_head(listing: Listing, number: int, line: str) -> None:
    if found := pattern(_HEAD).match(line):
        link = listing.open(found[2], number)
        link.index = int(found[1])
        link.up = _up(found[3], found[4], found[2])
        if mtu := pattern(_MTU).match(found[4]):
            link.mtu = int(mtu[1])
    elif found := pattern(_HEAD_WITHOUT_NUMBER).match(line):
        listing.open(found[1], number).up = _up(found[2], found[3], found[1])
    elif found := pattern(_ONE_LINE).match(line):
        listing.open(found[2], number).index = int(found[1])
        _read_address(listing, number, found[3].split("\\")[0])
    elif found := pattern(_BRIEF).match(line):
        link = listing.open(found[1], number)
        link.up = _up(None, f"state {found[2]}")
        for word in (found[3] or "").split():
            if "/" in word:
                link.add(interface(word))
    elif found := pattern(_IFCONFIG_HEAD).match(line):
        listing.open(found[1], number).up = _up(found[2], "")
    elif found := pattern(_OLD_IFCONFIG_HEAD).match(line):
        listing.open(found[1], number)
    elif (found := pattern(_OLD_FLAGS).match(line)) and listing.current is not None:
        listing.current.up = "UP" in found[1].split()


def _up(flags: str | None, rest: str, name: str = "") -> bool | None:
    """Whether the link was set up: by its flags, else by its state where that leaves no doubt.

    A bridge without ports is UP by its flags and DOWN by its state, and calico-node goes by the flags.
    The loopback has no carrier to lose: its state is DOWN only where it was taken down.
    """
    if name == "lo" and (state := pattern(_STATE).search(rest)) is not None:
        return state[1] == "UP"
    if flags is not None:
        return "UP" in flags.split(",")
    state = pattern(_STATE).search(rest)
    return True if state is not None and state[1] == "UP" else None


def _read_address(listing: Listing, number: int, line: str) -> bool:
    """Whether this was an address line."""
    if "inet" not in line[:200]:
        return False
    current = listing.current
    if found := pattern(_IP_ADDRESS).match(line):
        address = interface(f"{found[1]}/{found[2]}")
        label = _label(found[3]) if ":" not in found[1] else ""
        if label and (current is None or current.name != label):
            current = listing.open(label, number, headed=False)
        elif current is not None and not label and not current.headed:
            # Only the labels tell whose these addresses are, and IPv6 lines have none.
            return True
        if current is not None:
            current.add(address)
        return True
    for expression in (_IFCONFIG_ADDRESS, _OLD_ADDRESS, _IFCONFIG_ADDRESS_6, _OLD_ADDRESS_6):
        if found := pattern(expression).match(line):
            if current is not None:
                text = found[1] if "/" in found[1] else f"{found[1]}/{_mask(found[2])}"
                current.add(interface(text))
            return True
    return False


def _label(rest: str) -> str:
    """The link's name at the end of an IPv4 line; `eth0:1` labels an address of eth0."""
    words = rest.split("\\")[0].split()
    if "scope" not in words or not words or words[-1] in _NOT_LABELS:
        return ""
    after_scope = words[words.index("scope") + 2 :]
    return after_scope[-1].split(":")[0] if after_scope else ""


def _mask(text: str) -> str:
    """The netmask in a form that ipaddress knows; macOS writes it as a hexadecimal number."""
    return str(ip_address(int(text, 16))) if text.startswith("0x") else text


# `ip addr` without -d does not show what kind a link is.
PARSER = Parser(
    read_ip_addr,
    gives=(HostLink, BridgeLink, VxlanLink, LinkCounters),
    in_passing=(
        BridgeLink,
        VxlanLink,
        LinkCounters,
    ),
)
