"""Tables in words."""

from calicovet.parse.columns import Row, heading_of, read_rows


def test_a_heading_of_two_words_is_one_column() -> None:
    assert heading_of(("NAME", "NOMINATED", "NODE")) == ("NAME", "NOMINATED NODE")


def test_words_in_small_letters_are_no_heading() -> None:
    assert heading_of(("NAME", "ready")) == ()


def test_rows_know_their_line_and_their_heading() -> None:
    rows = list(read_rows("NAME  AGE\n\na  5m\n"))
    assert rows == [Row(3, ("a", "5m"), ("NAME", "AGE"))]
    assert rows[0].cell("AGE") == "5m"


def test_a_row_with_too_few_words_has_no_cells() -> None:
    (row,) = read_rows("NAME  AGE\na\n")
    assert row.cell("AGE") == ""


def test_a_heading_that_wraps_is_put_together() -> None:
    (row,) = read_rows("NAME READY\nNODE\na 1/1 b\n")
    assert row.heading == ("NAME", "READY", "NODE")
