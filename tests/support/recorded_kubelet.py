"""Answers as kubelets do, from files: the API server's node proxy is real, what is behind it is recorded.

    python -m tests.support.recorded_kubelet --dir D --listen 0.0.0.0:10250 --certificate C --key K

One process serves many nodes: the folder is D/ADDRESS, the address being the one that was asked. In it
lies a file for each path: configz, stats/summary, metrics/cadvisor, pods; logs/ is the node's /var/log,
query/SERVICE is the journal of a service, containerLogs/NAMESPACE/POD/CONTAINER.log is a container's log
and CONTAINER.previous.log the one of the run before. What has no file does not exist.

Beside a path, PATH.hang makes it hang, PATH.500 fail with that file's text, PATH.reset break the connection;
so do these for everything below a folder, and .hang, .500, .reset for the whole node.
"""

import re
import socket
import ssl
import struct
import sys
import threading
from argparse import ArgumentParser
from datetime import UTC, datetime, timedelta
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, quote, unquote, urlsplit

_CRI = re.compile(r"(?P<time>\S+) (?:stdout|stderr) [FP] (?P<text>.*)", re.DOTALL)
"""A line as the runtime writes it into a container's log file."""
_JSON = ("configz", "stats/summary", "pods")


class RecordedKubelets(ThreadingHTTPServer):
    """TLS on one port, a thread for each connection."""

    daemon_threads = True
    # What hangs must not keep the server from ending.
    block_on_close = False
    request_queue_size = 128

    def __init__(self, listen: tuple[str, int], folder: Path, certificate: Path, key: Path) -> None:
        self.folder = folder
        self.stopped = threading.Event()
        self._tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._tls.load_cert_chain(certificate, key)
        super().__init__(listen, _Handler)

    def finish_request(self, request: Any, client_address: Any) -> None:
        # The handshake belongs into the connection's own thread: a slow client delays no other.
        with self._tls.wrap_socket(request, server_side=True) as secure:
            _Handler(secure, client_address, self)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Who goes away in the middle is no event; the rest is told."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: RecordedKubelets

    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        path = unquote(parts.path).strip("/")
        asked = dict(parse_qsl(parts.query))
        node = self.server.folder / str(self.connection.getsockname()[0])
        if ".." in path.split("/") or not node.is_dir():
            self._text(404, "404 page not found\n")
        elif not self._trouble(node, path):
            self._serve(node, path, asked)

    def log_message(self, format: str, *arguments: object) -> None:
        sys.stdout.write(f"{self.connection.getsockname()[0]} {format % arguments}\n")
        sys.stdout.flush()

    def _serve(self, node: Path, path: str, asked: dict[str, str]) -> None:
        match path.split("/"):
            case ["containerLogs", namespace, pod, container]:
                self._text(*container_log(node / "containerLogs", namespace, pod, container, asked))
            case ["logs"] if "query" in asked and (node / "query").is_dir():
                self._text(200, journal(node / "query", asked))
            case ["logs", *_]:
                self._log_folder(node / path)
            case ["healthz"]:
                self._text(200, "ok")
            case _:
                self._file(node / path, "application/json" if path in _JSON else "text/plain")

    def _log_folder(self, path: Path) -> None:
        if not path.is_dir():
            self._file(path, "text/plain; charset=utf-8")
            return
        names = sorted(f"{each.name}/" if each.is_dir() else each.name for each in path.iterdir())
        lines = "".join(f'<a href="{quote(name)}">{escape(name)}</a>\n' for name in names)
        self._text(200, f"<pre>\n{lines}</pre>\n", "text/html; charset=utf-8")

    def _file(self, path: Path, kind: str) -> None:
        if path.is_file():
            self._text(200, path.read_text(encoding="utf-8"), kind)
        else:
            self._text(404, "404 page not found\n")

    def _text(self, status: int, text: str, kind: str = "text/plain") -> None:
        body = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _trouble(self, node: Path, path: str) -> bool:
        """Whether the path was made to fail, and has failed."""
        parts = path.split("/")
        for depth in range(len(parts) + 1):
            marked = f"{node}/{'/'.join(parts[:depth])}"
            if Path(f"{marked}.hang").exists():
                self.server.stopped.wait()
                return True
            if (failing := Path(f"{marked}.500")).exists():
                self._text(500, failing.read_text(encoding="utf-8") or "Internal Server Error\n")
                return True
            if Path(f"{marked}.reset").exists():
                self._reset()
                return True
        return False

    def _reset(self) -> None:
        """Closes so that the other side reads "connection reset by peer"."""
        at_once = struct.pack("ii", 1, 0)
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, at_once)
        self.connection.close()
        self.close_connection = True


