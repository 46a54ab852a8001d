"""Widths and line breaks."""

from calicovet.report.terminal.wrap import pad, shorten, width_of, wrap


def test_a_chinese_character_takes_two_columns() -> None:
    assert width_of("节点 a") == 6
    assert width_of("e\u0301") == 1


def test_words_stay_whole_where_they_fit() -> None:
    assert wrap("one two three four", 9) == ["one two", "three", "four"]


def test_chinese_breaks_between_characters_but_not_before_a_full_stop() -> None:
    assert wrap("一二三四五。六", 10) == ["一二三四", "五。六"]


def test_a_word_that_is_too_long_is_cut() -> None:
    assert wrap("abcdefghijklmnop qr", 8) == ["abcdefgh", "ijklmnop", "qr"]


def test_no_line_is_wider_than_asked() -> None:
    text = "calico-node 选用了 nerdctl0 上的 10.9.0.1，而 nerdctl0 是其他程序创建的网桥 " * 5
    assert max(width_of(line) for line in wrap(text, 40)) <= 40


def test_nothing_is_one_empty_line() -> None:
    assert wrap("", 40) == [""]


def test_what_is_cut_shows_it() -> None:
    assert shorten("abcdef", 4) == "abc…"
    assert shorten("abcd", 4) == "abcd"
    assert width_of(shorten("一二三四", 5)) <= 5


def test_padding_counts_columns() -> None:
    assert pad("节点", 6) == "节点  "


def test_an_opening_bracket_does_not_end_a_line() -> None:
    lines = wrap("上联口本身就是网桥（节点地址就在它上面），那是正常的。", 20)
    assert [line for line in lines if line.endswith("（")] == []
    assert "".join(lines) == "上联口本身就是网桥（节点地址就在它上面），那是正常的。"
