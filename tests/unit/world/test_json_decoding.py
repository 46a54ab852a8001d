"""Shapes are learned once, also when many threads ask at the same time."""

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import msgspec
import pytest

from calicovet.world.json_decoding import decode_as

THREADS = 4
BODY = b'{"items":[{"names":{"a":{"text":"one"}}}]}'


@pytest.fixture
def hasty_threads() -> Iterator[None]:
    """Threads that take turns as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("hasty_threads")
def test_many_threads_may_meet_over_a_shape_that_none_has_used() -> None:
    # msgspec alone ends the whole process here, within the first rounds.
    with ThreadPoolExecutor(THREADS) as pool:
        for _ in range(50):
            shape, start = _new_shape(), Barrier(THREADS)

            def read(shape: type[msgspec.Struct] = shape, start: Barrier = start) -> object:
                start.wait()
                return msgspec.to_builtins(decode_as(BODY, shape))

            read_by = [pool.submit(read) for _ in range(THREADS)]
            assert all(each.result() == msgspec.json.decode(BODY) for each in read_by)


def test_a_shape_is_learned_once() -> None:
    shape = _new_shape()
    assert decode_as(BODY, shape) == decode_as(BODY, shape)


def _new_shape() -> type[msgspec.Struct]:
    inner = msgspec.defstruct("Inner", [("text", str)])
    middle = msgspec.defstruct("Middle", [("names", dict[str, inner])])  # type: ignore[valid-type]
    return msgspec.defstruct("Outer", [("items", list[middle])])  # type: ignore[valid-type]
