"""Credentials that are sent to the server."""

from dataclasses import field
from pathlib import Path
from threading import Event, Lock
from typing import Protocol

from calicovet.model.errors import NoAccess
from calicovet.model.record import record
from calicovet.world.kube.errors import ApiUnreachable, Why


@record
class Certificate:
    """A client certificate and its key, both as PEM."""

    chain: bytes
    key: bytes = field(repr=False)


@record
class Grant:
    """The credentials of one request; empty for an anonymous one."""

    authorization: str = field(default="", repr=False)
    certificate: Certificate | None = None


class Credentials(Protocol):
    """Where grants come from."""

    @property
    def program(self) -> str:
        """The program of the user that is run to get them; empty where there is none."""
        ...

    def grant(self, stop: Event) -> Grant:
        """What to show now; waits for a plugin no longer than until `stop` is set."""
        ...

    def renew(self, refused: Grant, stop: Event) -> bool:
        """Whether there is something else to show than what the server refused."""
        ...


class Fixed:
    """Credentials that stay as they are."""

    program = ""

    def __init__(self, grant: Grant) -> None:
        self._grant = grant

    def grant(self, stop: Event) -> Grant:
        return self._grant

    def renew(self, refused: Grant, stop: Event) -> bool:
        return False


class TokenFile:
    """A token in a file that another program renews before it expires."""

    program = ""

    def __init__(self, path: Path, token: str = "", certificate: Certificate | None = None) -> None:
        self._path = path
        self._token = token
        self._certificate = certificate
        self._lock = Lock()

    def grant(self, stop: Event) -> Grant:
        return Grant(f"Bearer {self._read()}", self._certificate)

    def renew(self, refused: Grant, stop: Event) -> bool:
        return self.grant(stop) != refused

    def _read(self) -> str:
        with self._lock:
            try:
                # Small enough to be read for every request, so that no change is missed.
                read = self._path.read_text("utf-8").strip()
                reason = "it is empty"
            except (OSError, ValueError) as error:
                read, reason = "", getattr(error, "strerror", None) or str(error)
            self._token = read or self._token  # the last that was good, while a new one is written
            if not self._token:
                ending = file_unreadable(self._path, reason)
                raise ApiUnreachable(Why.CREDENTIALS, ending.message, ending)
            return self._token


def file_unreadable(path: Path, reason: str) -> NoAccess:
    """The end, where a file that the kubeconfig names cannot be read."""
    return NoAccess(f"{path}: {reason}", key="credential-file", file=str(path), reason=reason)
