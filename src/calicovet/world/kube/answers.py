"""The common shapes of API answers."""

import dataclasses
from typing import TypeVar

from msgspec import DecodeError, Raw, Struct, field

from calicovet.model.record import record
from calicovet.world.json_decoding import decode_as
from calicovet.world.kube.errors import ApiRefused, ApiUnreachable, Why
from calicovet.world.kube.table import Row
from calicovet.world.redaction.redact import redact_text

_Shape = TypeVar("_Shape")

SHOWN = 300
"""So much of a text that is no Status is quoted."""


@record
class Answer:
    """What a GET brought."""

    body: bytes
    cut: bool = False
    """More would have come."""
    content_type: str = ""
    status: int = 200
    """206 where a part was asked for and only that part came."""
    date: str = dataclasses.field(default="", compare=False)
    """The server's clock, as it writes it above every answer."""


class ListMeta(Struct, gc=False):
    go_on: str = field(default="", name="continue")


class ListPage(Struct, gc=False):
    kind: str = ""
    metadata: ListMeta = field(default_factory=ListMeta)
    items: list[Raw] | None = None


class _Column(Struct, gc=False):
    name: str = ""


class TablePage(Struct, gc=False):
    kind: str = ""
    metadata: ListMeta = field(default_factory=ListMeta)
    columns: list[_Column] | None = field(default=None, name="columnDefinitions")
    rows: list[Row] | None = None


class _Details(Struct, rename="camel", gc=False):
    retry_after_seconds: float = 0


class _Status(Struct, gc=False):
    kind: str = ""
    message: str = ""
    reason: str = ""
    details: _Details | None = None


def read_json(body: bytes | Raw, shape: type[_Shape]) -> _Shape:
    """The body as that shape; ApiUnreachable where no API server can have said it."""
    try:
        return decode_as(body, shape)
    except DecodeError as error:
        raise ApiUnreachable(Why.NOT_KUBERNETES, f"unexpected answer: {error}") from error


def read_refusal(status: int, body: bytes, retry_after: str) -> ApiRefused:
    """What the server says about its no."""
    wait = float(retry_after) if retry_after.isdecimal() else None
    try:
        said = decode_as(body, _Status)
    except DecodeError:
        said = _Status()
    if said.kind != "Status":
        text = " ".join(body.decode(errors="replace").split())
        return ApiRefused(status, message=redact_text(text)[:SHOWN], retry_after=wait)
    if wait is None and said.details is not None and said.details.retry_after_seconds > 0:
        wait = said.details.retry_after_seconds
    return ApiRefused(status, said.reason, redact_text(said.message), wait)