def container_log(
    folder: Path, namespace: str, pod: str, container: str, asked: dict[str, str]
) -> tuple[int, str]:
    """Status and text, in the kubelet's own words where there is no such log."""
    logs = folder / namespace / pod
    if not logs.is_dir():
        return 404, f'pod "{pod}" does not exist\n'
    current = logs / f"{container}.log"
    previous = logs / f"{container}.previous.log"
    if not current.exists() and not previous.exists():
        return 404, f'container "{container}" not found in pod "{pod}"\n'
    wanted = previous if asked.get("previous") == "true" else current
    if wanted.exists():
        return 200, chosen_lines(wanted, asked)
    if wanted is previous:
        return 400, f'previous terminated container "{container}" in pod "{pod}" not found'
    return 400, f'container "{container}" in pod "{pod}" is waiting to start: PodInitializing'


def chosen_lines(path: Path, asked: dict[str, str]) -> str:
    """The lines that were asked for, cut to the number of bytes that was asked for.

    A file may hold lines as the runtime writes them, with time and stream in front; the time is shown only
    when it is asked for. Plain lines have the file's own time.
    """
    written = datetime.fromtimestamp(path.stat().st_mtime, UTC)
    lines = [
        _stamped(line, written)
        for line in path.read_text(encoding="utf-8").splitlines(keepends=True)
    ]
    if (since := _since(asked)) is not None:
        lines = [line for line in lines if _moment(line[0], written) >= since]
    if tail := asked.get("tailLines"):
        lines = lines[-int(tail) :] if int(tail) else []
    stamps = asked.get("timestamps") == "true"
    text = "".join(f"{time} {line}" if stamps else line for time, line in lines)
    if limit := asked.get("limitBytes"):
        text = text.encode()[: int(limit)].decode(errors="ignore")
    return text


def journal(folder: Path, asked: dict[str, str]) -> str:
    """What the node log query answers for a service."""
    path = folder / asked["query"]
    if not path.is_file():
        return "-- No entries --\n"
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    if pattern := asked.get("pattern"):
        lines = [line for line in lines if re.search(pattern, line)]
    if tail := asked.get("tailLines"):
        lines = lines[-int(tail) :]
    return "".join(lines)


def _stamped(line: str, written: datetime) -> tuple[str, str]:
    found = _CRI.match(line)
    if found:
        return found["time"], found["text"]
    return written.strftime("%Y-%m-%dT%H:%M:%S.%f000Z"), line


def _since(asked: dict[str, str]) -> datetime | None:
    if seconds := asked.get("sinceSeconds"):
        return datetime.now(UTC) - timedelta(seconds=int(seconds))
    if time := asked.get("sinceTime"):
        return datetime.fromisoformat(time)
    return None


def _moment(time: str, otherwise: datetime) -> datetime:
    # Runtimes write nanoseconds, which is more than Python reads.
    try:
        return datetime.fromisoformat(re.sub(r"(\.\d{6})\d+", r"\1", time))
    except ValueError:
        return otherwise


def main() -> None:
    parser = ArgumentParser(prog="python -m tests.support.recorded_kubelet")
    parser.add_argument("--dir", type=Path, required=True)
    parser.add_argument("--listen", required=True, metavar="ADDRESS:PORT")
    parser.add_argument("--certificate", type=Path, required=True)
    parser.add_argument("--key", type=Path, required=True)
    chosen = parser.parse_args()
    host, _, port = chosen.listen.rpartition(":")
    with RecordedKubelets((host, int(port)), chosen.dir, chosen.certificate, chosen.key) as server:
        server.serve_forever()


if __name__ == "__main__":
    main()
