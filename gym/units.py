"""`systemctl` on a node: what systemd answers on a host, of the daemons that the gym keeps there.

A small program on the node's PATH hands its arguments out to here, where the daemons are known.
"""

import json
import socketserver
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from threading import Thread

from calicovet.model.record import record
from gym.daemon import Daemon
from lab.errors import LabError

SOCKET = "tmp/.systemctl"
"""In the machine's folder and on the machine."""
CLIENT = f"""\
#!/usr/bin/python3
import json, socket, sys

asked = socket.socket(socket.AF_UNIX)
asked.connect("/{SOCKET}")
asked.sendall(json.dumps(sys.argv[1:]).encode() + b"\\n")
code, out, err = json.loads(asked.makefile().read())
sys.stdout.write(out)
sys.stderr.write(err)
sys.exit(code)
"""

_NOT_RUNNING, _NO_SUCH, _NOT_INSTALLED = 3, 4, 5
"""Exit codes of systemctl."""


@record
class Said:
    """What systemctl prints, and how it ends."""

    code: int = 0
    out: str = ""
    err: str = ""


@record(kw_only=True)
class Unit:
    """A daemon, and how it is brought up: returns when it serves, as a unit that notifies does."""

    daemon: Daemon
    start: Callable[[], None]

    def restart(self) -> None:
        self.daemon.stop()
        self.start()


def answer(arguments: Sequence[str], units: Mapping[str, Unit]) -> Said:
    """Does what systemctl is asked for."""
    # Options only say how to print it; --now is the exception.
    verb, *names = [word for word in arguments if not word.startswith("-")] or ["list-units"]
    names = [name.removesuffix(".service") for name in names]
    if verb in ("daemon-reload", "reset-failed"):
        return Said()
    if verb in ("enable", "disable"):
        verb = _NOW[verb] if "--now" in arguments else verb
    if verb in _ASKS:
        return _joined([_ASKS[verb](name, units.get(name)) for name in names], verb)
    if verb not in (*_ACTS, "enable", "disable"):
        return Said(1, err=f"Unknown command verb {verb}.\n")
    return _joined([_act(verb, name, units.get(name)) for name in names], verb)


def _act(verb: str, name: str, unit: Unit | None) -> Said:
    if unit is None:
        told = f"Failed to {verb} {name}.service: Unit {name}.service not found.\n"
        return Said(_NOT_INSTALLED, err=told)
    try:
        if verb in _ACTS:
            _ACTS[verb](unit)
    except LabError as error:
        return Said(1, err=f"Job for {name}.service failed: {error.message}\n")
    return Said()


def _is_active(name: str, unit: Unit | None) -> Said:
    if unit is None:
        return Said(_NO_SUCH, "inactive\n")
    return Said(0, "active\n") if unit.daemon.alive else Said(_NOT_RUNNING, "inactive\n")


def _is_enabled(name: str, unit: Unit | None) -> Said:
    if unit is None:
        told = f"Failed to get unit file state for {name}.service: No such file or directory\n"
        return Said(1, err=told)
    return Said(0, "enabled\n")


def _status(name: str, unit: Unit | None) -> Said:
    if unit is None:
        return Said(_NO_SUCH, err=f"Unit {name}.service could not be found.\n")
    alive = unit.daemon.alive
    state = "active (running)" if alive else "inactive (dead)"
    told = f"● {name}.service - {name}\n     Loaded: loaded\n     Active: {state}\n"
    return Said(0 if alive else _NOT_RUNNING, told)


def _show(name: str, unit: Unit | None) -> Said:
    loaded = "not-found" if unit is None else "loaded"
    alive = unit is not None and unit.daemon.alive
    active, sub = ("active", "running") if alive else ("inactive", "dead")
    told = f"Id={name}.service\nLoadState={loaded}\nActiveState={active}\nSubState={sub}\n"
    return Said(0, told)


def _stop(unit: Unit) -> None:
    unit.daemon.stop()


def _start(unit: Unit) -> None:
    if not unit.daemon.alive:
        unit.start()


def _restart(unit: Unit) -> None:
    unit.restart()


def _try_restart(unit: Unit) -> None:
    if unit.daemon.alive:
        unit.restart()


_ASKS: Mapping[str, Callable[[str, Unit | None], Said]] = {
    "is-active": _is_active,
    "is-enabled": _is_enabled,
    "status": _status,
    "show": _show,
}
_ACTS: Mapping[str, Callable[[Unit], None]] = {
    "start": _start,
    "stop": _stop,
    "restart": _restart,
    "reload-or-restart": _restart,
    "try-restart": _try_restart,
}
_NOW = {"enable": "start", "disable": "stop"}


def _joined(said: Sequence[Said], verb: str) -> Said:
    codes = [each.code for each in said]
    # Of several, one that runs is enough for this question.
    code = min(codes, default=1) if verb == "is-active" else max(codes, default=1)
    return Said(code, "".join(each.out for each in said), "".join(each.err for each in said))


class Units:
    """Answers the node's systemctl from `start` to `stop`."""

    def __init__(self, folder: Path, units: Mapping[str, Unit]) -> None:
        self._path = folder / SOCKET
        self._units = units
        self._server: socketserver.BaseServer | None = None

    def start(self) -> None:
        self._path.unlink(missing_ok=True)
        units = self._units

        class Asked(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                said = answer(json.loads(self.rfile.readline()), units)
                self.wfile.write(json.dumps([said.code, said.out, said.err]).encode())

        self._server = socketserver.ThreadingUnixStreamServer(str(self._path), Asked)
        # A caller that asks while the node is switched off ends with it.
        self._server.daemon_threads = True
        Thread(target=self._server.serve_forever, name="systemctl", daemon=True).start()

    def stop(self) -> None:
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
            self._server = None
