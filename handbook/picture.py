"""The start as a drawing: a line of stages, with the causes hanging at each."""

from collections.abc import Iterator, Sequence
from html import escape

from calicovet.causes.catalogue import load_catalogue
from calicovet.causes.document import document
from calicovet.model.language import Language
from calicovet.model.record import record
from calicovet.model.stage import StageId
from calicovet.report.page.stage_boxes import GROUPS
from calicovet.report.words import catalogue_words, words
from handbook.words import site_words

_LETTER = 6.9
"""The width of a letter in a chip; the drawing forces it, because fonts differ."""
_CHIP, _LINE = 22, 28
"""The height of a chip, and of a line of chips."""
_STAGE = 40
"""The height of a stage's own two lines."""
_PILL = 40


@record(kw_only=True)
class Sheet:
    """How the drawing is laid out: beside the stages where there is room, else below them."""

    name: str
    width: int
    spine: int
    side: int
    """Where BIRD's line runs beside Felix's."""
    text: int
    chips: int
    beside: bool


WIDE = Sheet(name="wide", width=1160, spine=44, side=18, text=70, chips=400, beside=True)
NARROW = Sheet(name="narrow", width=380, spine=26, side=9, text=46, chips=46, beside=False)


@record(kw_only=True)
class _Row:
    """A stage at its place."""

    stage: StageId
    group: str
    top: float
    y: float
    bottom: float
    first: bool
    """It opens its group."""


def draw_start(language: Language, sheet: Sheet) -> str:
    """The drawing as one SVG element; its colours come from the page."""
    rows = list(_rows(sheet))
    height = rows[-1].bottom + 16
    parts = [
        f'<svg class="start {sheet.name}" viewBox="0 0 {sheet.width} {height:.0f}" role="img"'
        f' aria-label="{escape(site_words(language)["picture"])}"'
        ' xmlns="http://www.w3.org/2000/svg">',
        *_lines(rows, sheet),
        *(part for row in rows for part in _stage(row, sheet, language)),
        "</svg>",
    ]
    return "".join(parts)


def _rows(sheet: Sheet) -> Iterator[_Row]:
    top = 12.0
    for group, stages in GROUPS.items():
        for number, stage in enumerate(stages):
            y = top + (_PILL if number == 0 else 0) + 14
            lines = len(_chip_lines(_names(stage), sheet))
            if sheet.beside:
                bottom = y + max(_STAGE, lines * _LINE + 4)
            else:
                bottom = y + _STAGE + lines * _LINE
            yield _Row(stage=stage, group=group, top=top, y=y, bottom=bottom, first=number == 0)
            top = bottom + 4


def _names(stage: StageId) -> list[str]:
    return [cause.name for cause in load_catalogue() if cause.stage is stage]


def _width(name: str) -> float:
    return len(name) * _LETTER + 16


def _chip_lines(names: Sequence[str], sheet: Sheet) -> list[list[str]]:
    lines: list[list[str]] = []
    room = 0.0
    for name in names:
        needed = _width(name) + 8
        if needed > room:
            lines.append([])
            room = sheet.width - sheet.chips - 4.0
        lines[-1].append(name)
        room -= needed
    return lines


def _is_beside(row: _Row) -> bool:
    return row.group == "bird"


def _lines(rows: Sequence[_Row], sheet: Sheet) -> Iterator[str]:
    """The way down, and the way of BIRD beside it."""
    yield f'<path class="way" d="M{sheet.spine},{rows[0].top} V{rows[-1].y}"/>'
    begins = next(row.y for row in rows if row.stage is StageId.SERVICES_RUNNING)
    ends = next(row.top for row in rows if row.stage is StageId.PROBES_PASSING)
    yield (
        f'<path class="way" d="M{sheet.spine},{begins} C{sheet.spine},{begins + 24} {sheet.side},{begins + 12}'
        f" {sheet.side},{begins + 36} V{ends - 30} C{sheet.side},{ends - 8} {sheet.spine},{ends - 16}"
        f' {sheet.spine},{ends + 6}"/>'
    )


def _stage(row: _Row, sheet: Sheet, language: Language) -> Iterator[str]:
    frame = catalogue_words(language)
    x = sheet.side if _is_beside(row) else sheet.spine
    yield f'<g class="group-{row.group}">'
    if row.first:
        yield from _pill(row, sheet, language)
    names = _names(row.stage)
    if names:
        yield from _branch(row, x, names, sheet)
    yield f'<circle class="dot" cx="{x}" cy="{row.y}" r="6"/>'
    yield f'<a href="causes/index.html#{row.stage}">' if names else "<g>"
    yield f'<text class="stage" x="{sheet.text}" y="{row.y + 4}">{row.stage}</text>'
    yield "</a>" if names else "</g>"
    told = escape(frame.say(f"stage.{row.stage}"))
    yield f'<text class="told" x="{sheet.text}" y="{row.y + 21}">{told}</text>'
    yield from _chips(row, names, sheet, language)
    yield "</g>"


def _pill(row: _Row, sheet: Sheet, language: Language) -> Iterator[str]:
    label = words(language).say(f"stage.{row.group}")
    wide = sum(14 if ord(char) > 0x2E80 else 8 for char in label) + 20
    left = sheet.text - 4
    yield f'<rect class="pill" x="{left}" y="{row.top + 6}" width="{wide}" height="22" rx="11"/>'
    yield (
        f'<text class="label" x="{left + wide / 2}" y="{row.top + 21}" text-anchor="middle">'
        f"{escape(label)}</text>"
    )


def _first_chip(row: _Row, sheet: Sheet) -> float:
    return row.y - _CHIP / 2 if sheet.beside else row.y + _STAGE - 8


def _branch(row: _Row, x: int, names: Sequence[str], sheet: Sheet) -> Iterator[str]:
    """From the way to the causes that hang there."""
    if not sheet.beside:
        return
    lines = len(_chip_lines(names, sheet))
    stem = sheet.chips - 14
    last = row.y + (lines - 1) * _LINE
    name_ends = sheet.text + len(row.stage) * 8.2 + 10
    yield f'<path class="branch" d="M{name_ends:.0f},{row.y} H{sheet.chips}"/>'
    if lines > 1:
        hooks = "".join(f"M{stem},{row.y + n * _LINE} H{sheet.chips}" for n in range(1, lines))
        yield f'<path class="branch" d="M{stem},{row.y} V{last} {hooks}"/>'


def _chips(row: _Row, names: Sequence[str], sheet: Sheet, language: Language) -> Iterator[str]:
    y = _first_chip(row, sheet)
    for line in _chip_lines(names, sheet):
        x = float(sheet.chips)
        for name in line:
            yield _chip(name, x, y, language)
            x += _width(name) + 8
        y += _LINE


def _chip(name: str, x: float, y: float, language: Language) -> str:
    title = escape(document(name, language).title)
    return (
        f'<a class="chip" href="causes/{name}.html"><title>{title}</title>'
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{_width(name):.1f}" height="{_CHIP}" rx="5"/>'
        f'<text x="{x + 8:.1f}" y="{y + 15:.1f}" textLength="{len(name) * _LETTER:.1f}"'
        f' lengthAdjust="spacingAndGlyphs">{name}</text></a>'
    )
