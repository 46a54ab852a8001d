"""Bytes to lines of text."""

from calicovet.world.bundles.text_lines import LONGEST, decode, lines_of


def lines(*chunks: bytes) -> list[tuple[int, str]]:
    return list(lines_of(chunks))


def test_lines_are_the_same_however_they_were_cut() -> None:
    assert lines(b"ab\ncd\n\nef") == lines(b"a", b"b\nc", b"d\n", b"\nef")
    assert lines(b"ab\ncd\n\nef") == [(1, "ab"), (2, "cd"), (3, ""), (4, "ef")]


def test_no_bytes_are_no_lines() -> None:
    assert lines() == []


def test_marks_of_byte_order_are_dropped() -> None:
    assert lines(b"\xef\xbb\xbfab") == [(1, "ab")]
    assert lines("节点\nok".encode("utf-16")) == [(1, "节点"), (2, "ok")]
    halves = "ab\ncd".encode("utf-16")
    assert lines(halves[:3], halves[3:]) == [(1, "ab"), (2, "cd")]


def test_chinese_in_the_old_encoding_is_read() -> None:
    assert lines("节点异常 node-4".encode("gb18030")) == [(1, "节点异常 node-4")]


def test_utf8_that_was_cut_is_not_taken_for_the_old_encoding() -> None:
    assert decode("节点异常".encode()[:-1]).startswith("节点异")


def test_other_bytes_are_marked_as_lost() -> None:
    assert "\ufffd" in decode(b"caf\xe9 ol\xe9")
    assert "\ufffd" in decode(b"\xff\xff")


def test_lines_that_end_as_on_old_macs() -> None:
    assert lines(b"ab\rcd") == [(1, "ab"), (2, "cd")]


def test_odd_breaks_inside_a_line_do_not_count() -> None:
    [(_, text)] = lines("a\x0bb\u2028c\rd\x85e\n".encode())
    assert text == "a b c d e"
    assert len(text.splitlines()) == 1


def test_a_line_without_end_is_handed_on_in_parts() -> None:
    found = lines(*[b"x" * 1000] * 200)
    assert {number for number, _ in found} == {1}
    assert sum(len(text) for _, text in found) == 200_000
    assert max(len(text) for _, text in found) <= LONGEST
