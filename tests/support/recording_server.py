"""A small API server that writes down what it is sent, and a proxy that does the same."""

import socket
import ssl
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Self

from tests.support.certificates import key_of

VERSION = b'{"major":"1","minor":"34","gitVersion":"v1.34.4"}'


@dataclass(frozen=True)
class Seen:
    """One request, as it came in."""

    method: str
    path: str
    headers: tuple[tuple[str, str], ...]
    body: bytes = b""
    certificate: str = ""
    """The common name of the client's certificate."""
    sni: str = ""

    def header(self, name: str) -> str:
        return ", ".join(value for key, value in self.headers if key.lower() == name.lower())


@dataclass(frozen=True)
class Said:
    """One answer; what chunks give is sent as it comes."""

    body: bytes = VERSION
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    chunks: Callable[[], Iterator[bytes]] | None = None
    reset: bool = False
    """The connection is cut instead of an answer, or after the chunks."""


class RecordingServer:
    """Answers on loopback while the `with` lasts; over TLS where it has a certificate."""

    def __init__(self, certificate: Path | None = None, authority: Path | None = None) -> None:
        self.seen: list[Seen] = []
        self.answer: Callable[[Seen], Said] = lambda _: Said()
        self.connections = 0
        self.context: ssl.SSLContext | None = None
        self.names: dict[int, str] = {}
        if certificate is not None:
            self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self.context.load_cert_chain(certificate, key_of(certificate))
            self.context.sni_callback = self._note_name
            if authority is not None:
                self.context.load_verify_locations(authority)
                self.context.verify_mode = ssl.CERT_OPTIONAL
        self._http = _Listener(self, _ApiHandler)

    @property
    def port(self) -> int:
        return self._http.server_port

    @property
    def url(self) -> str:
        return f"{'https' if self.context else 'http'}://127.0.0.1:{self.port}"

    def __enter__(self) -> Self:
        self._http.begin()
        return self

    def __exit__(self, *_: object) -> None:
        self._http.end()

    def _note_name(self, connection: Any, name: str | None, _: ssl.SSLContext) -> None:
        self.names[id(connection)] = name or ""


class RecordingProxy:
    """Leads every CONNECT to one server, whatever its name, and remembers who asked for what."""

    def __init__(self, upstream: int, certificate: Path | None = None) -> None:
        self.upstream = upstream
        self.names: dict[int, str] = {}
        self.context: ssl.SSLContext | None = None
        if certificate is not None:
            self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self.context.load_cert_chain(certificate, key_of(certificate))
        self.seen: list[Seen] = []
        self.refuses = 0
        """The status with which it says no; 0: it does not."""
        self._http = _Listener(self, _ProxyHandler)

    @property
    def port(self) -> int:
        return self._http.server_port

    def __enter__(self) -> Self:
        self._http.begin()
        return self

    def __exit__(self, *_: object) -> None:
        self._http.end()


class _Listener(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def __init__(self, owner: Any, handler: type[BaseHTTPRequestHandler]) -> None:
        self.owner = owner
        self._thread = threading.Thread(
            target=self.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True
        )
        super().__init__(("127.0.0.1", 0), handler)

    def begin(self) -> None:
        self._thread.start()

    def end(self) -> None:
        self.shutdown()
        self.server_close()
        self._thread.join()

    def finish_request(self, request: Any, client_address: Any) -> None:
        # In the connection's own thread, so that one slow handshake does not stop the others.
        context = getattr(self.owner, "context", None)
        with suppress(OSError):
            if context is not None:
                request = context.wrap_socket(request, server_side=True)
            super().finish_request(request, client_address)

    def handle_error(self, request: Any, client_address: Any) -> None:
        pass  # clients that go away are part of the tests


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_message(self, *_: Any) -> None:
        pass

    def note(self) -> Seen:
        length = int(self.headers.get("content-length", 0))
        found = self.connection
        secure = isinstance(found, ssl.SSLSocket)
        return Seen(
            method=self.command,
            path=self.path,
            headers=tuple(self.headers.items()),
            body=self.rfile.read(length) if length else b"",
            certificate=_common_name(found) if isinstance(found, ssl.SSLSocket) else "",
            sni=self.server.owner.names.get(id(found), "") if secure else "",  # type: ignore[attr-defined]
        )


class _ApiHandler(_Handler):
    def setup(self) -> None:
        super().setup()
        self.server.owner.connections += 1  # type: ignore[attr-defined]

    def do_GET(self) -> None:
        owner: RecordingServer = self.server.owner  # type: ignore[attr-defined]
        seen = self.note()
        owner.seen.append(seen)
        said = owner.answer(seen)
        if said.reset and said.chunks is None:
            self._cut()
            return
        self.send_response(said.status)
        self.send_header("Content-Type", said.headers.get("Content-Type", "application/json"))
        for name, value in said.headers.items():
            if name != "Content-Type":
                self.send_header(name, value)
        if said.chunks is None:
            self.send_header("Content-Length", str(len(said.body)))
            self.end_headers()
            self.wfile.write(said.body)
            return
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for chunk in said.chunks():
            self.wfile.write(b"%x\r\n%s\r\n" % (len(chunk), chunk))
            self.wfile.flush()
        if said.reset:
            self._cut()
            return
        self.wfile.write(b"0\r\n\r\n")

    def do_POST(self) -> None:
        self.do_GET()

    def do_DELETE(self) -> None:
        self.do_GET()

    def do_PATCH(self) -> None:
        self.do_GET()

    def _cut(self) -> None:
        self.close_connection = True
        with suppress(OSError):
            socket.socket.shutdown(self.connection, socket.SHUT_RDWR)


class _ProxyHandler(_Handler):
    def do_CONNECT(self) -> None:
        owner: RecordingProxy = self.server.owner  # type: ignore[attr-defined]
        owner.seen.append(self.note())
        self.close_connection = True
        if owner.refuses:
            self.send_error(owner.refuses)
            return
        with socket.create_connection(("127.0.0.1", owner.upstream)) as upstream:
            self.send_response(200, "Connection established")
            self.end_headers()
            back = threading.Thread(target=_pour, args=(upstream, self.connection), daemon=True)
            back.start()
            _pour(self.connection, upstream)
            back.join()


def _pour(source: socket.socket, sink: socket.socket) -> None:
    with suppress(OSError):
        while data := source.recv(1 << 16):
            sink.sendall(data)
    with suppress(OSError):
        sink.shutdown(socket.SHUT_WR)


def _common_name(connection: ssl.SSLSocket) -> str:
    shown: Any = connection.getpeercert() or {}
    pairs = (pair for part in shown.get("subject", ()) for pair in part)
    return next((str(value) for key, value in pairs if key == "commonName"), "")
