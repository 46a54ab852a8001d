"""Redacts columns of tables whose header names a secret."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from calicovet.world.redaction.plain_line import head_of
from calicovet.world.redaction.secret_names import Says, says
from calicovet.world.redaction.secret_values import HIDDEN, is_secret, looks_random

_MARKS = ("│", "┃", "|", "\t", ",", ";")
"""What parts the cells of a row."""
_LONGEST_ROW = 4_000
_MOST_CELLS = 60
_MOST_ROWS = 2_000
_WORDS_OF_A_HEADER = 4
_FRAME = frozenset("-+|=: ─┼├┤┬┴┌┐└┘│\t>")


class _Cell(NamedTuple):
    start: int
    end: int


def hide_columns(lines: list[str], place: int) -> None:
    """Hides the cells below a header that names secrets."""
    header = lines[place]
    if len(header) > _LONGEST_ROW:
        return
    if "secret" in header and (found := _of_logins().search(header)):
        _hide_third_words(lines, place, found.start())
        return
    if "values" in header.lower():
        lines[place] = _without_inserted(header)
        return
    for mark in _MARKS:
        if mark in header:
            columns = _secret_columns(lines, place, mark)
            if columns:
                _hide_cells(lines, place, mark, columns)
                return
    if "  " in header:
        _hide_aligned(lines, place)


# Cells between marks


def _secret_columns(lines: Sequence[str], place: int, mark: str) -> dict[int, Says]:
    """Which cells of a header name a secret; none where the line is no header."""
    header = lines[place]
    cells = _cells(header, mark)
    if not 1 < len(cells) < _MOST_CELLS or not _is_header(lines, place, mark):
        return {}
    said: dict[int, Says] = {}
    for column, cell in enumerate(cells):
        text = _text(header, cell)
        words = text.replace('"', " ").split()
        if column == 0:
            # Behind what a log or a quotation writes before a line.
            words = _behind_a_prefix(words, mark)
        if len(words) > _WORDS_OF_A_HEADER or not all(map(_is_word, words)):
            return {}
        if words and (one := says("_".join(words).strip("()[]:"))) >= Says.LIKELY:
            said[column] = one
    return said


def _behind_a_prefix(words: list[str], mark: str) -> list[str]:
    """The words of a first cell, without what a log or a quotation writes before it."""
    if len(words) <= _WORDS_OF_A_HEADER and all(map(_is_word, words)):
        return words
    return [] if mark in "│┃|" else words[-1:]


def _is_header(lines: Sequence[str], place: int, mark: str) -> bool:
    header = lines[place]
    above = lines[place - 1] if place else ""
    below = lines[place + 1] if place + 1 < len(lines) else ""
    if mark == "|" and _is_frame(below):
        return True
    if not _is_frame(above) and len(_cells(above, mark)) == len(_cells(header, mark)):
        return False  # a row of a table that began before
    if mark in ",;":
        # A list within a sentence has blanks.
        return f"{mark} " not in header and not header.rstrip().endswith(mark)
    if mark != "|":
        return True
    text = header.rstrip()
    return " " not in text or (text.endswith("|") and text.count("|") > 2)


@cache
def _word() -> re.Pattern[str]:
    return re.compile(r"[\w./:()#*%-]{1,40}")


def _is_word(word: str) -> bool:
    return _word().fullmatch(word) is not None


def _is_frame(line: str) -> bool:
    return "--" in line or "──" in line if _FRAME.issuperset(_behind_a_log(line)) else False


def _behind_a_log(line: str) -> str:
    """The last blank-separated part that has a frame's marks."""
    return line[_frame_start(line) :]


def _frame_start(line: str) -> int:
    end = len(line)
    while end and line[end - 1] in _FRAME:
        end -= 1
    return end if len(line) - end > 2 else 0


def _hide_cells(lines: list[str], place: int, mark: str, columns: dict[int, Says]) -> None:
    count = len(_cells(lines[place], mark))
    for at in range(place + 1, min(place + 1 + _MOST_ROWS, len(lines))):
        line = lines[at]
        if _is_frame(line):
            continue
        cells = _cells(line, mark) if len(line) <= _LONGEST_ROW else []
        if len(cells) != count:
            return
        for column in sorted(columns, reverse=True):
            cell = cells[column]
            text = _text(line, cell)
            if column == 0:
                text = text.rpartition(" ")[2]
            if _is_secret_cell(text, columns[column]):
                start = line.rindex(text, cell.start, cell.end)
                line = line[:start] + HIDDEN + line[start + len(text) :]
        lines[at] = line


def _is_secret_cell(text: str, said: Says) -> bool:
    if said is Says.SURELY:
        return is_secret(text, said, structured=True)
    return looks_random(text)


def _text(line: str, cell: _Cell) -> str:
    return line[cell.start : cell.end].strip(" \t\r\"'`*")


def _cells(line: str, mark: str) -> list[_Cell]:
    """Where the cells of a row are; a mark in quotes parts nothing."""
    quoted = line.count('"') % 2 == 0
    cells, start, within = [], 0, False
    for found in _stops(mark).finditer(line):
        if found[0] == '"':
            within = quoted and not within
        elif not within:
            cells.append(_Cell(start, found.start()))
            start = found.end()
    return [*cells, _Cell(start, len(line))]


