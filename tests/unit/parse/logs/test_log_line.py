from datetime import UTC, datetime, timedelta, timezone

import pytest

from calicovet.parse.logs.line_prefix import peel
from calicovet.parse.logs.log_line import LogLine, read_log_line, unescape


def read(text: str) -> LogLine:
    line = read_log_line(text)
    assert line is not None
    return line


def test_the_full_grammar_is_taken_apart() -> None:
    line = read(
        '2024-01-12 07:51:58.079 [WARNING][9] startup/startup.go 390: Message key="v \\"q\\""'
    )
    assert line == LogLine(
        message='Message key="v "q""',
        at=datetime(2024, 1, 12, 7, 51, 58, 79000, UTC),
        level="WARNING",
        pid=9,
        component="startup",
        file="startup.go",
        line=390,
    )


@pytest.mark.parametrize(
    ("text", "level", "component", "file", "number", "message"),
    [
        (
            "2020-12-30 12:50:55.337 [INFO][10] startup.go 256: Early log",
            "INFO",
            "",
            "startup.go",
            256,
            "Early log",
        ),
        (
            "2020-12-30 12:50:55.337 [INFO ][10] felix/health.go 84: x",
            "INFO",
            "felix",
            "health.go",
            84,
            "x",
        ),
        ("[INFO][10] felix/health.go 84: x", "INFO", "felix", "health.go", 84, "x"),
        ("INFO][10] felix/health.go 84: x", "INFO", "felix", "health.go", 84, "x"),
        ("felix/health.go 84: x", "", "felix", "health.go", 84, "x"),
        ("50:55.337 [INFO][10] felix/health.go 84: x", "INFO", "felix", "health.go", 84, "x"),
        (
            "2024-01-01 00:00:00.000 [FATAL][1] cni-installer/<nil> <nil>: no",
            "FATAL",
            "cni-installer",
            "<nil>",
            None,
            "no",
        ),
        (
            "2024-01-01 00:00:00.000 [INFO][1] felix/filename-lookup-failed -1: no",
            "INFO",
            "felix",
            "filename-lookup-failed",
            None,
            "no",
        ),
        (
            "2023-01-02_03:04:05.12345 2023-01-02 03:04:05.123 [INFO][1] felix/a.go 1: x",
            "INFO",
            "felix",
            "a.go",
            1,
            "x",
        ),
        ("2023-01-02T03:04:05.12345 [INFO][1] felix/a.go 1: x", "INFO", "felix", "a.go", 1, "x"),
        (
            "2024-01-01T00:00:00.123456789Z stderr F 2024-01-01 00:00:00.000 [INFO][1] felix/a.go 1: x",
            "INFO",
            "felix",
            "a.go",
            1,
            "x",
        ),
        (
            "2024-01-01T00:00:00.123456789Z [INFO][1] felix/a.go 1: x",
            "INFO",
            "felix",
            "a.go",
            1,
            "x",
        ),
        (
            "[pod/calico-node-abc/calico-node] [INFO][1] felix/a.go 1: x",
            "INFO",
            "felix",
            "a.go",
            1,
            "x",
        ),
        (
            "calico-node-abc calico-node 2024-01-01 00:00:00.000 [INFO][1] felix/a.go 1: x",
            "INFO",
            "felix",
            "a.go",
            1,
            "x",
        ),
        (
            "calico-node-abc › calico-node [INFO][1] felix/a.go 1: x",
            "INFO",
            "felix",
            "a.go",
            1,
            "x",
        ),
        (
            "W0715 07:51:58.079000       9 client_config.go:617] Neither",
            "WARNING",
            "",
            "client_config.go",
            617,
            "Neither",
        ),
        (
            "Jan 12 13:58:02 host kubelet[1211]: E0112 13:58:02.118442    1211 prober.go:104] bad",
            "ERROR",
            "",
            "prober.go",
            104,
            "bad",
        ),
        (
            'time="2022-01-01T00:00:00Z" level=fatal msg="text \\"a\\"" error="b c"',
            "FATAL",
            "",
            "",
            None,
            'text "a" error=b c',
        ),
        ("level=warn msg=plain", "WARNING", "", "", None, "plain"),
        (
            '{"level":"error","ts":"2024-01-01T00:00:00Z","msg":"text","error":"b"}',
            "ERROR",
            "",
            "",
            None,
            "text error=b",
        ),
        ('{"level":"info","message":"text"}', "INFO", "", "", None, "text"),
        (
            '{"log":"2024-01-01 00:00:00.000 [INFO][1] felix/a.go 1: x\\n","stream":"stdout","time":"2024-01-01T00:00:00Z"}',
            "INFO",
            "felix",
            "a.go",
            1,
            "x",
        ),
        (
            '{"log":"plain\\n","stream":"stdout","time":"2024-01-01T00:00:00Z"}',
            "",
            "",
            "",
            None,
            "plain",
        ),
    ],
)
def test_every_generation_is_read(
    text: str, level: str, component: str, file: str, number: int | None, message: str
) -> None:
    line = read(text)
    assert (line.level, line.component, line.file, line.line, line.message) == (
        level,
        component,
        file,
        number,
        message,
    )


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Calico node started successfully",
        "NAME READY STATUS",
        "{not json}",
        "[1, 2]",
        '{"a": 1}',
        '{"msg": 1}',
        "time=",
        "Jan 40 nothing",
        "Abc 12 13:58:02 host unit: x",
        "see startup.go for details",
    ],
)
def test_other_text_is_no_log_line(text: str) -> None:
    assert read_log_line(text) is None


def test_a_stamp_before_the_line_gives_the_time_where_the_line_does_not() -> None:
    line = read("2024-01-01T00:00:00.5Z stderr F [INFO][1] felix/a.go 1: x")
    assert line.at == datetime(2024, 1, 1, 0, 0, 0, 500000, UTC)


def test_a_journals_stamp_needs_year_and_zone_from_elsewhere() -> None:
    found = peel("Jan  2 13:58:02 host-1 dockerd[1211]: text")
    zone = timezone(timedelta(hours=8))
    assert (found.host, found.unit, found.rest) == ("host-1", "dockerd", "text")
    assert found.time(None, zone) is None
    assert found.time(2023, None) is None
    assert found.time(2023, zone) == datetime(2023, 1, 2, 13, 58, 2, tzinfo=zone)
    assert peel("Feb 31 13:58:02 host unit: x").time(2023, zone) is None


def test_a_journal_with_full_stamps_is_peeled_too() -> None:
    found = peel("2024-01-12T13:58:02+0800 host kubelet[1]: text")
    assert (found.host, found.unit, found.rest) == ("host", "kubelet", "text")
    assert found.time(None, None) == datetime(
        2024, 1, 12, 13, 58, 2, tzinfo=timezone(timedelta(hours=8))
    )


def test_escapes_are_undone_once_or_twice() -> None:
    assert unescape(r"a \"b\" c\nd") == 'a "b" c d'
    assert unescape(r"a \\\"b\\\"") == 'a "b"'
    assert unescape("plain") == "plain"


def test_a_line_of_a_megabyte_is_read_by_its_beginning() -> None:
    line = read("[INFO][1] felix/a.go 1: " + "x" * 1_000_000)
    assert len(line.message) < 70_000
