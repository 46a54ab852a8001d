"""Inputs that cost far more than others of their size: the trace of work that grows faster than the input."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from statistics import median

from fuzz.probe import Timing

TIMES_THE_MEDIAN = 20
_SMALLEST_CLASS = 6
"""Texts below 64 characters are one class."""
_FEWEST = 30
"""With fewer inputs in a class, the median is an accident; the nearest class that has more is used."""


def size_class(size: int) -> int:
    """The power of two below which the size lies."""
    return max(size.bit_length(), _SMALLEST_CLASS)


def medians(timings: Iterable[Timing]) -> Mapping[int, float]:
    """CPU seconds of the middle input, for each class with enough of them; for one class at least."""
    classes = defaultdict[int, list[float]](list)
    for timing in timings:
        classes[size_class(timing.size)].append(timing.seconds)
    most = max((len(costs) for costs in classes.values()), default=0)
    return {
        each: median(costs) for each, costs in classes.items() if len(costs) >= min(_FEWEST, most)
    }


def is_outlier(timing: Timing, usual: Mapping[int, float]) -> bool:
    """Whether it cost more than twenty times the median of its class."""
    own = size_class(timing.size)
    nearest = min(usual, key=lambda each: (abs(each - own), each))
    return timing.seconds > TIMES_THE_MEDIAN * usual[nearest]
