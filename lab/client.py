"""JSON over HTTP into a network namespace; every thread has its own connection."""

import json
import ssl
import threading
from collections.abc import Mapping
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Any

from calicovet.model.record import record
from lab.errors import LabError
from lab.namespace import Namespace

_SECONDS = 60.0


@record
class Answer:
    status: int
    text: str

    @property
    def ok(self) -> bool:
        return 200 <= self.status < 300

    def json(self) -> Any:
        return json.loads(self.text)


class Client:
    """Asks one server inside a namespace."""

    def __init__(
        self,
        namespace: Namespace,
        host: str,
        port: int,
        *,
        tls: ssl.SSLContext | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        self._namespace = namespace
        self._host = host
        self._port = port
        self._tls = tls
        self._headers = dict(headers or {})
        self._own = threading.local()

    def ask(
        self,
        method: str,
        path: str,
        body: object = None,
        *,
        content: str = "application/json",
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        """The server's answer, whatever it is; OSError when there is none."""
        data = None if body is None else json.dumps(body).encode()
        sent = {**self._headers, "Content-Type": content, **(headers or {})}
        try:
            return self._once(method, path, data, sent)
        except (OSError, HTTPException):
            # The server closes idle connections when it likes; a fresh one decides.
            self._close()
        try:
            return self._once(method, path, data, sent)
        except HTTPException as error:
            self._close()
            raise OSError(str(error)) from error

    def get(self, path: str) -> Any:
        """The decoded answer to a GET that has to succeed."""
        return self.need("GET", path)

    def need(self, method: str, path: str, body: object = None) -> Any:
        """The decoded answer to a request that has to succeed."""
        answer = self.ask(method, path, body)
        if not answer.ok:
            raise LabError(f"{method} {path}: {answer.status} {answer.text[:500]}")
        return answer.json()

    def _once(
        self, method: str, path: str, data: bytes | None, headers: Mapping[str, str]
    ) -> Answer:
        connection = self._connection()
        connection.request(method, path, data, headers)
        response = connection.getresponse()
        return Answer(response.status, response.read().decode())

    def _connection(self) -> HTTPConnection:
        kept: HTTPConnection | None = getattr(self._own, "connection", None)
        if kept is not None:
            return kept
        made = (
            HTTPConnection(self._host, self._port, timeout=_SECONDS)
            if self._tls is None
            else HTTPSConnection(self._host, self._port, timeout=_SECONDS, context=self._tls)
        )
        with self._namespace.entered():
            made.connect()
        self._own.connection = made
        return made

    def _close(self) -> None:
        kept: HTTPConnection | None = getattr(self._own, "connection", None)
        if kept is not None:
            kept.close()
            self._own.connection = None
