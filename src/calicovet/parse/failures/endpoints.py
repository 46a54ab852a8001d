"""The server that an address with a port, or a URL, stands for."""

import re
from collections.abc import Iterator
from functools import cache
from ipaddress import ip_address

from calicovet.model.failures.thing import Thing, ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.record import record

_API_PORTS = frozenset({"443", "6443", "8443", "16443", "6444", "7443", "9443", "5443", "8080"})
_BY_PORT = {
    "5473": ThingClass.TYPHA,
    "9098": ThingClass.TYPHA,
    "9099": ThingClass.FELIX,
    "10250": ThingClass.KUBELET,
    "10255": ThingClass.KUBELET,
    "2379": ThingClass.ETCD,
    "2380": ThingClass.ETCD,
    "4001": ThingClass.ETCD,
    "6666": ThingClass.ETCD,
    "6667": ThingClass.ETCD,
    "179": ThingClass.BGP_PEER,
    "53": ThingClass.RESOLVER,
}
_ROLE_OF_PORT = {"9098": "health", "9099": "health"}
_LOCAL = ("localhost", "127.", "::1", "0.0.0.0")
_PORT_GROUPS = ("port", "there", "said", "slashed", "chinese", "after")
_METADATA = ("169.254.169.254", "metadata.google.internal", "100.100.100.200")
_SOCKETS = (
    ("containerd", ThingClass.RUNTIME, "containerd"),
    ("docker", ThingClass.RUNTIME, "docker"),
    ("crio", ThingClass.RUNTIME, "crio"),
    ("bird", ThingClass.BIRD, "socket"),
)


@record
class Reached:
    """A server, and where in the text it stands."""

    thing: Thing
    start: int
    end: int
    dialled: bool = False
    """It was dialled, and not only part of a URL."""


@cache
def _dialled() -> re.Pattern[str]:
    # A masked address may hold stars, an `x` for a part, or angle brackets.
    return re.compile(
        r"\b(?:dial(?:ing)?|connect(?:ing)?(?: to)?|read|write|listen)[ :]{1,2}(?P<net>tcp|udp)[46]?:?\s++(?:\S{1,80}?->)?"
        r"(?P<host>\[[^\]\s]{0,45}\]|<[^>\s]{1,40}>|[^\s:\"'/\\,;()\[\]]{0,120}):(?P<port>\d{1,5})(?!\d)",
        re.IGNORECASE | re.ASCII,
    )


@cache
def _url() -> re.Pattern[str]:
    return re.compile(
        r"\b(?P<scheme>https?)://(?P<host>\[[^\]\s]{2,45}\]|<[^>\s]{1,40}>|[^\s/:\"'\\,;()]{1,120})"
        r"(?::(?P<port>\d{1,5}))?(?P<path>/[^\s\"'\\]{0,400})?",
        re.IGNORECASE | re.ASCII,
    )


@cache
def _socket() -> re.Pattern[str]:
    return re.compile(
        r"(?:\bdial unix |unix://)(?P<path>/?[\w./@-]{1,200})|(?P<bare>/[\w./-]{1,160}\.(?:sock|ctl))\b",
        re.ASCII,
    )


@cache
def _port_words() -> re.Pattern[str]:
    """`10.0.0.7:5473`, `port 179`, `179/tcp`, `179 端口`, `(179)`."""
    return re.compile(
        r"(?<![\w.:/-])(?P<host>\[[0-9a-f:.]{2,45}\]|[\w*-]{1,60}(?:\.[\w*-]{1,60}){1,8}|localhost|<[\w.-]{1,40}>):(?P<port>\d{2,5})(?![\d./]|:\S)"
        r"|(?P<at>(?<![\w.:/-])[\w*.-]{1,120}) port (?P<there>\d{2,5})(?!\d)|\b(?:port[s:= ]{1,3}\(?|listen(?:s|ing)? on )(?P<said>\d{2,5})(?!\d)|(?<![\d.:])(?P<slashed>\d{2,5})/(?:tcp|udp)\b"
        r"|(?<![\d.:])(?P<chinese>\d{2,5}) ?(?:号)?端口|端口(?:号)?[ :：是]{0,3}(?P<after>\d{2,5})(?!\d)",
        re.IGNORECASE | re.ASCII,
    )


