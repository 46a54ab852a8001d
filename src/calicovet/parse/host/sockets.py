"""ss, netstat, lsof -i: listening sockets and their owners."""

from collections.abc import Iterator

from calicovet.model.evidence import Evidence
from calicovet.model.facts import DatagramSocket, Fact, SocketListening, Unreadable
from calicovet.parse.host.lines import cite, numbered, pattern
from calicovet.parse.parser import Parser

# tcp LISTEN 0 128 0.0.0.0:22 0.0.0.0:* users:(("sshd",pid=1,fd=3)), with or without the first column
_SS = r"\s*(?:tcp6?\s+|udp6?\s+)?(?:LISTEN|UNCONN)\s+\d+\s+\d+\s+(\S+):([\w*-]+)\s+\S+:\*(.*)"
# tcp 0 0 0.0.0.0:22 0.0.0.0:* LISTEN 1/sshd
_NETSTAT = r"\s*(?:tcp|udp)6?\s+\d+\s+\d+\s+(\S+):([\w*-]+)\s+\S+:\*\s*(.*)"
# sshd 1 root 3u IPv4 1234 0t0 TCP *:22 (LISTEN)
_LSOF = r"\s*(\S+)\s+\d+\s.*\s(?:TCP|UDP)\s+(\S+):([\w-]+)(?:\s+\(LISTEN\))\s*$"
_UDP = r"\s*(?:udp|UNCONN)|.*\sUDP\s"
_SS_PROCESS = r'users:\(\("([^"]+)"'
_NETSTAT_PROCESS = r"(?:LISTEN\s+)?\d+/(\S+)"
_NAMED_PORTS = {"bgp": 179}


def read_sockets(evidence: Evidence) -> Iterator[Fact | Unreadable]:
    """The listening sockets, with their owner where it is shown."""
    for number, line in numbered(evidence):
        row = _row(line)
        if row is None:
            continue
        address, port_text, process = row
        port = _port(port_text)
        if port is None:
            continue
        made = DatagramSocket if pattern(_UDP).match(line) else SocketListening
        yield made(
            port=port,
            address=address.strip("[]"),
            process=process,
            about=evidence.about,
            cited=cite(evidence, number),
        )


def _row(line: str) -> tuple[str, str, str] | None:
    if found := pattern(_SS).match(line):
        process = pattern(_SS_PROCESS).search(found[3])
        return found[1], found[2], process[1] if process else ""
    if found := pattern(_NETSTAT).match(line):
        process = pattern(_NETSTAT_PROCESS).match(found[3])
        return found[1], found[2], process[1].rstrip(":") if process else ""
    if found := pattern(_LSOF).match(line):
        return found[2], found[3], found[1]
    return None


def _port(text: str) -> int | None:
    if text.isascii() and text.isdigit() and len(text) <= 5:
        return int(text)
    return _NAMED_PORTS.get(text)


# TCP and UDP are seldom listed together.
PARSER = Parser(read_sockets, gives=(SocketListening, DatagramSocket), in_passing=(DatagramSocket,))
