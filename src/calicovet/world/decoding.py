"""JSON to a shape, whichever thread asks."""

from threading import Lock
from typing import Any, TypeVar

from msgspec import Raw
from msgspec.json import Decoder

_Shape = TypeVar("_Shape")

_LEARNING = Lock()
_LEARNED: dict[Any, Decoder[Any]] = {}


def decode_as(body: bytes | Raw, shape: type[_Shape]) -> _Shape:
    """The body as that shape; msgspec's own errors where it is not."""
    return _decoder(shape).decode(body)


def _decoder(shape: type[_Shape]) -> Decoder[_Shape]:
    # msgspec learns a shape at its first use, and crashes when two threads meet over that.
    with _LEARNING:
        if shape not in _LEARNED:
            _LEARNED[shape] = Decoder(shape)
        return _LEARNED[shape]
