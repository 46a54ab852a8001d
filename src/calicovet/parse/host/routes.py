"""`ip route`, `route -n`, `netstat -rn`."""

from collections.abc import Iterator

from calicovet.model.evidence import Evidence
from calicovet.model.facts import DefaultRoute, Fact, HostRoutes, RouteTaken, Unreadable
from calicovet.parse.host.lines import cite, numbered, pattern
from calicovet.parse.host.route_table import read_route_table
from calicovet.parse.parser import Parser

_ON_LINK = "0.0.0.0"
"""What `route -n` prints for a route without gateway, here for every such route."""
_GATEWAY = r"\bvia (?:inet6? )?(\S+)"
_DEVICE = r"\bdev (\S+)"
# 0.0.0.0  192.0.2.1  0.0.0.0  UG  0  0  0  eth0
_ROW = (
    r"\s*(?:0\.0\.0\.0|default|::/0|\[?::\]?/0)\s+(\S+)\s+(?:0\.0\.0\.0\s+)?(U\w*)\s(?:.*\s)?(\S+)$"
)
_ANY_ROUTE = (
    r"\s*(?:(?:unicast|blackhole|unreachable|local)\s+)?"
    r"(?:(?:\d{1,3}\.){3}\d{1,3}(?:/\d+)?\s+(?:dev|via|proto)\b|(?:\d{1,3}\.){3}\d{1,3}\s+\S+\s+(?:\d{1,3}\.){3})"
)
_WHOLE_TABLE = (
    r"(?:sudo\s+)?(?:ip\s+(?:-4\s+)?(?:r|ro|rou|route)(?:\s+(?:s|sh|show|l|ls|list))?"
    r"|route(?:\s+-n)?|netstat\s+-(?:rn|nr))\s*$"
)
_ASKED_FOR_ONE = r"(?:sudo\s+)?ip\s+(?:-4\s+)?(?:r|ro|rou|route)\s+(?:g|get)\s+\d{1,3}\."
_NOT_ROUTED = r"(?i)RTNETLINK answers: (?:Network is unreachable|网络不可达)"


def read_routes(evidence: Evidence) -> Iterator[Fact | Unreadable]:
    """The default routes, or the statement that a whole table has none; then all that it has."""
    found_one = routes = False
    awaits_hops = 0
    for number, line in numbered(evidence):
        words = line.split()
        route = None
        if words and words[0] == "default" and ("dev" in words or "via" in words):
            route = _route(line)
            awaits_hops = 0
        elif words and words[0] == "default" and "proto" in words:
            awaits_hops = number
        elif words and words[0] == "nexthop" and awaits_hops:
            route = _route(line)
        elif row := pattern(_ROW).match(line):
            via = _ON_LINK if row[1] in ("*", "::") else row[1]
            route = (via, row[3])
        else:
            awaits_hops = 0
            routes = routes or pattern(_ANY_ROUTE).match(line) is not None
        if route is not None:
            found_one = True
            yield DefaultRoute(
                via=route[0], link=route[1], about=evidence.about, cited=cite(evidence, number)
            )
    if not found_one and not awaits_hops and evidence.whole and _is_table(evidence, routes):
        yield DefaultRoute(via="", about=evidence.about, cited=cite(evidence))
    elif pattern(_ASKED_FOR_ONE).match(evidence.taken_by):
        # A default route would have covered that address, whichever it is.
        for number, line in numbered(evidence):
            if pattern(_NOT_ROUTED).match(line):
                yield DefaultRoute(via="", about=evidence.about, cited=cite(evidence, number))
    yield from read_route_table(evidence)


def _route(line: str) -> tuple[str, str]:
    via, device = pattern(_GATEWAY).search(line), pattern(_DEVICE).search(line)
    return via[1] if via else _ON_LINK, device[1] if device else ""


def _is_table(evidence: Evidence, routes: bool) -> bool:
    """Whether the text is the main table, and not an error, one destination or another table."""
    if evidence.taken_by and not pattern(_WHOLE_TABLE).match(evidence.taken_by):
        return False
    return routes or (bool(evidence.taken_by) and not evidence.content.strip())


PARSER = Parser(read_routes, gives=(DefaultRoute, HostRoutes, RouteTaken))
