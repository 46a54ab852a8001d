"""What is kept of a text that is too large to be read whole."""

import pytest

from calicovet.parse.sifting.line_value import Value, letters_of, value_of
from calicovet.parse.text.large_input import keep_relevant_lines

_STAMP = "2024-01-01 00:{:02}:{:02}.000 "
_QUIET = _STAMP + "[INFO][9] felix/table.go 463: Enabling workarounds for table {}"
_FAILS = _STAMP + "[ERROR][9] felix/route_table.go 5: dial tcp 10.0.0.1:{}: i/o timeout"


def quiet(count: int) -> list[str]:
    return [_QUIET.format(each // 60 % 60, each % 60, each) for each in range(count)]


def kept(lines: list[str]) -> dict[int, str]:
    found = keep_relevant_lines(enumerate(lines, 1), budget=1_000)
    return dict(zip(found.numbers, found.content.split("\n"), strict=True))


def value(line: str) -> Value:
    return value_of(line, letters_of(line)).value


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (_QUIET.format(1, 2, 3), Value.NONE),
        (_FAILS.format(1, 2, 443), Value.TROUBLE),
        ("bird: Mesh_10_0_0_2: State changed to feed", Value.NONE),
        ("kube-system   calico-node-abcde   1/1   Running   0   5m", Value.PLAIN),
        (_STAMP.format(1, 2) + "[INFO][9] startup/startup.go 1: Early log level set to info", Value.KNOWN),
    ],
)  # fmt: skip
def test_what_a_line_is_worth(line: str, expected: Value) -> None:
    assert value(line) is expected


def test_a_failure_that_no_message_knows_is_kept_with_its_neighbours() -> None:
    lines = quiet(20_000)
    lines[9_000] = _FAILS.format(0, 0, 443)
    found = kept(lines)
    assert {9_000, 9_001, 9_002} <= found.keys()
    assert found[9_001] == lines[9_000]
    assert len(found) < 6_000


def test_of_a_flood_the_first_and_the_last_are_kept() -> None:
    lines = quiet(40_000)
    lines[5_000:35_000] = [_FAILS.format(each // 60 % 60, each % 60, 443) for each in range(30_000)]
    found = kept(lines)
    assert {5_001, 35_000} <= found.keys()
    assert len(found) < 6_000


def test_in_a_flood_another_port_is_another_failure() -> None:
    lines = quiet(40_000)
    lines[5_000:35_000] = [_FAILS.format(each // 60 % 60, each % 60, 443) for each in range(30_000)]
    lines[6_000] = _FAILS.format(0, 0, 5473)
    assert kept(lines)[6_001] == lines[6_000]


def test_what_stands_before_a_crash_and_behind_it_is_kept() -> None:
    lines = quiet(20_000)
    lines[9_000] = _STAMP.format(0, 0) + "[FATAL][9] felix/daemon.go 5: Felix gives up"
    assert set(range(8_990, 9_041)) <= kept(lines).keys()


def test_text_between_logs_is_kept_as_it_is() -> None:
    lines = quiet(20_000)
    lines[9_000:9_003] = ["$ ip addr", "1: lo: <LOOPBACK,UP>", "    inet 127.0.0.1/8 scope host lo"]
    found = kept(lines)
    assert [found[number] for number in (9_001, 9_002, 9_003)] == lines[9_000:9_003]


def test_the_same_failure_on_another_node_is_another_one() -> None:
    flood = "Nov 19 10:00:{:02} worker-{} kubelet[77]: E1119 10:00:00.000000 77 x.go:1] dial tcp 10.0.0.1:443: i/o timeout"
    lines = [flood.format(each % 60, 1) for each in range(20_000)]
    lines[1_500] = flood.format(0, 2)
    assert kept(lines)[1_501] == lines[1_500]