def _is_local(host: str) -> bool:
    return host.strip("[]").lower().startswith(_LOCAL)


def _is_address(host: str) -> bool:
    try:
        ip_address(host.strip("[]"))
    except ValueError:
        # A masked address has dots and digits only, but for its mask.
        return re.fullmatch(r"[\dxX*]{1,3}(\.[\dxX*]{1,3}){3}", host) is not None
    return True


def _api_role(host: str, port: str) -> str:
    if _is_local(host):
        return "localhost"
    if host.lower().startswith("kubernetes.default") or host.lower() == "kubernetes":
        return "service"
    return "service" if port == "443" and _is_address(host) else "endpoint"


def server_at(host: str, port: str, path: str = "", by: Speaker = Speaker.UNKNOWN) -> Thing:
    """The server of that address; a port that no service owns stays a port."""
    text = f"{host}:{port}" if port else host
    if host.lower().startswith(_METADATA):
        return Thing(ThingClass.METADATA_SERVICE, "", text)
    if port in _BY_PORT:
        role = _ROLE_OF_PORT.get(port, "")
        if role and _BY_PORT[port] is ThingClass.FELIX and host.strip("[]") == "::1":
            role = "health-ipv6"
        return Thing(_BY_PORT[port], role, text)
    if path.startswith("/v2/") or path == "/v2":
        return Thing(ThingClass.REGISTRY, "", text)
    if host.lower().rstrip(".").partition(":")[0].endswith(
        (".svc", ".svc.cluster.local")
    ) and not host.startswith("kubernetes."):
        return Thing(ThingClass.WEBHOOK if "timeout=" in path else ThingClass.PEER, "", text)
    by_path = path.startswith(("/api/", "/apis/", "/version", "/api?", "/apis?", "/livez"))
    if by_path or (
        port in _API_PORTS
        and by is not Speaker.STRANGER
        and not (_is_local(host) and port == "8080")
    ):
        return Thing(ThingClass.API_SERVER, _api_role(host, port), text)
    return Thing(ThingClass.PORT, port, text) if port else Thing(ThingClass.PEER, "", text)


def servers_in(text: str, by: Speaker = Speaker.UNKNOWN) -> Iterator[Reached]:
    """All servers that the text names by an address, a URL or a socket."""
    taken: list[tuple[int, int]] = []
    for found in _url().finditer(text):
        port = found["port"] or ("80" if found["scheme"].lower() == "http" else "443")
        taken.append(found.span())
        yield Reached(server_at(found["host"], port, found["path"] or "", by), *found.span())
    for found in _dialled().finditer(text):
        taken.append(found.span())
        yield Reached(server_at(found["host"], found["port"], "", by), *found.span(), dialled=True)
    for found in _socket().finditer(text):
        path = found["path"] or found["bare"]
        for word, kind, value in _SOCKETS:
            if word in path:
                taken.append(found.span())
                yield Reached(Thing(kind, value, path), *found.span(), dialled=True)
                break
    for found in _port_words().finditer(text):
        if any(start <= found.start() < end for start, end in taken):
            continue
        port = next(found[name] for name in _PORT_GROUPS if found[name])
        # `health.go:90` is a place in a source.
        host = found["host"] or found["at"] or ""
        if int(port) > 65_535 or host.endswith((".go", ".c", ".rs")):
            continue
        thing = (
            server_at(host, port, "", by) if "." in host or _is_local(host) else _by_number(port)
        )
        yield Reached(thing, *found.span())


def _by_number(port: str) -> Thing:
    """A port of which only the number is named."""
    if port in ("6443", "16443"):
        return Thing(ThingClass.API_SERVER, "endpoint", port)
    return Thing(_BY_PORT.get(port, ThingClass.PORT), "" if port in _BY_PORT else port, port)
