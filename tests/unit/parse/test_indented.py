"""Lines of describe."""

import pytest

from calicovet.parse.indented import read_line, read_lines


@pytest.mark.parametrize(
    ("text", "key", "value"),
    [
        ("Start Time:   Sat, 18 Jan 2020", "Start Time", "Sat, 18 Jan 2020"),
        ("    Container ID:  ", "Container ID", ""),
        (
            "  projectcalico.org/IPv4Address: 10.0.0.1/24",
            "projectcalico.org/IPv4Address",
            "10.0.0.1/24",
        ),
        ("      /lib/modules from lib-modules (ro)", "", "/lib/modules from lib-modules (ro)"),
        ("http://127.0.0.1:9099", "", "http://127.0.0.1:9099"),
    ],
)
def test_a_key_ends_with_a_colon_and_a_blank(text: str, key: str, value: str) -> None:
    line = read_line(1, text)
    assert (line.key, line.value) == (key, value)


def test_shared_indentation_is_taken_off() -> None:
    lines = list(read_lines("    a: 1\n\n      b: 2\n"))
    assert [(line.number, line.indent) for line in lines] == [(1, 0), (3, 2)]
