"""Pastes that were broken at one width as a whole."""

from textwrap import wrap

from calicovet.parse.text.cleaning import clean
from calicovet.parse.text.wrapped_lines import unwrap

EVENT = (
    "  Warning  Failed     2m (x4 over 9m)  kubelet            Error: failed to create containerd task: "
    'exec: "/opt/cni/bin/install": stat /opt/cni/bin/install: no such file or directory: unknown'
)
LOG = (
    '2024-05-01 10:00:00.123 [ERROR][71] felix/table.go 900: Failed to save iptables table="raw" '
    "ipVersion=0x4 error=exit status 1"
)
LINES = ("my node is not ready:", LOG, EVENT)


def _cut(line: str, width: int) -> list[str]:
    return [line[start : start + width] for start in range(0, len(line), width)]


def _words(line: str, width: int) -> list[str]:
    return wrap(line, width, break_on_hyphens=False, replace_whitespace=False)


def test_lines_that_a_terminal_cut_are_as_they_were() -> None:
    broken = [part for line in LINES for part in _cut(line, 80)]
    assert [each.text for each in unwrap(broken)] == [*LINES]


def test_lines_that_were_broken_between_words_have_their_words() -> None:
    broken = [part for line in LINES for part in _words(line, 80)]
    assert [each.text.split() for each in unwrap(broken)] == [line.split() for line in LINES]


def test_a_joined_line_stands_where_it_began() -> None:
    broken = "\n".join(part for line in LINES for part in _cut(line, 100))
    assert [line.at for line in clean(broken)] == [1, 2, 4]


def test_a_word_that_fits_in_no_line_is_one_word() -> None:
    line = f"{LOG[:60]} {'calico' * 30} end"
    broken = [part for each in (LOG, line) for part in _words(each, 80)]
    assert [each.text for each in unwrap(broken)] == [LOG, line]


def test_rows_of_a_drawn_table_stay_apart() -> None:
    table = [
        "+--------------+-------------------+-------+----------+--------------------------+",
        "| PEER ADDRESS |     PEER TYPE     | STATE |  SINCE   |           INFO           |",
        "+--------------+-------------------+-------+----------+--------------------------+",
        "| 10.0.0.2     | node-to-node mesh | start | 10:00:00 | Active                   |",
    ]
    assert [each.text for each in unwrap(table)] == table


def test_a_broken_drawn_table_has_its_rows() -> None:
    table = [
        f"+{'-' * 30}+{'-' * 60}+",
        f"| {'PEER ADDRESS':28} | {'INFO':58} |",
        f"+{'-' * 30}+{'-' * 60}+",
        f"| {'10.0.0.2':28} | {'Active Socket: Connection refused':58} |",
    ]
    broken = [part for row in table for part in _cut(row, 80)]
    assert [each.text for each in unwrap(broken)] == table


def test_indented_lines_below_long_ones_stay_apart() -> None:
    links = [
        "2: eth0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc fq_codel state UP group default qlen 1000",
        "    inet 192.0.2.33/24 brd 192.0.2.255 scope global eth0",
        "3: eth1: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc fq_codel state UP group default qlen 1000",
        "    inet 198.51.100.2/24 brd 198.51.100.255 scope global eth1",
    ]
    assert [each.text for each in unwrap(links)] == links


def test_a_log_whose_lines_have_many_lengths_stays_as_it_is() -> None:
    lines = [LOG, "something went wrong here", LOG[:90], "and here", LOG[:70]]
    assert [each.text for each in unwrap(lines)] == lines