@cache
def _stops(mark: str) -> re.Pattern[str]:
    return re.compile(f'["{re.escape(mark)}]')


# Cells below each other


@cache
def _wide_gap() -> re.Pattern[str]:
    return re.compile(r"(?<! ) {2,}(?=\S)")


def _aligned(header: str) -> Iterator[_Cell]:
    start = len(header) - len(header.lstrip())
    for gap in _wide_gap().finditer(header, start):
        yield _Cell(start, gap.start())
        start = gap.end()
    yield _Cell(start, len(header))


def _hide_aligned(lines: list[str], place: int) -> None:
    """A table whose columns are aligned by blanks, with a header in capitals or underlined."""
    header = lines[place].rstrip()
    below = lines[place + 1] if place + 1 < len(lines) else ""
    cells = list(_aligned(header))
    if not 1 < len(cells) < _MOST_CELLS or not (
        _is_frame(below) or all(_is_title(_text(header, cell)) for cell in cells)
    ):
        return
    columns = {
        number: said
        for number, cell in enumerate(cells)
        if (said := says("_".join(_text(header, cell).split()[-_WORDS_OF_A_HEADER:])))
        >= Says.LIKELY
    }
    if not columns:
        return
    for at in range(place + 1, min(place + 1 + _MOST_ROWS, len(lines))):
        if not lines[at].strip():
            return
        if _is_frame(lines[at]):
            continue
        if not _fits(lines[at], cells):
            return
        lines[at] = _row_without(lines[at], cells, columns)


@cache
def _capitals() -> re.Pattern[str]:
    return re.compile(r"[A-Z][A-Z_()/-]{0,40}")


def _is_title(text: str) -> bool:
    """Whether the last word of a header's cell is in capitals; a log writes more before the first."""
    return _capitals().fullmatch(text.rpartition(" ")[2]) is not None


def _fits(line: str, cells: Sequence[_Cell]) -> bool:
    """Whether no word of a line stands across the beginning of a column."""
    return len(list(_aligned(line.rstrip()))) == len(cells) or all(
        " " in line[cell.start - 1 : cell.start] or cell.start >= len(line) for cell in cells[1:]
    )


def _row_without(line: str, cells: Sequence[_Cell], columns: dict[int, Says]) -> str:
    own = list(_aligned(line.rstrip()))
    for number in sorted(columns, reverse=True):
        if len(own) == len(cells):
            cell = own[number]
        else:
            after = cells[number + 1].start if number + 1 < len(cells) else len(line)
            cell = _Cell(cells[number].start, min(after, len(line)))
        text = _text(line, cell)
        if number == 0:
            text = text.rpartition(" ")[2]
        if text and _is_secret_cell(text, columns[number]):
            start = line.rindex(text, cell.start, cell.end)
            line = line[:start] + HIDDEN + line[start + len(text) :]
    return line


# Logins of PPP, whose header is a comment


@cache
def _of_logins() -> re.Pattern[str]:
    """The header of such a file, or the command that shows it."""
    return re.compile(
        r"#[ \t]{0,4}client[ \t]{1,20}server[ \t]{1,20}secret\b"
        r"|(?:(?:\[[^\[\]\n]{1,80}\]|[^\s\[\]]{1,80})?[#$%] |(?<!.))(?:sudo )?(?:cat|less|more|head|tail)\b[^|\n]{0,200}/(?:ch|p)ap-secrets\s*$"
    )


@cache
def _login() -> re.Pattern[str]:
    """Client, server, secret, and perhaps addresses."""
    part = r"""(?:"[^"]{0,200}"|[^\s"#]\S{0,200})"""
    return re.compile(rf"{part}[ \t]{{1,40}}{part}[ \t]{{1,40}}(?P<secret>{part})(?=\s|$)")


def _hide_third_words(lines: list[str], place: int, column: int) -> None:
    head = head_of(lines[place], column)
    for at in range(place + 1, min(place + 1 + _MOST_ROWS, len(lines))):
        line = lines[at]
        if head_of(line, column) != head:
            return
        text = line[column:].strip()
        if not text or text[0] == "#":
            continue
        found = _login().match(line, len(line) - len(line[column:].lstrip()))
        if found is None:
            return
        lines[at] = line[: found.start("secret")] + HIDDEN + line[found.end("secret") :]


# Rows of SQL, whose header is a list of columns


@cache
def _inserted() -> re.Pattern[str]:
    return re.compile(r"(?i)\((?P<names>[^()]{1,1000})\)\s{0,20}values\b")


@cache
def _row() -> re.Pattern[str]:
    return re.compile(r"\(([^()]{1,2000})\)")


@cache
def _item() -> re.Pattern[str]:
    return re.compile(r"'(?:[^'\\]|\\.|'')*+'|[^',\s][^,]*+")


def _without_inserted(line: str) -> str:
    header = _inserted().search(line)
    if header is None:
        return line
    columns = {
        number
        for number, name in enumerate(header["names"].split(","))
        if says(name.strip(" `\"'[]")) >= Says.LIKELY
    }
    for row in reversed(list(_row().finditer(line, header.end()))):
        for number, item in reversed(list(enumerate(_item().finditer(line, *row.span(1))))):
            text = item[0].strip(" '")
            if number in columns and is_secret(text, Says.SURELY, structured=True):
                start = line.index(text, item.start())
                line = line[:start] + HIDDEN + line[start + len(text) :]
    return line
