"""Credentials from an exec plugin of the kubeconfig."""

import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import field
from datetime import UTC, datetime
from threading import Event, Lock
from time import monotonic
from typing import TYPE_CHECKING, Any

from msgspec import DecodeError, Struct
from msgspec import field as json_field
from msgspec.json import encode

from calicovet.model.errors import NoAccess
from calicovet.model.record import record
from calicovet.world.json_decoding import decode_as
from calicovet.world.kube.authentication.credentials import Certificate, Grant
from calicovet.world.kube.errors import ApiUnreachable, Stopped, Why
from calicovet.world.redaction.redact import redact_line

if TYPE_CHECKING:
    from subprocess import Popen

GROUP = "client.authentication.k8s.io/"
VERSIONS = (f"{GROUP}v1", f"{GROUP}v1beta1")
SECONDS = 60.0
SECONDS_WITH_A_PERSON = 300.0
"""A person may have to log in with a browser."""


@record(kw_only=True)
class Plugin:
    """How the program is called."""

    command: str
    args: tuple[str, ...] = ()
    environment: Mapping[str, str] = field(repr=False)
    """The whole of it, with what the kubeconfig adds."""
    api_version: str
    interactive_mode: str = "IfAvailable"
    install_hint: str = ""
    cluster: Mapping[str, Any] | None = None
    """Told to the program where provideClusterInfo is set."""
    seconds: float = SECONDS


class _Status(Struct, rename="camel"):
    token: str = ""
    client_certificate_data: str = ""
    client_key_data: str = ""
    expiration_timestamp: datetime | None = None


class _ExecCredential(Struct):
    api_version: str = json_field(default="", name="apiVersion")
    kind: str = ""
    status: _Status | None = None


class ExecPlugin:
    """Runs the program when there is need: at first, after the expiry, after a 401."""

    def __init__(self, plugin: Plugin) -> None:
        self._plugin = plugin
        self._lock = Lock()
        self._grant: Grant | None = None
        self._expires: datetime | None = None
        self._failure: ApiUnreachable | None = None

    @property
    def program(self) -> str:
        from shutil import which

        # The path, where it is found: a bare name does not tell which of several programs runs.
        command = self._plugin.command
        return which(command, path=self._plugin.environment.get("PATH")) or command

    def grant(self, stop: Event) -> Grant:
        with self._lock:
            expired = self._expires is not None and self._expires <= datetime.now(UTC)
            if self._grant is None or expired:
                self._grant = self._ask(stop)
            return self._grant

    def renew(self, refused: Grant, stop: Event) -> bool:
        with self._lock:
            if self._grant is refused:  # else another thread has been here
                self._grant = self._ask(stop)
            return True

    def _ask(self, stop: Event) -> Grant:
        if stop.is_set():
            raise Stopped
        if self._failure is not None:  # it would keep each of many callers waiting
            raise self._failure
        try:
            return self._read(_run(self._plugin, stop))
        except ApiUnreachable as failure:
            self._failure = failure
            raise

    def _read(self, said: bytes) -> Grant:
        try:
            credential = decode_as(said, _ExecCredential)
        except DecodeError as error:
            raise self._rubbish(str(error)) from error
        if credential.kind != "ExecCredential":
            raise self._rubbish(f"kind is {credential.kind!r}, not ExecCredential")
        if credential.api_version != self._plugin.api_version:
            wanted = self._plugin.api_version
            raise self._rubbish(f"apiVersion is {credential.api_version!r}, not {wanted!r}")
        status = credential.status
        if status is None or not (status.token or status.client_certificate_data):
            raise self._rubbish("it holds neither a token nor a certificate")
        if bool(status.client_certificate_data) != bool(status.client_key_data):
            raise self._rubbish("it holds a certificate or a key, not both")
        expires = status.expiration_timestamp
        self._expires = expires.replace(tzinfo=expires.tzinfo or UTC) if expires else None
        return Grant(f"Bearer {status.token}" if status.token else "", _certificate(status))

    def _rubbish(self, reason: str) -> ApiUnreachable:
        return _failed("exec-rubbish", self._plugin, reason=reason)


def _certificate(status: _Status) -> Certificate | None:
    if not status.client_certificate_data:
        return None
    return Certificate(status.client_certificate_data.encode(), status.client_key_data.encode())


def _run(plugin: Plugin, stop: Event) -> bytes:
    from shutil import which
    from subprocess import DEVNULL, PIPE, Popen

    terminal = sys.stdin is not None and sys.stdin.isatty()
    if plugin.interactive_mode == "Always" and not terminal:
        raise _failed("exec-terminal", plugin)
    interactive = plugin.interactive_mode != "Never" and terminal
    command = which(plugin.command, path=plugin.environment.get("PATH"))
    if command is None:
        hint = plugin.install_hint.strip() or "install it, or put its folder on PATH"
        raise _failed("exec-missing", plugin, install=hint)
    told = {"kind": "ExecCredential", "apiVersion": plugin.api_version}
    spec = {"cluster": plugin.cluster} if plugin.cluster is not None else {}
    info = encode({**told, "spec": {**spec, "interactive": interactive}}).decode()
    try:
        process = Popen(
            [command, *plugin.args],
            env={**plugin.environment, "KUBERNETES_EXEC_INFO": info},
            stdin=None if interactive else DEVNULL,
            stdout=PIPE,
            # A login that asks to visit a page says so here; no other output is passed on.
            stderr=None if interactive else PIPE,
            # Alone in its group, so that what it started ends with it.
            start_new_session=not interactive,
        )
    except OSError as error:
        reason = error.strerror or str(error)
        raise _failed("exec-failed", plugin, reason=reason) from error
    seconds = max(plugin.seconds, SECONDS_WITH_A_PERSON) if interactive else plugin.seconds
    try:
        said, complained = _wait(process, plugin, monotonic() + seconds, stop)
    finally:
        _end(process, alone=not interactive)
    if process.returncode != 0:
        lines = (complained or b"").decode(errors="replace").strip().splitlines()
        reason = redact_line(lines[-1])[:300] if lines else f"exit code {process.returncode}"
        raise _failed("exec-failed", plugin, reason=reason)
    return said


def _wait(
    process: "Popen[bytes]", plugin: Plugin, deadline: float, stop: Event
) -> tuple[bytes, bytes | None]:
    from subprocess import TimeoutExpired

    while True:
        try:
            return process.communicate(timeout=0.1)
        except TimeoutExpired:
            if stop.is_set():
                raise Stopped from None
            if monotonic() >= deadline:
                raise _failed("exec-hung", plugin) from None


def _end(process: "Popen[bytes]", *, alone: bool) -> None:
    if process.poll() is not None:
        return
    with suppress(OSError):
        if alone:
            os.killpg(process.pid, 9)
        else:
            process.kill()
    process.wait()


def _failed(key: str, plugin: Plugin, **details: str) -> ApiUnreachable:
    said = "; ".join(details.values())
    ending = NoAccess(
        f"{key}: {plugin.command}: {said}", key=key, command=plugin.command, **details
    )
    return ApiUnreachable(Why.CREDENTIALS, ending.message, ending)
