"""Points in time, as Kubernetes and Calico print them."""

import re
from datetime import UTC, datetime, timedelta, timezone
from functools import cache

_MONTHS = {
    name: number
    for number, name in enumerate(
        ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"), 1
    )
}
_LONGEST = 80


@cache
def _iso() -> re.Pattern[str]:
    return re.compile(
        r"(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d):(\d\d)(?:[.,](\d{1,9}))?"
        r" ?(Z|UTC|[+-]\d\d:?\d\d)?"
    )


@cache
def _rfc_1123() -> re.Pattern[str]:
    return re.compile(
        r"(?:[A-Za-z]{3}, ?)?(\d{1,2}) ([A-Za-z]{3}) (\d{4}) (\d\d):(\d\d):(\d\d)"
        r"(?: ?([+-]\d\d:?\d\d|UTC|GMT|Z))?"
    )


def read_time(text: str) -> datetime | None:
    """The time at the beginning of the text, always with a zone (UTC where none is told); None where there is none."""
    text = text.strip().strip("\"'")[:_LONGEST]
    found = _iso().match(text)
    if found is not None:
        year, month, day, hour, minute, second = (int(part) for part in found.groups()[:6])
        micro = int((found[7] or "0").ljust(6, "0")[:6])
        return _time((year, month, day, hour, minute, second, micro), found[8])
    found = _rfc_1123().match(text)
    if found is None or found[2].lower() not in _MONTHS:
        return None
    day, year, hour, minute, second = (int(found[group]) for group in (1, 3, 4, 5, 6))
    return _time((year, _MONTHS[found[2].lower()], day, hour, minute, second, 0), found[7])


def _time(parts: tuple[int, int, int, int, int, int, int], zone: str | None) -> datetime | None:
    try:
        return datetime(*parts, tzinfo=_zone(zone))
    except ValueError:  # the 31st of February, or a zone of a hundred hours
        return None


def _zone(text: str | None) -> timezone:
    if not text or text[0] not in "+-":
        return UTC
    digits = text[1:].replace(":", "")
    offset = timedelta(hours=int(digits[:2]), minutes=int(digits[2:4]))
    return timezone(-offset if text[0] == "-" else offset)
