"""The HTTP client for the API server."""

from collections.abc import Callable, Iterator, Mapping
from threading import Event, Lock
from time import monotonic
from typing import TypeVar
from urllib.parse import urlencode

from msgspec import Raw

from calicovet import __version__
from calicovet.model.record import record
from calicovet.world.kube.answer_limits import REFUSAL, ListBudget, bounded
from calicovet.world.kube.answers import (
    Answer,
    ListPage,
    TablePage,
    read_json,
    read_refusal,
)
from calicovet.world.kube.authentication.credentials import Grant
from calicovet.world.kube.errors import ApiError, ApiRefused, ApiUnreachable, Stopped, Why
from calicovet.world.kube.retries import RETRIES, may_pass, passing, pause, wants_tls
from calicovet.world.kube.table import Table
from calicovet.world.kube.target import Target
from calicovet.world.kube.transport import Headers, PooledTransport, Reply, Transport

ANYTHING = "application/json, */*"
JSON = "application/json"
_AS = "application/json;as={kind};v=v1;g=meta.k8s.io,application/json"
AS_TABLE = _AS.format(kind="Table")
AS_METADATA = _AS.format(kind="PartialObjectMetadataList")

_PACKED = (("Accept-Encoding", "gzip"),)

PAGE = 500
_BUSY = frozenset({429})  # the call was not served, so nothing is done twice

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")
_Page = TypeVar("_Page", ListPage, TablePage)


@record
class _Call:
    """One call with all its tries."""

    grant: Grant
    deadline: float


def open_client(target: Target, stop: Event | None = None) -> "Client":
    """A client for the cluster; nothing is sent yet."""
    return Client(target, PooledTransport(target), stop or Event())


