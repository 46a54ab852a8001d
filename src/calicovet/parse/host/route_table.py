"""A whole `ip route`, and the answer of `ip route get`."""

from collections.abc import Iterator
from ipaddress import ip_address, ip_network
from itertools import pairwise

from calicovet.model.evidence import Evidence
from calicovet.model.facts import Address, HostRoutes, Route, RouteTaken
from calicovet.parse.host.lines import cite, numbered, pattern

_TABLE = r"(?:sudo\s+)?ip\s+(?:-4\s+)?(?:r|ro|rou|route)(?:\s+(?:s|sh|show|l|ls|list))?\s*$"
_GET = r"(?:sudo\s+)?ip\s+(?:-[46]\s+)?(?:r|ro|rou|route)\s+(?:g|get)\s"
_TAKEN = r"(?:local\s+)?([0-9a-fA-F.:]+)\s(?:.*\s)?src\s+([0-9a-fA-F.:]+)"
_CLOSED = frozenset({"blackhole", "unreachable", "prohibit", "throw"})
_OPEN = frozenset({"unicast", "local"})


def read_route_table(evidence: Evidence) -> Iterator[HostRoutes | RouteTaken]:
    """The table, where all of it is there; or the source that the kernel named for a destination."""
    if pattern(_GET).match(evidence.taken_by):
        yield from _taken(evidence)
    elif evidence.whole and pattern(_TABLE).match(evidence.taken_by):
        read = [_route(line.split()) for _, line in numbered(evidence) if _begins_a_route(line)]
        routes = [route for route in read if route is not None]
        # A table with an unreadable line is not known whole.
        if routes and len(routes) == len(read):
            yield HostRoutes(routes=tuple(routes), about=evidence.about, cited=cite(evidence))


def _taken(evidence: Evidence) -> Iterator[RouteTaken]:
    for number, line in numbered(evidence):
        found = pattern(_TAKEN).match(line)
        destination = _address(found[1]) if found else None
        source = _address(found[2]) if found else None
        if destination is not None and source is not None:
            cited = cite(evidence, number)
            yield RouteTaken(
                destination=destination, source=source, about=evidence.about, cited=cited
            )


def _begins_a_route(line: str) -> bool:
    # Links that share a way stand indented below it.
    return bool(line.strip()) and not line[:1].isspace() and "dead" not in line.split()


def _route(words: list[str]) -> Route | None:
    closed = words[0] in _CLOSED
    words = words[1:] if closed or words[0] in _OPEN else words
    said = dict(pairwise(words[1:]))
    try:
        network = ip_network("0.0.0.0/0" if words[0] == "default" else words[0])
    except (ValueError, IndexError):
        return None
    metric = said.get("metric", "")
    return Route(
        network=network,
        link="" if closed else said.get("dev", ""),
        source=_address(said.get("src", "")),
        via=_address(said.get("via", "")),
        metric=int(metric) if metric.isdecimal() else 0,
    )


def _address(text: str) -> Address | None:
    try:
        return ip_address(text)
    except ValueError:
        return None
