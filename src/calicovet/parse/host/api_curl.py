"""A person's test of the API server: curl, nc, telnet, wget, openssl, /dev/tcp."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from calicovet.model.evidence import Evidence
from calicovet.model.facts import CallError, ClockCompared, CurlAnswered, Fact, Unreadable
from calicovet.parse.host.api_targets import asked_targets, join_target
from calicovet.parse.host.lines import cite, numbered, pattern
from calicovet.parse.parser import Parser

_HOST = r"\[?([\w.:-]*\w)\]?"
_TARGETS = (
    rf"(?i:connect(?:ion)?(?:ed|ing)? to) {_HOST} \(?[\w.:]*\)?\s?port (\d+)",
    r"(?i:connect(?:ion)?(?:ed|ing)?(?: to)?) \[?([\w.-]+|[0-9a-f:]+\])\]?:(\d+)",
    rf"(?i:connection to) {_HOST} (\d+) port",
    rf"/dev/tcp/{_HOST}/(\d+)",
    r"\[([\d.]+)\] (\d+) \(",
    r"\(([\d.]+):(\d+)\) open",
    rf"(?i:connected to|connect to address|Trying) {_HOST}(?:\.\.\.|\.|:|$)()",
    r"(?i:could not resolve host:?) ([\w.-]+)()",
    r"remote host \(([\w.:]+)\)()",
)
_ERRORS: tuple[tuple[str, str], ...] = (
    (r"(?i)timed? ?out|curl: \(28\)", CallError.TIMEOUT),
    (r"(?i)refused|拒绝|errno=111", CallError.REFUSED),
    (r"(?i)no route to host|没有到主机的路由|errno=113", CallError.NO_ROUTE),
    (r"(?i)network is unreachable|网络不可达|errno=101", CallError.UNREACHABLE),
    (r"(?i)reset by peer|errno[= ]104", CallError.RESET),
    (r"(?i)resolve host|name or service not known", "lookup"),
    (r"(?i)certificate has expired", CallError.TLS_EXPIRED),
    (r"(?i)unable to get (?:local )?issuer|self.signed certificate", CallError.TLS_UNKNOWN_CA),
    (r"(?i)empty reply|unexpected eof", CallError.EOF),
    (r"(?i)ssl|tls", CallError.TLS_OTHER),
)
_FAILED = (
    r"(?:curl: \(\d+\)|nc: .*failed|telnet: |(?:-?bash|sh): (?:line \d+: )?/dev/tcp/"
    r"|Ncat: .*(?:refused|timed out|TIMEOUT|unreachable|No route|reset|resolve)|wget: |connect:errno=|Connecting to .* failed: "
    r"|.*\] \d+ \(\S+\) : )"
)
_ANSWERED = (
    r"\s*\"gitVersion\"|\s*\"major\"|\s*\"code\": *(?:200|401|403)\b"
    r"|.*\"(?:gitVersion|kind)\" ?: ?\"(?:v\d|Status)|\s*\"paths\": \["
    r"|ok$|ok[\[\s]|(?:< )?HTTP/[\d.]+ \d{3}|.*\bsucceeded!|Ncat: Connected|.*\(\S+\) open$"
    r"|CONNECTED\(|Client sent an HTTP request|Connecting to .* connected\.|.*\d\) open$|Unauthorized$"
)
_CONNECTED = r"(?:\* +)?Connected to "
_BEGINS = r"(?:\* +)?Trying |\* +About to connect|\{|ok$|ok[\[\s]"
# The server was reached, and curl only did not trust it (60), or was told to fail on 4xx (22).
_REACHED_ALL_THE_SAME = r"curl: \((?:60|22)\)"
# The typed address is invalid: no server was called.
_NEVER_TRIED = r"curl: \([1-4]\)"
# date: Mon, 16 Nov 2026 12:20:47 GMT,2026-11-16T12:20:47Z
_CLOCKS = r"(?i:date): \w{3}, (\d\d \w{3} \d{4} [\d:]{8}) GMT,(\d{4}-\d\d-\d\dT[\d:]{8})Z$"
_HTTP = "%d %b %Y %H:%M:%S"
_ISO = "%Y-%m-%dT%H:%M:%S"


@dataclass(slots=True)
class _Try:
    """One try, while its lines are read."""

    line: int = 0
    host: str = ""
    port: str = ""
    ok: bool | None = None
    error: str = ""
    body: bool = False
    """The answer itself has begun; another one belongs to the next try."""


def read_api_curl(evidence: Evidence) -> Iterator[Fact | Unreadable]:
    """What each try came to, with the address that was tried."""
    yield from _clocks(evidence)
    tries = [one for one in _tries(evidence) if one.ok is not None]
    asked = asked_targets(evidence.taken_by)
    for place, one in enumerate(tries):
        target = join_target(one.host, one.port, asked, place, len(tries))
        if target:
            yield CurlAnswered(
                target=target,
                ok=one.ok is True,
                error=one.error,
                about=evidence.about,
                cited=cite(evidence, one.line),
            )


def _clocks(evidence: Evidence) -> Iterator[ClockCompared]:
    """The server's clock by its answer, and the host's beside it."""
    for number, line in numbered(evidence):
        found = pattern(_CLOCKS).match(line)
        if found is None:
            continue
        server, own = _moment(found[1], _HTTP), _moment(found[2], _ISO)
        if server is not None and own is not None:
            yield ClockCompared(
                own=own, server=server, about=evidence.about, cited=cite(evidence, number)
            )


def _moment(text: str, form: str) -> datetime | None:
    try:
        return datetime.strptime(text, form).replace(tzinfo=UTC)
    except ValueError:
        return None


def _tries(evidence: Evidence) -> Iterator[_Try]:
    current = _Try()
    codes = "http_code" in evidence.taken_by
    for number, raw in numbered(evidence):
        line = raw[:2_000]
        if _begins_anew(current, line):
            yield current
            current = _Try()
        if line.startswith("{"):
            current.body = True
        host, port = _target(line)
        if codes and pattern(r"\d{3}$").match(line):
            current.ok, current.line = line != "000", number
            yield current
            current = _Try()
        elif pattern(_NEVER_TRIED).match(line):
            current = _Try()
        elif pattern(_FAILED).match(line):
            current.host, current.port = host or current.host, port or current.port
            current.ok = pattern(_REACHED_ALL_THE_SAME).match(line) is not None
            current.error, current.line = (
                _error(line) or current.error or line.strip()[:200],
                number,
            )
            yield current
            current = _Try()
        elif pattern(_CONNECTED).match(line) or pattern(_ANSWERED).match(line):
            current.host, current.port = host or current.host, port or current.port
            current.line = current.line if current.ok else number
            current.ok, current.error = True, ""
            current.body = (
                current.body or pattern(r"ok\b|.*succeeded!|.*open$").match(line) is not None
            )
        elif host:
            current.host, current.port = host, port or current.port
            current.error = _error(line)
    yield current


def _begins_anew(current: _Try, line: str) -> bool:
    """Whether the line opens another try: an answer was complete, and here comes the next."""
    if current.ok is None:
        return False
    if line.startswith("{"):
        return current.body
    if pattern(_CONNECTED).match(line) or pattern(r".*succeeded!|.*open$").match(line):
        return current.body
    return current.body and pattern(_BEGINS).match(line) is not None


def _target(line: str) -> tuple[str, str]:
    for expression in _TARGETS:
        if found := pattern(expression).search(line):
            host, port = found[1].strip("[]"), found[2]
            # curl -v: `Trying 10.96.0.1:443...`
            if not port and host.count(":") == 1:
                host, port = host.split(":")
            return host, port
    return "", ""


def _error(line: str) -> str:
    """The kind of failure in a word; empty where the line does not say."""
    for expression, error in _ERRORS:
        if pattern(expression).search(line):
            return str(error)
    return ""


PARSER = Parser(read_api_curl, gives=(CurlAnswered, ClockCompared), in_passing=(ClockCompared,))
