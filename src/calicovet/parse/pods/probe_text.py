"""A probe, as describe prints it in one line."""

import re
from functools import cache

from calicovet.model.facts import Probe
from calicovet.parse.durations import read_duration
from calicovet.parse.pods.pod_record import ProbeRecord

PROBE_OF = {
    "liveness": Probe.LIVENESS,
    "readiness": Probe.READINESS,
    "startup": Probe.STARTUP,
}


@cache
def _handler() -> re.Pattern[str]:
    return re.compile(r"(exec|http-get|tcp-socket|grpc|https-get)\s+(\[[^\]]*\]|\S+)")


@cache
def _number() -> re.Pattern[str]:
    return re.compile(r"(delay|timeout|period|#failure)=((?:\d{1,6}[hms]){1,3}|\d{1,9})")


def asked_by_http(host: str, port: str, path: str) -> str:
    """host:port/path, however the address was written."""
    return f"{host or ''}:{port}/{path.removeprefix('/')}"


def read_probe(name: str, text: str, line: int) -> ProbeRecord | None:
    """`exec [cmd] delay=10s timeout=1s period=10s #success=1 #failure=6`; None where the line is no probe."""
    probe = PROBE_OF.get(name.lower())
    found = _handler().match(text)
    if probe is None or found is None:
        return None
    numbers = {part[1]: _seconds(part[2]) for part in _number().finditer(text[found.end() :])}
    web = "http" in found[1]
    return ProbeRecord(
        probe=probe,
        line=line,
        handler="http" if web else found[1].removesuffix("-socket"),
        asks=_address(found[2]) if web else found[2].strip("[]"),
        delay=numbers.get("delay", 0),
        timeout=numbers.get("timeout", 1),
        period=numbers.get("period", 10),
        failures=numbers.get("#failure", 3),
    )


def _seconds(text: str) -> int:
    span = read_duration(text)
    return int(span.total_seconds()) if span is not None else int(text)


def _address(url: str) -> str:
    rest = url.partition("://")[2] or url
    place, _, path = rest.partition("/")
    host, _, port = place.rpartition(":")
    return asked_by_http(host, port, path)
