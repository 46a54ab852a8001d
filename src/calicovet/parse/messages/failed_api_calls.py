"""Message table: failed calls to the API server, by any speaker."""

import re
from dataclasses import replace
from functools import partial

from calicovet.model.facts.base import Fact
from calicovet.model.facts.datastore import (
    AccessForbidden,
    ApiCallFailed,
    CallError,
    CrdNotServed,
    LookupFailed,
)
from calicovet.parse.messages.message import Maker, Message, Spoken, said

_API_PORTS = frozenset(
    {"443", "6443", "8443", "16443", "6444", "7443", "9443", "8080", "2379", "2380"}
)
_DIAL = re.compile(
    r"\bdial tcp:? (?:\S+->)?(?P<target>\[?[\w.:*-]+\]?:\d{1,5})(?=[:\s]|$)", re.ASCII
)
_READ = re.compile(
    r"\b(?:read|write) tcp \S+->(?P<target>\[?[\w.:-]+\]?:\d{1,5})(?=[:\s]|$)", re.ASCII
)
_URL = re.compile(
    r"(?P<url>(?P<scheme>https?)://(?P<host>\[[^\]\s]{2,45}\]|[^\s/:\"'\\]+)(?::(?P<port>\d{1,5}))?[^\s\"'\\]*)"
)
_API_PATH = re.compile(r"/apis?/|/version\b|/healthz|/readyz|/livez|/api\b", re.ASCII)
# Each of these has its own meaning elsewhere: probes, image registries, webhooks, Typha, sockets.
_ELSEWHERE = re.compile(
    r":5473\b|:909[89]\b|:10250\b|:10256\b|pull(ing|ed)? image|pulling from|sandbox image|/v2/"
    r"|failed to resolve reference|calling webhook|probe failed|probe errored|probetype"
    r"|\bdial unix\b|containerd\.sock\b|\bBIRDv[46]\b",
    re.IGNORECASE | re.ASCII,
)
_DATASTORE = re.compile(
    r"datastore|clusterinformation|etcd|API ?server|apiserver|to query (kubeadm|rancher) configmap",
    re.IGNORECASE,
)
_PULLS = re.compile(r"pull(ing)? image|/v2/|sandbox image|resolve reference", re.IGNORECASE)
_CALICOS_IMAGE = re.compile(r"(calico|tigera)/[\w-]+[:@]", re.IGNORECASE)
_KUBECTL = re.compile(
    r"Unable to connect to the server|The connection to the server \S+ was refused"
)
_BEFORE = 700
"""How far before its error a call is looked for."""


def _call_in(text: str, end: int) -> tuple[str, str]:
    """The target that was dialled and the URL that was asked for, next before the error."""
    window = text[max(0, end - _BEFORE) : end]
    target = url = ""
    for found in _URL.finditer(window):
        url = found["url"].rstrip(":,;)")
        target = (
            f"{found['host']}:{found['port'] or ('80' if found['scheme'] == 'http' else '443')}"
        )
    for found in (*_READ.finditer(window), *_DIAL.finditer(window)):
        target = found["target"]
    return target, url


def _is_for_the_api(text: str, target: str, url: str) -> bool:
    if _ELSEWHERE.search(text):
        return False
    if target:
        port = target.rpartition(":")[2]
        local = target.startswith(("localhost:", "127.0.0.1:", "[::1]:"))
        return bool(_API_PATH.search(url)) or (
            port in _API_PORTS and not (local and port == "8080")
        )
    return bool(_DATASTORE.search(text) or _KUBECTL.search(text))


def _failed(error: CallError, match: re.Match[str], spoken: Spoken) -> Fact | None:
    text = spoken.text
    target, url = _call_in(text, match.end())
    if not _is_for_the_api(text, target, url):
        return None
    before = text[max(0, match.start() - 120) : match.start()]
    if error is CallError.TIMEOUT:
        # `lookup NAME: i/o timeout` is the resolver's trouble, not the API server's.
        if re.search(r"lookup [\w.-]+( on \S+)?: .{0,60}$", before):
            return None
        if re.search(r"\b(read|write) tcp \S+: $", before) or "Client.Timeout" in text:
            error = CallError.SLOW
    if "while waiting for connection" in before:
        error = CallError.TIMEOUT
    if "proxyconnect tcp" in before:
        return None
    return ApiCallFailed(
        about=spoken.about,
        cited=spoken.cited,
        at=spoken.at,
        error=error,
        target=target,
        url=url,
        process="kubectl" if _KUBECTL.search(text) else spoken.process,
    )


