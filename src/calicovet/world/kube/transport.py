"""HTTP requests and replies, without Kubernetes."""

import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from threading import Lock
from time import monotonic
from typing import Any, Protocol
from weakref import WeakSet

import urllib3
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool

from calicovet.model.errors import NoAccess
from calicovet.world.kube.authentication.credentials import Certificate
from calicovet.world.kube.errors import ApiUnreachable, Why
from calicovet.world.kube.failures import unreachable
from calicovet.world.kube.target import Target
from calicovet.world.kube.tls import proxy_context, tls_context

CONNECTIONS = 64
CONNECT_SECONDS = 10.0
CHUNK = 1 << 18

Headers = Sequence[tuple[str, str]]


class Reply(Protocol):
    """An answer whose body has not been read yet."""

    @property
    def status(self) -> int: ...

    @property
    def received(self) -> int:
        """The bytes of the body that have come over the wire so far, packed or not."""
        ...

    def header(self, name: str) -> str: ...

    def chunks(self) -> Iterator[bytes]:
        """The body, as it comes; ApiUnreachable where it breaks off or the time is up."""
        ...

    def close(self) -> None:
        """Gives the connection back, or ends it where the body was not read to its end."""
        ...


class Transport(Protocol):
    """Carries one request and brings its reply; threads may share it."""

    def send(
        self,
        method: str,
        url: str,
        headers: Headers,
        body: bytes | None,
        deadline: float,
        certificate: Certificate | None,
    ) -> Reply:
        """The reply's beginning; ApiUnreachable where there is none until `deadline` (monotonic)."""
        ...

    def abort(self) -> None:
        """Closes every open connection, so that waiting callers fail at once."""
        ...


class PooledTransport:
    """The transport on urllib3: connections are kept and used again."""

    def __init__(self, target: Target) -> None:
        self._target = target
        self._lock = Lock()
        self._shown: Certificate | None = None
        self._manager: urllib3.PoolManager | None = None
        self._open = WeakSet[HTTPConnection]()

    def send(
        self,
        method: str,
        url: str,
        headers: Headers,
        body: bytes | None,
        deadline: float,
        certificate: Certificate | None,
    ) -> Reply:
        left = deadline - monotonic()
        if left <= 0:
            raise ApiUnreachable(Why.TIMED_OUT, "no time left")
        try:
            response = self._pools(certificate).urlopen(
                method,
                url,
                headers=urllib3.HTTPHeaderDict(headers),
                body=body,
                timeout=urllib3.Timeout(connect=min(left, CONNECT_SECONDS), read=left),
                pool_timeout=left,
                retries=False,
                redirect=False,
                preload_content=False,
            )
        except NoAccess as ending:  # what we have to show, or the way, is broken
            raise ApiUnreachable(Why.CREDENTIALS, ending.message, ending) from ending
        except (urllib3.exceptions.HTTPError, OSError, ValueError) as error:
            raise unreachable(error) from error
        return _PooledReply(response, deadline)

    def abort(self) -> None:
        with self._lock:
            connections = list(self._open)
        for connection in connections:
            if (found := connection.sock) is not None:
                with suppress(OSError):
                    # Past TLS's own farewell, for which another thread may hold the lock.
                    socket.socket.shutdown(found, socket.SHUT_RDWR)

    def _pools(self, certificate: Certificate | None) -> urllib3.PoolManager:
        with self._lock:
            if self._manager is None or certificate != self._shown:
                # Connections that showed the old certificate end with the last who uses them.
                self._manager, self._shown = self._new_pools(certificate), certificate
            return self._manager

    def _new_pools(self, certificate: Certificate | None) -> urllib3.PoolManager:
        target = self._target
        settings: dict[str, Any] = {"num_pools": 1, "maxsize": CONNECTIONS, "block": True}
        if target.server.startswith("https:"):
            settings["ssl_context"] = tls_context(target.tls, certificate)
            if target.tls.server_name:
                settings["server_hostname"] = target.tls.server_name
            if target.tls.insecure:
                urllib3.disable_warnings(urllib3.exceptions.InsecureRequestWarning)
        if target.proxy.startswith("socks5"):
            return _through_socks(target.proxy, settings)
        manager = _through(target, settings) if target.proxy else urllib3.PoolManager(**settings)
        manager.pool_classes_by_scheme = _pool_classes(self._note)
        return manager

    def _note(self, connection: HTTPConnection) -> None:
        with self._lock:
            self._open.add(connection)


def _through(target: Target, settings: dict[str, Any]) -> urllib3.PoolManager:
    from urllib.parse import unquote, urlsplit

    try:
        proxy = urlsplit(target.proxy)
        login, _, host = proxy.netloc.rpartition("@")
    except ValueError:
        raise _bad_proxy(target.proxy) from None
    if proxy.scheme not in ("http", "https") or not host:
        raise _bad_proxy(target.proxy)
    if login:
        settings["proxy_headers"] = urllib3.make_headers(proxy_basic_auth=unquote(login))
    if proxy.scheme == "https":
        settings["proxy_ssl_context"] = proxy_context(target.tls)
    return urllib3.ProxyManager(f"{proxy.scheme}://{host}", **settings)


def _bad_proxy(proxy: str) -> NoAccess:
    shown = proxy.rpartition("@")[2]
    return NoAccess(f"no proxy URL: {shown}", key="bad-proxy", proxy=shown)


def _through_socks(proxy: str, settings: dict[str, Any]) -> urllib3.PoolManager:
    from importlib.util import find_spec

    if find_spec("socks") is None:
        shown = proxy.rpartition("@")[2]
        raise NoAccess("no SOCKS without PySocks", key="no-socks", proxy=shown)
    from urllib3.contrib.socks import SOCKSProxyManager

    # As in Go, the proxy and not this machine finds the server by its name.
    return SOCKSProxyManager(proxy.replace("socks5://", "socks5h://", 1), **settings)


def _pool_classes(note: Callable[[HTTPConnection], None]) -> dict[str, type[HTTPConnectionPool]]:
    """Pools whose connections are known to us while they live."""

    class Plain(HTTPConnection):
        def connect(self) -> None:
            note(self)
            super().connect()

    class Secure(HTTPSConnection):
        def connect(self) -> None:
            note(self)
            super().connect()

    class PlainPool(HTTPConnectionPool):
        ConnectionCls = Plain

    class SecurePool(HTTPSConnectionPool):
        ConnectionCls = Secure

    return {"http": PlainPool, "https": SecurePool}


class _PooledReply:
    def __init__(self, response: urllib3.BaseHTTPResponse, deadline: float) -> None:
        self._response = response
        self._deadline = deadline
        self._ended = False

    @property
    def status(self) -> int:
        return self._response.status

    @property
    def received(self) -> int:
        return self._response.tell()

    def header(self, name: str) -> str:
        return self._response.headers.get(name, "")

    def chunks(self) -> Iterator[bytes]:
        while True:
            self._limit_the_wait()
            try:
                # Whatever has come, so that a server that dribbles cannot hold us.
                chunk = self._response.read1(CHUNK)
            except (urllib3.exceptions.HTTPError, OSError, ValueError) as error:
                raise unreachable(error) from error
            if not chunk:
                self._ended = True
                return
            yield chunk

    def close(self) -> None:
        if not self._ended:
            self._response.close()
        self._response.release_conn()

    def _limit_the_wait(self) -> None:
        left = self._deadline - monotonic()
        if left <= 0:
            raise ApiUnreachable(Why.TIMED_OUT, "the answer took too long")
        found = getattr(self._response.connection, "sock", None)
        if found is not None:
            found.settimeout(left)
