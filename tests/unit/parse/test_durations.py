"""Durations and times, as the tools print them."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from calicovet.parse.durations import read_duration, read_repeats
from calicovet.parse.times import read_time


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2d9h", timedelta(days=2, hours=9)),
        ("44h", timedelta(hours=44)),
        ("17s", timedelta(seconds=17)),
        ("0s", timedelta(0)),
        ("1m30s", timedelta(seconds=90)),
        ("3y12d", timedelta(days=3 * 365 + 12)),
        ("1.5s", timedelta(seconds=1.5)),
        ("250ms", timedelta(milliseconds=250)),
        ("(5m ago)", timedelta(minutes=5)),
        ("About an hour", timedelta(hours=1)),
        ("About a minute ago", timedelta(minutes=1)),
        ("5 weeks ago", timedelta(weeks=5)),
        ("Less than a second", timedelta(seconds=1)),
        ("2 hours", timedelta(hours=2)),
    ],
)
def test_a_duration_is_read(text: str, expected: timedelta) -> None:
    assert read_duration(text) == expected


@pytest.mark.parametrize(
    "text", ["", "<unknown>", "<invalid>", "5m30", "m5", "5 m", "Running", "9" * 9 + "y", "1s" * 40]
)
def test_what_is_no_duration_is_not_known(text: str) -> None:
    assert read_duration(text) is None


def test_repeats_have_a_count_and_a_span() -> None:
    assert read_repeats("4m (x5 over 10m)") == (5, timedelta(minutes=10))
    assert read_repeats("x12 over <invalid>") == (12, None)


def test_what_happened_once_says_nothing_of_repeats() -> None:
    assert read_repeats("4m") == (1, None)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Sat, 18 Jan 2020 22:18:05 +0800",
            datetime(2020, 1, 18, 22, 18, 5, tzinfo=timezone(timedelta(hours=8))),
        ),
        (
            "Thu, 2 Jan 2020 01:00:00 -0330",
            datetime(2020, 1, 2, 1, tzinfo=timezone(-timedelta(hours=3, minutes=30))),
        ),
        ("2020-01-18T14:18:05Z", datetime(2020, 1, 18, 14, 18, 5, tzinfo=UTC)),
        ("2020-01-18T14:18:05.5+00:00", datetime(2020, 1, 18, 14, 18, 5, 500000, tzinfo=UTC)),
        ("2020-01-18 14:53:09.117", datetime(2020, 1, 18, 14, 53, 9, 117000, tzinfo=UTC)),
    ],
)
def test_a_time_has_its_zone(text: str, expected: datetime) -> None:
    assert read_time(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Mon, 31 Feb 2020 00:00:00 +0000",
        "Mon, 01 Foo 2020 00:00:00 +0000",
        "2020-13-01T00:00:00Z",
        "yesterday",
    ],
)
def test_what_is_no_time_is_not_known(text: str) -> None:
    assert read_time(text) is None