def _forbidden(match: re.Match[str], spoken: Spoken) -> Fact:
    resource, _, suffix = match["resource"].partition(".")
    return AccessForbidden(
        about=spoken.about,
        cited=spoken.cited,
        at=spoken.at,
        # A terminal may have broken the line within the name.
        user="".join(match["user"].split()),
        verb=match["verb"].lower(),
        resource=resource,
        group=match["group"] or suffix,
        name=match.groupdict().get("name") or "",
        process=spoken.process,
    )


def _not_served(match: re.Match[str], spoken: Spoken) -> Fact:
    return CrdNotServed(
        about=spoken.about,
        cited=spoken.cited,
        at=spoken.at,
        resource=match["resource"].lower(),
        verb=(match.groupdict().get("verb") or "").lower(),
        process=spoken.process,
    )


def _lookup(match: re.Match[str], spoken: Spoken) -> Fact | None:
    # A registry's name is looked up too; it matters where the image is Calico's.
    if _PULLS.search(spoken.text) and not _CALICOS_IMAGE.search(spoken.text):
        return None
    return LookupFailed(
        about=spoken.about,
        cited=spoken.cited,
        at=spoken.at,
        name=match["name"],
        server=match["server"] or "",
        why=match["why"].lower(),
        process=spoken.process,
    )


def _unless_elsewhere(make: Maker, match: re.Match[str], spoken: Spoken) -> Fact | None:
    return None if _ELSEWHERE.search(spoken.text) else make(match, spoken)


def _toward_the_api(message: Message) -> Message:
    """The message, silent where the line is about a registry, a probe, a kubelet or a webhook."""
    return replace(message, make=partial(_unless_elsewhere, message.make))


def _tail(key: str, pattern: str, error: CallError, *words: str) -> Message:
    return Message(key=f"call:{key}", pattern=pattern, make=partial(_failed, error), words=words)


_RESOURCES = (
    r"bgpconfigurations|bgpfilters|bgppeers|blockaffinities|caliconodestatuses|clusterinformations"
    r"|felixconfigurations|globalnetworkpolicies|globalnetworksets|hostendpoints|ipamblocks"
    r"|ipamconfigs|ipamhandles|ippools|ipreservations|kubecontrollersconfigurations"
    r"|networkpolicies|networksets|tiers|staged\w+"
)

CALLS = (
    _tail("timeout", r"\bi/o timeout\b", CallError.TIMEOUT, "timeout"),
    _tail("timed-out", r"connect: (connection|operation) timed out", CallError.TIMEOUT, "timed"),
    _tail("deadline", r"context deadline exceeded\b", CallError.TIMEOUT),
    _tail(
        "slow",
        r"Client\.Timeout (exceeded|or context cancellation) while (awaiting headers|reading body)",
        CallError.SLOW,
        "awaiting",
        "reading",
    ),
    _tail("handshake", r"TLS handshake timeout", CallError.SLOW),
    _tail("refused", r"connect: connection refused\b", CallError.REFUSED),
    _tail("no-route", r"connect: no route to host\b", CallError.NO_ROUTE),
    _tail("unreachable", r"network is unreachable\b", CallError.UNREACHABLE),
    _tail("reset", r"connection reset by peer\b", CallError.RESET),
    _tail("eof", r"(: unexpected EOF|\W: EOF)\s*($|\W)", CallError.EOF, "eof"),
    _tail("proxy", r"\bproxyconnect tcp\b", CallError.PROXY),
    _tail("unknown-ca", r"\bcertificate signed by unknown authority\b", CallError.TLS_UNKNOWN_CA),
    _tail(
        "expired",
        r"certificate has expired or is not yet valid: current time \S+ is after",
        CallError.TLS_EXPIRED,
    ),
    _tail(
        "not-yet",
        r"certificate has expired or is not yet valid: current time \S+ is before",
        CallError.TLS_NOT_YET,
    ),
    _tail(
        "dates",
        r"certificate has expired or is not yet valid\s*($|[^:\s]|:\s*($|[^c\s]))",
        CallError.TLS_DATES,
    ),
    _tail(
        "wrong-name",
        r"(certificate is valid for .{1,400}?, not \S+|cannot validate certificate for \S+ because it doesn.t contain any IP SANs)",
        CallError.TLS_WRONG_NAME,
        "certificate",
    ),
    _tail(
        "tls",
        r"\b(remote error: tls|tls: (bad certificate|failed to verify|handshake failure|internal error))",
        CallError.TLS_OTHER,
        "tls",
    ),
    _tail(
        "unauthorized",
        r"(unauthorized: Unauthorized\b|error\W{1,4}Unauthorized\b|asked for the client to provide credentials)",
        CallError.UNAUTHORIZED,
        "unauthorized",
        "credentials",
    ),
)

