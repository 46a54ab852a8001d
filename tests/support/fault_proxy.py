"""An API server that is half dead: requests go through to the real one, or fail as they are told to.

with fault_proxy(control_plane, lambda path, before: Status(500) if "/nodes" in path else None) as proxy:
    control_plane.run("calicovet", "--kubeconfig", proxy.kubeconfig)
"""

import http.client
import socket
import ssl
import struct
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urlsplit

from calicovet.model.record import record
from lab.control_plane import ADDRESS, PORT, ControlPlane
from lab.users import ADMIN

_HOST = "127.0.0.1"
_NOT_HANDED_ON = frozenset({"host", "accept-encoding", "connection", "transfer-encoding"})


@record
class Status:
    """An answer of the proxy's own."""

    code: int
    retry_after: int | None = None
    body: str = '{"kind":"Status","apiVersion":"v1","status":"Failure","message":"half dead"}'


@record
class Slow:
    """The real answer, so many seconds late."""

    seconds: float


@record
class Cut:
    """The real answer, broken off in the middle of its body."""


@record
class Reset:
    """The connection is broken before there is an answer."""


Fault = Status | Slow | Cut | Reset | None
Choose = Callable[[str, int], Fault]
"""The fault of a request, by its path with the query and how often that path was asked before."""


class FaultProxy(ThreadingHTTPServer):
    """TLS on a separate port, a thread for each connection; records the requests."""

    daemon_threads = True
    block_on_close = False
    request_queue_size = 128

    def __init__(self, control_plane: ControlPlane, choose: Choose) -> None:
        shown = control_plane.certificate("fault-proxy", subject="/CN=lab", addresses=(_HOST,))
        self._tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._tls.load_cert_chain(shown.certificate, shown.key)
        self.upstream = ssl.create_default_context(cafile=str(control_plane.authority.certificate))
        self.choose = choose
        self.asked: list[str] = []
        self._lock = threading.Lock()
        super().__init__((_HOST, 0), _Handler)

    def finish_request(self, request: Any, client_address: Any) -> None:
        with suppress(OSError), self._tls.wrap_socket(request, server_side=True) as secure:
            _Handler(secure, client_address, self)

    def fault_of(self, target: str) -> Fault:
        path = urlsplit(target).path
        with self._lock:
            before = sum(urlsplit(each).path == path for each in self.asked)
            self.asked.append(target)
        return self.choose(target, before)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: FaultProxy

    def do_GET(self) -> None:
        fault = self.server.fault_of(self.path)
        body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
        if isinstance(fault, Reset):
            self._reset()
        elif isinstance(fault, Status):
            extra = {} if fault.retry_after is None else {"Retry-After": str(fault.retry_after)}
            headers = {"Content-Type": "application/json", **extra}
            self._answer(fault.code, headers, fault.body.encode())
        else:
            if isinstance(fault, Slow):
                time.sleep(fault.seconds)
            self._hand_on(body, cut=isinstance(fault, Cut))

    do_POST = do_PATCH = do_DELETE = do_GET  # noqa: N815 - the names are http.server's

    def log_message(self, format: str, *arguments: object) -> None:
        """The tests ask `asked`."""

    def _hand_on(self, body: bytes, *, cut: bool) -> None:
        connection = http.client.HTTPSConnection(ADDRESS, PORT, context=self.server.upstream)
        headers = {
            name: value
            for name, value in self.headers.items()
            if name.lower() not in _NOT_HANDED_ON
        }
        try:
            connection.request(self.command, self.path, body or None, headers)
            reply = connection.getresponse()
            content = reply.read()
        except (OSError, http.client.HTTPException):
            self._reset()
            return
        finally:
            connection.close()
        kept = {"Content-Type": reply.headers.get("Content-Type", "")}
        self._answer(reply.status, kept, content, cut=cut)

    def _answer(
        self, status: int, headers: dict[str, str], body: bytes, *, cut: bool = False
    ) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body[: len(body) // 2] if cut else body)
        if cut:
            self.wfile.flush()
            self._reset()

    def _reset(self) -> None:
        """Closes so that the other side reads "connection reset by peer"."""
        at_once = struct.pack("ii", 1, 0)
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, at_once)
        self.connection.close()
        self.close_connection = True


@record(kw_only=True)
class Proxy:
    """A way to the API server through faults."""

    kubeconfig: str
    asked: list[str]


@contextmanager
def fault_proxy(control_plane: ControlPlane, choose: Choose, user: str = ADMIN) -> Iterator[Proxy]:
    """A proxy inside the namespace, as long as the block; `user` is who asks through it."""
    with control_plane.entered():
        server = FaultProxy(control_plane, choose)
        thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
    try:
        address = f"https://{_HOST}:{server.server_address[1]}"
        path = control_plane.kubeconfig(user, address)
        yield Proxy(kubeconfig=str(path), asked=server.asked)
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
