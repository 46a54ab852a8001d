"""`brctl show`, `bridge link`, `ip link show type bridge`, nmcli."""

from collections.abc import Iterator

from calicovet.model.evidence import Evidence
from calicovet.model.facts import BridgeLink, Fact, HostLink, Unreadable
from calicovet.parse.host.ip_addr import read_ip_addr
from calicovet.parse.host.lines import cite, numbered, pattern
from calicovet.parse.parser import Parser

_ROWS = (
    # docker0   8000.0242b5e5b5d4   no   veth76f5219b
    r"\s*(\S+)\s+[0-9a-f]{4}\.[0-9a-f]{12}\b",
    # 5: veth0@if4: <…> mtu 1500 master docker0 state forwarding priority 32 cost 2
    r"\s*\d+:\s.*\smaster (\S+) state (?:forwarding|disabled|blocking|listening|learning)\b",
    # docker0  bridge  connected (externally)  docker0 (`nmcli device`)
    r"\s*(\S+)\s+bridge\s+(?:connected|connecting|disconnected|unmanaged|unavailable)\b",
    # br0  7d5e…-36 characters  bridge  br0 (`nmcli connection`)
    r"\s*\S.*\s[0-9a-f]{8}-[0-9a-f-]{27}\s+bridge\s+([^\s-]\S*)",
)
_NMCLI_HEAD = r"([^\s:]+):\s+(?:connected|connecting|disconnected|unmanaged|unavailable)\b"


def read_bridges(evidence: Evidence) -> Iterator[Fact | Unreadable]:
    """The bridges of the host."""
    told: set[str] = set()
    for name, line in _bridges(evidence):
        if name not in told:
            told.add(name)
            yield BridgeLink(name=name, about=evidence.about, cited=cite(evidence, line))


def _bridges(evidence: Evidence) -> Iterator[tuple[str, int]]:
    if pattern(r"\btype\s+bridge(?:\s|$)").search(evidence.taken_by):
        for fact in read_ip_addr(evidence):
            if isinstance(fact, HostLink):
                yield fact.name, fact.cited[0].line
        return
    head = ""
    for number, line in numbered(evidence):
        for row in _ROWS:
            if found := pattern(row).match(line):
                yield found[1], number
                break
        if found := pattern(_NMCLI_HEAD).match(line):
            head = found[1]
        elif head and line.lstrip().startswith("bridge,"):
            yield head, number
    yield from _detailed(evidence)


def _detailed(evidence: Evidence) -> Iterator[tuple[str, int]]:
    """Bridges that `ip -d` shows as such."""
    for fact in read_ip_addr(evidence):
        if isinstance(fact, BridgeLink):
            yield fact.name, fact.cited[0].line


PARSER = Parser(read_bridges, gives=(BridgeLink,))