_ACCOUNTS = r"calico-node|calico-cni-plugin|calico-typha|canal|calico-kube-controllers"

PARTICULARS = (
    Message(
        key="access-forbidden",
        pattern=r"((?<![\w.-])(?P<name>[\w.-]++)\W{1,4} )?is forbidden: User \W{0,4}(?P<user>system:serviceaccount:\s?[\w-]+:\s?[\w-]+|[^\s\"'`\\]+)\W{0,4} cannot (?P<verb>\w+) (resource )?\W{0,4}(?P<resource>[\w/.-]+)(\W{0,4} in API group [\"'`]?(?P<group>[\w.-]*))?",
        make=_forbidden,
        words=("forbidden",),
    ),
    # Quoted from the middle on; whose account it is says enough.
    Message(
        key="access-forbidden:cut",
        pattern=rf"\bUser \W{{0,4}}(?P<user>system:serviceaccount:[\w-]+:({_ACCOUNTS}))\W{{0,4}} cannot (?P<verb>\w+) (resource )?\W{{0,4}}(?P<resource>[\w/.-]+)(\W{{0,4}} in API group [\"'`]?(?P<group>[\w.-]*))?",
        make=_forbidden,
        words=("serviceaccount",),
        yields_to=("access-forbidden",),
    ),
    Message(
        key="crd-not-served",
        pattern=rf"the server could not find the requested resource \((?P<verb>get|list|watch|post|put|patch|delete) (?P<resource>{_RESOURCES})\.(crd\.)?projectcalico\.org",
        make=_not_served,
    ),
    Message(
        key="crd-not-served:kind",
        pattern=r"no matches for kind \W{0,4}(?P<resource>\w+)\W{0,4} in version \W{0,4}crd\.projectcalico\.org",
        make=_not_served,
    ),
    Message(
        key="lookup-failed",
        pattern=r"\blookup (?P<name>[\w.-]+)( on (?P<server>[^\s]+?))?: .{0,80}?(?P<why>no such host|server misbehaving|i/o timeout|connection refused|temporary failure in name resolution)",
        make=_lookup,
    ),
)

_TO_TYPHA = (
    "typha-tls-mismatch",
    "img-pull-unreachable",
    "rt-sandbox-image-unavailable",
    "sched-admission-webhook-failing",
)

REFUSALS = (
    said(
        "rbac-forbidden",
        rf"is forbidden: User \W{{0,4}}(?P<user>system:serviceaccount:[\w-]+:({_ACCOUNTS}))\W{{0,4}} cannot (?P<verb>get|list|watch|create|update|patch|delete) (resource )?\W{{0,4}}(?P<resource>[\w/.-]+)",
        anyone=True,
        words=("forbidden",),
        yields_to=("cni-token-forbidden", "typha-tier-create-forbidden"),
    ),
    said(
        "rbac-wrong-identity",
        r"is forbidden: User \W{0,4}(?P<user>system:(node:[\w.-]+|anonymous|serviceaccount:[\w-]+:default))\W{0,4} cannot (?P<verb>\w+) (resource )?\W{0,4}(?P<resource>[\w/.-]{0,60}?(projectcalico|ippools|clusterinformations|felixconfigurations|nodes|pods)[\w/.-]*)",
        anyone=True,
        words=("forbidden",),
    ),
    said(
        "crd-missing",
        rf"the server could not find the requested resource \((?P<verb>get|list|watch|post|put|patch|delete) (?P<resource>{_RESOURCES})\.(crd\.)?projectcalico\.org",
        anyone=True,
    ),
    said(
        "crd-missing:kind",
        r"no matches for kind \W{0,4}(?P<kind>\w+)\W{0,4} in version \W{0,4}crd\.projectcalico\.org",
        anyone=True,
    ),
    said(
        "crd-missing:defaults",
        r"\bUnable to set global default configuration\b.{0,120}?resource does not exist",
        fatal=True,
        yields_to=("crd-missing",),
    ),
)

