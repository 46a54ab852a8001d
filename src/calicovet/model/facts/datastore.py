"""Facts about failed calls to the API server, by any process."""

from enum import StrEnum
from typing import ClassVar

from calicovet.model.facts.base import Fact
from calicovet.model.record import record


class CallError(StrEnum):
    """How a call failed, by the tail of its error."""

    TIMEOUT = "timeout"
    """i/o timeout, context deadline exceeded on dial: no answer at all."""
    SLOW = "slow"
    """Client.Timeout exceeded while awaiting headers: connected, then too slow."""
    REFUSED = "refused"
    NO_ROUTE = "no-route"
    UNREACHABLE = "unreachable"
    """network is unreachable: no route in the table."""
    TLS_UNKNOWN_CA = "tls-unknown-ca"
    TLS_EXPIRED = "tls-expired"
    TLS_NOT_YET = "tls-not-yet"
    TLS_DATES = "tls-dates"
    """Expired or not yet valid; the line does not say which."""
    TLS_WRONG_NAME = "tls-wrong-name"
    TLS_OTHER = "tls-other"
    UNAUTHORIZED = "unauthorized"
    """401."""
    FORBIDDEN = "forbidden"
    """403; AccessForbidden has the particulars."""
    NOT_FOUND = "not-found"
    PROXY = "proxy"
    RESET = "reset"
    EOF = "eof"


@record(kw_only=True)
class ApiCallFailed(Fact):
    """A call to the API server (or etcd) failed on the way."""

    error: CallError
    target: str = ""
    """host:port that was dialled, where the line says."""
    url: str = ""
    process: str = ""
    """startup, felix, install-cni, upgrade-ipam, kubelet, kube-proxy …; empty: not known."""
    count: int = 1


@record(kw_only=True)
class AccessForbidden(Fact):
    """The API server's own words: who may not do what."""

    user: str
    verb: str
    resource: str
    group: str = ""
    name: str = ""
    process: str = ""


@record(kw_only=True)
class CrdNotServed(Fact):
    """The API server does not know a Calico resource."""

    resource: str
    verb: str = ""
    process: str = ""


@record(kw_only=True)
class LookupFailed(Fact):
    """A name did not resolve on the host."""

    name: str
    server: str = ""
    why: str = ""
    process: str = ""


@record(kw_only=True)
class CurlAnswered(Fact):
    """What a person's curl (or nc, telnet, openssl) to an API address gave."""

    target: str
    """host:port."""
    ok: bool
    error: str = ""


@record(kw_only=True)
class ServiceAddress(Fact):
    """The ClusterIP of service default/kubernetes."""

    address: str


@record(kw_only=True)
class ApiEndpoint(Fact):
    """An address behind the service: host:port."""

    address: str


@record(kw_only=True)
class DatastoreReady(Fact):
    """ClusterInformation.spec.datastoreReady."""

    single: ClassVar[bool] = True
    ready: bool


@record(kw_only=True)
class CrdListed(Fact):
    """A CRD of Calico that the cluster has."""

    name: str
