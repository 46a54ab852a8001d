"""A package index on loopback that has a newer release of every project than the one that is pinned."""

import base64
import hashlib
import re
import threading
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

NEWER = "9999.0"


def fill(folder: Path, files: Path) -> None:
    """Writes the index: every downloaded file, and beside each a forged newer release."""
    for file in sorted(files.iterdir()):
        project = _project(file)
        room = folder / "simple" / project
        room.mkdir(parents=True)
        (room / file.name).write_bytes(file.read_bytes())
        _forge(room, project)
        rows = [_row(each) for each in sorted(room.iterdir())]
        (room / "index.html").write_text("<!DOCTYPE html>\n" + "\n".join(rows))


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """Serves the folder; gives the index's URL."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/simple/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Requests are not worth a line in the test's output."""


def _project(file: Path) -> str:
    return re.sub(r"[-_.]+", "-", file.name.split("-")[0]).lower()


def _row(file: Path) -> str:
    digest = hashlib.sha256(file.read_bytes()).hexdigest()
    return f'<a href="{file.name}#sha256={digest}">{file.name}</a><br>'


def _forge(room: Path, project: str) -> None:
    """Writes a wheel of a release that does not exist, with the extra that refused an install before."""
    stem = f"{project.replace('-', '_')}-{NEWER}"
    info = f"{stem}.dist-info"
    head = f"Metadata-Version: 2.1\nName: {project}\nVersion: {NEWER}\nProvides-Extra: toml\n"
    members = {
        f"{info}/METADATA": head,
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: forged\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = "".join(f"{name},{_seal(text)},{len(text)}\n" for name, text in members.items())
    with zipfile.ZipFile(room / f"{stem}-py3-none-any.whl", "w") as wheel:
        for name, text in {**members, f"{info}/RECORD": f"{record}{info}/RECORD,,\n"}.items():
            wheel.writestr(name, text)


def _seal(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return f"sha256={base64.urlsafe_b64encode(digest).decode().rstrip('=')}"
