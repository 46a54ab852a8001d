"""Ages and spans, as kubectl, docker and crictl print them."""

import re
from datetime import timedelta
from functools import cache

_DAYS_OF = {"y": 365.0, "w": 7.0, "d": 1.0}
_SECONDS_OF = {"h": 3600.0, "m": 60.0, "s": 1.0, "ms": 0.001, "us": 1e-6, "µs": 1e-6, "ns": 1e-9}
_LONGEST = 60
"""No duration is longer than this many characters; what is longer is something else."""
_MOST_DAYS = 36500.0


@cache
def _compact() -> re.Pattern[str]:
    return re.compile(r"(\d{1,9}(?:\.\d{1,9})?)(ms|us|µs|ns|y|w|d|h|m|s)")


@cache
def _wordy() -> re.Pattern[str]:
    return re.compile(
        r"(?:about |less than |over |almost |up )?(an?|\d{1,9}(?:\.\d{1,9})?) ?"
        r"(second|sec|minute|min|hour|hr|day|week|month|year)s?(?: ago)?$"
    )


_WORD_SECONDS = {
    "second": 1.0,
    "sec": 1.0,
    "minute": 60.0,
    "min": 60.0,
    "hour": 3600.0,
    "hr": 3600.0,
    "day": 86400.0,
    "week": 7 * 86400.0,
    "month": 30 * 86400.0,
    "year": 365 * 86400.0,
}


@cache
def _repeats() -> re.Pattern[str]:
    return re.compile(r"\(?x(\d{1,9}) over ([0-9a-zµ.<>]{1,30})\)?")


def read_duration(text: str) -> timedelta | None:
    """The duration that the text is, or None where it is none or is not known."""
    text = text.strip().strip("()").lower()
    if not text or len(text) > _LONGEST:
        return None
    compact = _read_compact(text.removesuffix(" ago").rstrip())
    return compact if compact is not None else _read_wordy(text)


def _read_compact(text: str) -> timedelta | None:
    """`2d9h`, `1m30s`, `3y12d`; zero is a duration, so `0s` is not None."""
    seconds = 0.0
    place = 0
    for part in _compact().finditer(text):
        if part.start() != place:
            return None
        place = part.end()
        number, unit = float(part[1]), part[2]
        seconds += number * (_SECONDS_OF.get(unit) or _DAYS_OF[unit] * 86400.0)
    if place == 0 or place != len(text):
        return None
    return _span(seconds)


def _read_wordy(text: str) -> timedelta | None:
    """`About an hour ago`, `5 weeks ago`, `Less than a second`."""
    found = _wordy().match(text)
    if found is None:
        return None
    number = 1.0 if found[1] in ("a", "an") else float(found[1])
    return _span(number * _WORD_SECONDS[found[2]])


def _span(seconds: float) -> timedelta | None:
    return timedelta(seconds=seconds) if seconds <= _MOST_DAYS * 86400.0 else None


def read_repeats(text: str) -> tuple[int, timedelta | None]:
    """How often, and over how long: `(x12 over 5m)` is twelve times in five minutes; once where it does not say."""
    found = _repeats().search(text[:200])
    if found is None:
        return 1, None
    return int(found[1]), read_duration(found[2])
