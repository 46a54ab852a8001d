"""BGPPeers and BGPConfigurations as calicoctl lists them."""

import re
from collections.abc import Iterator
from functools import cache

from calicovet.model.evidence import Evidence
from calicovet.model.facts import (
    BgpPeerSeen,
    Citation,
    Fact,
    NoBgpPeers,
    SettingSeen,
)
from calicovet.model.facts.routes import UNKNOWN_SELECTOR
from calicovet.parse.columns import Row, heading_of

GIVES: tuple[type[Fact], ...] = (BgpPeerSeen, NoBgpPeers, SettingSeen)
_PEERS = ("NAME", "PEERIP", "NODE", "ASN")
_CONFIGURATIONS = ("NAME", "LOGSEVERITY", "MESHENABLED", "ASNUMBER")
_EVERY_NODE = "(global)"


@cache
def _address() -> re.Pattern[str]:
    return re.compile(
        r"\[?(?:(?:\d{1,3}\.){3}\d{1,3}|[0-9a-fA-F]{0,4}:[0-9a-fA-F:.]{1,40})\]?(?::\d{1,5})?$"
    )


@cache
def _node_name() -> re.Pattern[str]:
    return re.compile(r"[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$")


def peer_of_row(row: Row, evidence: str) -> Iterator[Fact]:
    """A row of BGPPeers: PEERIP is empty where a selector gives the peers, and the selector is not shown.

    NODE holds a node's name, a selector, or `(global)`.
    """
    if row.heading != _PEERS or len(row.words) < 3:
        return
    name, *between = row.words[:-1]
    by_address = _address().match(between[0]) is not None
    nodes = " ".join(between[1:] if by_address else between)
    if not nodes:
        return
    named = _node_name().match(nodes) is not None
    yield BgpPeerSeen(
        cited=(Citation(evidence, row.line),),
        name=name,
        node=nodes if named else "",
        node_selector="" if named or nodes == _EVERY_NODE else nodes,
        peer_selector="" if by_address else UNKNOWN_SELECTOR,
    )


def no_bgp_peers(evidence: Evidence) -> Iterator[Fact]:
    """The heading of BGPPeers without a row."""
    lines = [text for text in evidence.content.split("\n") if text.strip()]
    if evidence.whole and len(lines) == 1 and heading_of(tuple(lines[0].split())) == _PEERS:
        yield NoBgpPeers(cited=(Citation(evidence.id, 1),))


def bgp_settings_of_row(row: Row, evidence: str) -> Iterator[Fact]:
    """The mesh by a row of BGPConfigurations; `-` stands for what is not set."""
    enabled = row.cell("MESHENABLED") if row.heading == _CONFIGURATIONS else ""
    if enabled in ("true", "false"):
        yield SettingSeen(
            cited=(Citation(evidence, row.line),),
            name="nodeToNodeMeshEnabled",
            value=enabled,
            where="bgpconfiguration",
        )
