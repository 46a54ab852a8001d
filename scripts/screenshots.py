"""Makes the pictures of the terminal out of what the program really prints: docs/images/*.svg."""

import re
from argparse import Namespace
from dataclasses import dataclass, replace
from html import unescape
from io import StringIO
from pathlib import Path

from rich.cells import cell_len
from rich.console import Console
from rich.terminal_theme import DEFAULT_TERMINAL_THEME, SVG_EXPORT_THEME
from rich.text import Text

from calicovet.app.cli.settings import settings_of
from calicovet.app.commands.demo import diagnose_demo
from calicovet.model.commands.again import Again
from calicovet.model.language import Language
from calicovet.report.page.brief import make_brief
from calicovet.report.terminal.render import render_brief


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """What a terminal of that width and kind shows of a demo."""

    name: str
    demo: str
    width: int = 100
    light: bool = False
    colour: bool = True


PICTURES = (
    Picture(name="requests-hang-on-one-node", demo="requests-hang-on-one-node"),
    Picture(name="light", demo="requests-hang-on-one-node", light=True),
    Picture(name="two-nodes-crash", demo="two-nodes-crash"),
    Picture(name="narrow", demo="init-stuck-runtime", width=80),
    Picture(name="wide", demo="two-nodes-crash-with-load", width=160),
    Picture(name="no-colour", demo="init-stuck-migration-with-log", colour=False),
)
_CELL = 12.2
"""The width of one cell in rich's drawing."""
_MONOSPACED = "'DejaVu Sans Mono', Menlo, Consolas, 'Noto Sans Mono CJK SC', monospace"
_TEXT = re.compile(r'textLength="[\d.]+"([^>]*)>([^<]*)</text>')
_FONT = re.compile(r"@font-face \{[^}]*\}\s*")
IMAGES = Path(__file__).parents[1] / "docs" / "images"


def draw(picture: Picture, language: Language) -> str:
    """The demo as an SVG, with the command above it."""
    demo = picture.demo
    settings = replace(settings_of(Namespace(), "calicovet"), language=language)
    again = Again(details=f"calicovet demo {demo} --details")
    brief = make_brief(diagnose_demo(demo, settings), language, "calicovet", again)
    printed = render_brief(brief, width=picture.width, colour=picture.colour)
    console = Console(
        record=True, width=picture.width, file=StringIO(), force_terminal=True, legacy_windows=False
    )
    before = "" if picture.colour else "NO_COLOR=1 "
    console.print(Text(f"$ {before}calicovet demo {demo} --lang {language}", "dim"))
    for line in Text.from_ansi(printed).split(allow_blank=True):
        # A terminal breaks what is too long wherever its edge is.
        for part in line.divide(range(picture.width, len(line), picture.width)):
            console.print(part, no_wrap=True)
    drawn = console.export_svg(
        title="calicovet",
        unique_id=f"{picture.name}-{language}",
        theme=DEFAULT_TERMINAL_THEME if picture.light else SVG_EXPORT_THEME,
    )
    # The picture brings no fonts from elsewhere, and counts a wide character as two cells.
    drawn = _FONT.sub("", drawn).replace("Fira Code, monospace", _MONOSPACED)
    drawn = _TEXT.sub(_in_cells, drawn)
    # Some viewers drop blanks at the edges of a text; the columns need them.
    return drawn.replace("<svg ", '<svg xml:space="preserve" ', 1)


def _in_cells(text: re.Match[str]) -> str:
    width = cell_len(unescape(text[2])) * _CELL
    return f'textLength="{width:.1f}"{text[1]}>{text[2]}</text>'


def main() -> None:
    IMAGES.mkdir(parents=True, exist_ok=True)
    for picture in PICTURES:
        for language in Language:
            file = IMAGES / f"{picture.name}.{language}.svg"
            file.write_text(draw(picture, language), encoding="utf-8")


if __name__ == "__main__":
    main()