class Client:
    """Calls with a deadline each; threads may share it. Every method may raise an ApiError."""

    def __init__(self, target: Target, transport: Transport, stop: Event) -> None:
        self.target = target
        self.stop = stop
        """Set to end all calls."""
        self.requests = 0
        self.bytes = 0
        """Of bodies, as they came over the wire."""
        self._transport = transport
        self._counting = Lock()

    def get(
        self,
        path: str,
        *,
        query: Mapping[str, str] | None = None,
        accept: str = ANYTHING,
        timeout: float | None = None,
        limit: int | None = None,
        headers: Headers = (),
    ) -> Answer:
        """The whole answer, or as much of it as `limit` allows."""
        call = self._call(timeout)

        def once() -> Answer:
            reply = self._begin("GET", path, query, accept, None, call, headers)
            chunks = self._read(reply, None if limit is None else limit + 1)
            body = b"".join(bounded(chunks) if limit is None else chunks)
            cut = limit is not None and len(body) > limit
            return Answer(
                body[:limit] if cut else body,
                cut,
                reply.header("content-type"),
                reply.status,
                reply.header("date"),
            )

        return self._with_patience(once, call.deadline, passing(path))

    def stream(
        self,
        path: str,
        *,
        query: Mapping[str, str] | None = None,
        accept: str = ANYTHING,
        timeout: float | None = None,
    ) -> Iterator[bytes]:
        """The answer's chunks as they come, for what is too big to hold."""
        call = self._call(timeout)
        reply = self._with_patience(
            lambda: self._begin("GET", path, query, accept, None, call),
            call.deadline,
            passing(path),
        )
        yield from self._read(reply, None)

    def post(
        self,
        path: str,
        body: bytes,
        *,
        query: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> bytes:
        """What the server made of the object."""
        return self._write("POST", path, body, query, timeout)

    def patch(
        self,
        path: str,
        body: bytes,
        content_type: str,
        *,
        query: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> bytes:
        """The object as it is with the patch; `content_type` says which kind of patch it is."""
        return self._write("PATCH", path, body, query, timeout, content_type)

    def delete(
        self,
        path: str,
        body: bytes | None = None,
        *,
        query: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> bytes:
        """What the server says about the object that goes."""
        return self._write("DELETE", path, body, query, timeout)

    def table(
        self,
        path: str,
        *,
        query: Mapping[str, str] | None = None,
        cached: bool = False,
        metadata: bool = False,
        timeout: float | None = None,
    ) -> Table | None:
        """The list as kubectl would print it; None where the server makes no tables.

        `cached` takes it from the server's memory: quick, in one answer, and perhaps a moment old.
        """
        wanted = {"includeObject": "Metadata" if metadata else "None", **(query or {})}
        if cached:
            wanted["resourceVersion"] = "0"
        size = 0 if cached else PAGE
        pages = self._walk(path, wanted, AS_TABLE, size, TablePage, lambda page: page, timeout)
        if any(page.kind != "Table" for page in pages):
            return None
        # Only the first page of a long list is sure to name its columns.
        columns = tuple(column.name for column in pages[0].columns or ())
        rows = (row for page in pages for row in page.rows or ())
        return Table(columns, tuple(row for row in rows if len(row.cells) == len(columns)))

    def pages(
        self,
        path: str,
        item: type[_Item],
        *,
        query: Mapping[str, str] | None = None,
        limit: int = PAGE,
        cached: bool = False,
        timeout: float | None = None,
    ) -> list[_Item]:
        """Every item of the list, as far as `item` names its fields; `Raw` for its bytes."""
        return self._items(path, item, query, JSON, limit, cached, timeout)

    def metadata(
        self,
        path: str,
        item: type[_Item],
        *,
        query: Mapping[str, str] | None = None,
        limit: int = PAGE,
        cached: bool = False,
        timeout: float | None = None,
    ) -> list[_Item]:
        """The same with nothing but the objects' metadata."""
        return self._items(path, item, query, AS_METADATA, limit, cached, timeout)

    def abort(self) -> None:
        """Ends every call now, not only at its next chunk."""
        self.stop.set()
        self._transport.abort()

    def _items(
        self,
        path: str,
        item: type[_Item],
        query: Mapping[str, str] | None,
        accept: str,
        limit: int,
        cached: bool,
        timeout: float | None,
    ) -> list[_Item]:
        wanted = dict(query or {})
        if cached:
            wanted["resourceVersion"], limit = "0", 0

        def keep(page: ListPage) -> list[_Item]:
            if page.items is None and not page.kind.endswith("List"):
                raise ApiUnreachable(Why.NOT_KUBERNETES, f"no list at {path}")
            # Raw items are copied, so that one that is kept does not keep its whole page.
            whole = item is Raw
            return [each.copy() if whole else read_json(each, item) for each in page.items or ()]  # type: ignore[misc]

        pages = self._walk(path, wanted, accept, limit, ListPage, keep, timeout)
        return [each for page in pages for each in page]

    def _walk(
        self,
        path: str,
        query: Mapping[str, str],
        accept: str,
        limit: int,
        shape: type[_Page],
        keep: Callable[[_Page], _Result],
        timeout: float | None,
    ) -> list[_Result]:
        """What is kept of each page; from the start again where the server forgot the place."""
        for size in (limit, limit):
            try:
                return self._walk_once(path, query, accept, size, shape, keep, timeout)
            except ApiRefused as error:
                if error.status != 410:
                    raise
        # It changes faster than we turn pages.
        return self._walk_once(path, query, accept, 0, shape, keep, timeout)

    def _walk_once(
        self,
        path: str,
        query: Mapping[str, str],
        accept: str,
        limit: int,
        shape: type[_Page],
        keep: Callable[[_Page], _Result],
        timeout: float | None,
    ) -> list[_Result]:
        kept, wanted = list[_Result](), dict(query)
        # Tables shrink to a twentieth for nothing; packing whole objects takes longer than a LAN.
        packed = _PACKED if shape is TablePage and self.target.compression else ()
        if limit:
            wanted["limit"] = str(limit)
        budget = ListBudget()
        while True:
            answer = self.get(path, query=wanted, accept=accept, timeout=timeout, headers=packed)
            page = read_json(answer.body, shape)
            kept.append(keep(page))
            if not (place := page.metadata.go_on):
                return kept
            budget.spend(len(answer.body), place)
            wanted["continue"] = place

    def _write(
        self,
        method: str,
        path: str,
        body: bytes | None,
        query: Mapping[str, str] | None,
        timeout: float | None,
        content_type: str = JSON,
    ) -> bytes:
        call = self._call(timeout)

        def once() -> bytes:
            reply = self._begin(method, path, query, JSON, body, call, content_type=content_type)
            return b"".join(bounded(self._read(reply, None)))

        return self._with_patience(once, call.deadline, _BUSY)

    def _call(self, timeout: float | None) -> _Call:
        # A person may have to log in first: that time is not the call's.
        grant = self.target.credentials.grant(self.stop)
        return _Call(grant, monotonic() + (self.target.timeout if timeout is None else timeout))

    def _with_patience(
        self, once: Callable[[], _Result], deadline: float, passing: frozenset[int]
    ) -> _Result:
        """The result, tried again where the trouble may pass and there is time."""
        for tried in range(RETRIES):
            try:
                return once()
            except ApiError as error:
                if not may_pass(error, passing):
                    raise
                wait = pause(error, tried)
                if monotonic() + wait >= deadline:
                    raise
                if self.stop.wait(wait):
                    raise Stopped from error
        return once()

    def _begin(
        self,
        method: str,
        path: str,
        query: Mapping[str, str] | None,
        accept: str,
        body: bytes | None,
        call: _Call,
        headers: Headers = (),
        *,
        content_type: str = JSON,
    ) -> Reply:
        """A reply that says yes; ApiRefused where it says no."""
        url = f"{self.target.server}{path}"
        if query:
            url += f"{'&' if '?' in path else '?'}{urlencode(query)}"
        own = [("Accept", accept), ("User-Agent", f"calicovet/{__version__}")]
        if body is not None:
            own.append(("Content-Type", content_type))
        reply = self._send(method, url, (*own, *headers, *self.target.impersonation), body, call)
        if 200 <= reply.status < 300:
            return reply
        if 300 <= reply.status < 400:
            place = reply.header("location")
            reply.close()
            raise ApiUnreachable(Why.NOT_KUBERNETES, f"{reply.status}, to {place}"[:300])
        retry_after = reply.header("retry-after")
        refusal = b"".join(self._read(reply, REFUSAL))
        if reply.status == 400 and url.startswith("http:") and wants_tls(refusal):
            raise ApiUnreachable(Why.SPEAKS_HTTPS)
        raise read_refusal(reply.status, refusal, retry_after)

    def _send(
        self, method: str, url: str, headers: Headers, body: bytes | None, call: _Call
    ) -> Reply:
        reply = self._send_as(call.grant, method, url, headers, body, call.deadline)
        credentials = self.target.credentials
        if reply.status != 401 or not credentials.renew(call.grant, self.stop):
            return reply
        reply.close()
        newer = credentials.grant(self.stop)
        return self._send_as(newer, method, url, headers, body, call.deadline)

    def _send_as(
        self,
        grant: Grant,
        method: str,
        url: str,
        headers: Headers,
        body: bytes | None,
        deadline: float,
    ) -> Reply:
        if self.stop.is_set():
            raise Stopped
        with self._counting:
            self.requests += 1
        shown = [("Authorization", grant.authorization)] if grant.authorization else []
        try:
            return self._transport.send(
                method, url, (*headers, *shown), body, deadline, grant.certificate
            )
        except ApiUnreachable as error:
            if self.stop.is_set():
                raise Stopped from error
            raise

    def _read(self, reply: Reply, limit: int | None) -> Iterator[bytes]:
        """The body's chunks, altogether not more than `limit`; the reply is closed in the end."""
        left = limit
        try:
            for chunk in reply.chunks():
                if self.stop.is_set():
                    raise Stopped
                if left is None:
                    yield chunk
                    continue
                yield chunk[:left]
                left -= len(chunk)
                if left <= 0:
                    return
        except ApiUnreachable as error:
            if self.stop.is_set():
                raise Stopped from error
            raise
        finally:
            with self._counting:
                self.bytes += reply.received
            reply.close()
