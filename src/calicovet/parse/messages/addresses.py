"""Message table: addresses and links."""

import re
from functools import partial
from ipaddress import ip_address, ip_interface

from calicovet.model.facts.addresses import (
    Address,
    AddressAutodetected,
    AddressFromEnvironment,
    AddressNotDetected,
    AddressOnLink,
    FelixLink,
    VxlanParent,
    is_masked_address,
)
from calicovet.model.facts.base import Fact
from calicovet.model.facts.component_health import BgpNotEstablished
from calicovet.parse.messages.message import Message, Spoken

_ADDRESS = r"[0-9a-fA-F.:]{3,45}"
_CANDIDATE = re.compile(r"[0-9a-fA-F]{0,4}[.:][0-9a-fA-F.:]+")
_ESTABLISHED = re.compile(r"BGP peering established = (\d+)")


def _detected(method: str, match: re.Match[str], spoken: Spoken) -> Fact | None:
    try:
        address = ip_interface(match["address"])
    except ValueError:
        return None
    if match.groupdict().get("skipping"):
        method = "skip-interface"
    monitored = spoken.process in ("monitor-addresses", "node-services")
    return AddressAutodetected(
        about=spoken.about,
        cited=spoken.cited,
        at=spoken.at,
        link=match.groupdict().get("link") or "",
        address=address,
        method=method,
        process="monitor-addresses" if monitored else "startup",
    )


def _from_environment(match: re.Match[str], spoken: Spoken) -> Fact | None:
    try:
        address = ip_interface(match["address"])
    except ValueError:
        return None
    return AddressFromEnvironment(
        about=spoken.about, cited=spoken.cited, at=spoken.at, address=address
    )


def _on_link(match: re.Match[str], spoken: Spoken) -> Fact | None:
    try:
        address = ip_interface(match["address"]).ip
    except ValueError:
        return None
    return AddressOnLink(
        about=spoken.about, cited=spoken.cited, at=spoken.at, address=address, link=match["link"]
    )


def _not_detected(match: re.Match[str], spoken: Spoken) -> Fact:
    return AddressNotDetected(
        about=spoken.about, cited=spoken.cited, at=spoken.at, family=int(match["family"])
    )


def _addresses_in(text: str) -> tuple[Address, ...]:
    found = []
    for word in _CANDIDATE.findall(text):
        try:
            found.append(ip_address(word.rstrip(":.")))
        except ValueError:
            continue
    return tuple(found)


def _link_state(match: re.Match[str], spoken: Spoken) -> Fact:
    return FelixLink(
        about=spoken.about,
        cited=spoken.cited,
        at=spoken.at,
        name=match["name"],
        index=int(match["index"]) if match["index"] else None,
        state=match["state"],
    )


def _link_addresses(match: re.Match[str], spoken: Spoken) -> Fact | None:
    addresses = _addresses_in(match["addresses"])
    if not addresses:
        return None
    return FelixLink(
        about=spoken.about,
        cited=spoken.cited,
        at=spoken.at,
        name=match["name"],
        addresses=addresses,
    )


def _vxlan_parent(match: re.Match[str], spoken: Spoken) -> Fact:
    return VxlanParent(about=spoken.about, cited=spoken.cited, at=spoken.at, link=match["link"])


def _not_established(match: re.Match[str], spoken: Spoken) -> Fact | None:
    words = (word.rstrip(".:") for word in re.split(r"[, ]+", match["peers"]))
    hidden = (word for word in words if is_masked_address(word))
    peers = (*(str(address) for address in _addresses_in(match["peers"])), *hidden)
    if not peers:
        return None
    # The count stands in the same line of an event, and in the line before in a program's output.
    count = _ESTABLISHED.search(spoken.text) or _ESTABLISHED.search(spoken.before)
    return BgpNotEstablished(
        about=spoken.about,
        cited=spoken.cited,
        at=spoken.at,
        peers=peers,
        established=int(count[1]) if count else None,
    )


MESSAGES = (
    Message(
        key="address:first-found",
        pattern=rf"Using autodetected IPv[46] address on interface (?P<link>[^\s:]+): (?P<address>{_ADDRESS}/\d+)(?P<skipping> while skipping matching interfaces)?",
        make=partial(_detected, "first-found"),
    ),
    Message(
        key="address:interface",
        pattern=rf"Using autodetected IPv[46] address (?P<address>{_ADDRESS}/\d+) on matching interface (?P<link>[^\s,]+)",
        make=partial(_detected, "interface"),
    ),
    Message(
        key="address:cidr",
        pattern=rf"Using autodetected IPv[46] address (?P<address>{_ADDRESS}/\d+) on interface (?P<link>\S+) matching cidrs",
        make=partial(_detected, "cidr"),
    ),
    Message(
        key="address:can-reach",
        pattern=rf"Using autodetected IPv[46] address (?P<address>{_ADDRESS}/\d+), detected by connecting to",
        make=partial(_detected, "can-reach"),
    ),
    Message(
        key="address:environment",
        pattern=rf"Using IPv[46] address from environment: IP6?=(?P<address>{_ADDRESS}(/\d+)?)",
        make=_from_environment,
    ),
    Message(
        key="address:on-link",
        pattern=rf"IPv[46] address (?P<address>{_ADDRESS}(/\d+)?) discovered on interface (?P<link>\S+)",
        make=_on_link,
    ),
    Message(
        key="address:none",
        pattern=r"Couldn.t autodetect an IPv(?P<family>[46]) address",
        make=_not_detected,
    ),
    Message(
        key="link:state",
        pattern=r"Linux interface state changed\W(.{0,20}?ifIndex\W{1,3}(?P<index>\d+))?.{0,20}?ifaceName\W{1,3}(?P<name>[\w.@-]+)\W{1,3} ?state\W{1,3}(?P<state>[\w-]*)",
        make=_link_state,
    ),
    Message(
        key="link:state-received",
        pattern=r"Received interface update\b.{0,60}?Name:\W{0,3}(?P<name>[\w.@-]+)\W{1,4} ?State:\W{0,3}(?P<state>[\w-]*)(\W{1,4} ?Index:(?P<index>\d+))?",
        make=_link_state,
    ),
    Message(
        key="link:addresses",
        pattern=r"Linux interface addrs changed\W.{0,20}?addrs\W(?P<addresses>.{0,4000}?) ?ifaceName\W{1,3}(?P<name>[\w.@-]+)",
        make=_link_addresses,
    ),
    Message(
        key="link:addresses-received",
        pattern=r"Received interface addresses update\b.{0,60}?Name:\W{0,3}(?P<name>[\w.@-]+)\W{1,4} ?Addrs:(?P<addresses>.{0,4000})",
        make=_link_addresses,
    ),
    Message(
        key="vxlan-parent",
        pattern=r"\b(VXLAN device parent|parent device) changed from \W{0,4}[\w.@-]*\W{0,4} to \W{0,4}(?P<link>[\w.@-]+)",
        words=("parent",),
        make=_vxlan_parent,
    ),
    Message(
        key="bgp-not-established",
        pattern=r"BGP not established with (?P<peers>[0-9a-fA-FxX*.:, ]+)",
        make=_not_established,
    ),
)
