"""Decodes JSON into types, from any thread.

Everything from outside is decoded here: msgspec also raises RecursionError and UnicodeDecodeError, which callers forget.
"""

from threading import Lock
from typing import Any, TypeVar

from msgspec import DecodeError, Raw
from msgspec.json import Decoder, format

_Shape = TypeVar("_Shape")

_LEARNING = Lock()
_LEARNED: dict[Any, Decoder[Any]] = {}


def decode_as(body: bytes | Raw, shape: type[_Shape]) -> _Shape:
    """The body as that shape; DecodeError where it is not."""
    decoder = _decoder(shape)
    try:
        return decoder.decode(body)
    except RecursionError as error:
        raise DecodeError("nested too deeply") from error
    except UnicodeDecodeError as error:
        raise DecodeError("not UTF-8") from error


def indented(body: bytes) -> bytes:
    """The same JSON with one value on a line; as it is where it is none, was cut, or is nested too deeply."""
    try:
        return format(body, indent=2)
    except (DecodeError, RecursionError):
        return body


def _decoder(shape: type[_Shape]) -> Decoder[_Shape]:
    # msgspec learns a shape at its first use, and crashes when two threads meet over that.
    with _LEARNING:
        if shape not in _LEARNED:
            _LEARNED[shape] = Decoder(shape)
        return _LEARNED[shape]
