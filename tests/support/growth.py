"""How CPU time grows with the size of the input: a ratio, which a busy machine does not change."""

from collections.abc import Callable
from time import process_time

STEP = 4
"""The larger input is so many times the smaller one."""
_MOST = 9.0
"""Linear work grows by the step, quadratic work by its square, which is sixteen."""
_SHORTEST = 2e-3
"""Seconds below which a ratio says more about the clock than about the work."""
_AGAIN = 3


def growth(work: Callable[[int], object], size: int) -> float:
    """How many times the CPU time of `work(size)` the work of a step more takes; at least 1."""
    ratio = 1.0
    for _ in range(_AGAIN):
        small, large = _seconds(work, size), _seconds(work, size * STEP)
        ratio = max(1.0, large / max(small, _SHORTEST))
        if ratio <= _MOST:
            return ratio
    return ratio


def is_linear(work: Callable[[int], object], size: int) -> bool:
    """Whether the CPU time grows no faster than the input, as far as clocks can say."""
    return growth(work, size) <= _MOST


def _seconds(work: Callable[[int], object], size: int) -> float:
    began = process_time()
    work(size)
    return process_time() - began