CLOCKS = (
    # Whichever server shows the certificate, also a registry: the message is about the host's clock.
    said(
        "host-time-skew",
        r"certificate has expired or is not yet valid: current time (?P<now>\S+) is before (?P<since>[\w:.-]+)",
        anyone=True,
    ),
)

TRANSPORT = (
    said(
        "x509-unknown-ca",
        r"x509: certificate signed by unknown authority",
        anyone=True,
        yields_to=_TO_TYPHA,
    ),
    said(
        "x509-expired",
        r"certificate has expired or is not yet valid: current time (?P<now>\S+) is after (?P<until>[\w:.-]+)",
        anyone=True,
        yields_to=_TO_TYPHA,
    ),
    said(
        "x509-expired:no-time",
        r"certificate has expired or is not yet valid\b",
        anyone=True,
        yields_to=("x509-expired", "host-time-skew", *_TO_TYPHA),
    ),
    said(
        "x509-san-mismatch",
        r"x509: certificate is valid for (?P<names>.{1,400}?), not (?P<name>[^\s\"']+)",
        anyone=True,
        yields_to=_TO_TYPHA,
    ),
    said(
        "x509-san-mismatch:no-ip",
        r"cannot validate certificate for (?P<name>\S+) because it doesn.t contain any IP SANs",
        anyone=True,
        yields_to=_TO_TYPHA,
    ),
    said(
        "host-no-default-route",
        r"dial tcp (?P<target>\S+:443): connect: network is unreachable",
        anyone=True,
    ),
    said(
        "host-dns-broken",
        r"\blookup (?P<name>[\w.-]+)( on (?P<server>[^\s]+?))?: .{0,80}?(?P<error>no such host|server misbehaving|i/o timeout)",
        anyone=True,
        yields_to=(
            "felix-localhost-unresolvable",
            "img-pull-unreachable",
            "rt-sandbox-image-unavailable",
            "ip-can-reach-failed",
        ),
    ),
    said(
        "host-firewalld",
        r"dial tcp (?P<target>\S+:(179|5473|443|6443|10250)): connect: no route to host",
        anyone=True,
        yields_to=("typha-port-blocked",),
    ),
    said(
        "api-proxy-env",
        r"\bproxyconnect tcp: (?P<error>.{1,200})",
        anyone=True,
        yields_to=("img-pull-unreachable", "rt-sandbox-image-unavailable"),
    ),
    said(
        "api-proxy-env:status",
        r"Get \W{0,4}(?P<url>https://[^\s\"']+:443/apis/crd\.projectcalico\.org/[^\s\"']+)\W{0,3}: (?P<error>Service Unavailable|Forbidden)\b",
        anyone=True,
        words=("unavailable", "forbidden"),
    ),
    said(
        "api-mtu-blackhole",
        r"(net/http: TLS handshake timeout|Client\.Timeout or context cancellation while reading body)",
        anyone=True,
        words=("handshake", "reading"),
        yields_to=("img-pull-unreachable", "rt-sandbox-image-unavailable"),
    ),
    said(
        "api-overloaded",
        r"\b(?P<error>the server was unable to return a response|Too Many Requests|etcdserver: (request timed out|leader changed))",
        anyone=True,
        words=("unable", "many", "etcdserver"),
        yields_to=("img-pull-rate-limit",),
    ),
    said(
        "etcd-datastore-tls-or-unreachable",
        r"\b(?P<error>transport: authentication handshake failed|remote error: tls: bad certificate|etcd cluster is unavailable)",
        anyone=True,
        words=("handshake", "tls", "etcd"),
        yields_to=_TO_TYPHA,
    ),
)

MESSAGES = (*CALLS, *PARTICULARS, *REFUSALS, *CLOCKS, *map(_toward_the_api, TRANSPORT))
