"""Makes the pictures of the README out of what the program really prints: docs/images/*.svg."""

import re
from argparse import Namespace
from dataclasses import replace
from html import unescape
from io import StringIO
from pathlib import Path

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from calicovet.app.cli.settings import settings_of
from calicovet.app.commands.demo import diagnose_demo
from calicovet.model.language import Language
from calicovet.report.page.from_diagnosis import make_page
from calicovet.report.terminal.render import render_terminal

DEMOS = ("requests-hang-on-one-node", "two-nodes-crash")
WIDTH = 118
_CELL = 12.2
"""The width of one cell in rich's drawing."""
_MONOSPACED = "'DejaVu Sans Mono', Menlo, Consolas, 'Noto Sans Mono CJK SC', monospace"
_TEXT = re.compile(r'textLength="[\d.]+"([^>]*)>([^<]*)</text>')
_FONT = re.compile(r"@font-face \{[^}]*\}\s*")
IMAGES = Path(__file__).parents[1] / "docs" / "images"


def draw(demo: str, language: Language) -> str:
    """The demo as an SVG, with the command above it."""
    settings = replace(settings_of(Namespace(), "calicovet"), language=language)
    page = make_page(diagnose_demo(demo, settings), language)
    printed = render_terminal(page, width=WIDTH, colour=True)
    console = Console(record=True, width=WIDTH, file=StringIO(), force_terminal=True)
    console.print(Text(f"$ calicovet demo {demo} --lang {language}", "dim"))
    console.print(Text.from_ansi(printed))
    picture = console.export_svg(title="calicovet", unique_id=f"{demo}-{language}")
    # The picture brings no fonts from elsewhere, and counts a wide character as two cells.
    picture = _FONT.sub("", picture).replace("Fira Code, monospace", _MONOSPACED)
    picture = _TEXT.sub(_in_cells, picture)
    # Some viewers drop blanks at the edges of a text; the columns need them.
    return picture.replace("<svg ", '<svg xml:space="preserve" ', 1)


def _in_cells(text: re.Match[str]) -> str:
    width = cell_len(unescape(text[2])) * _CELL
    return f'textLength="{width:.1f}"{text[1]}>{text[2]}</text>'


def main() -> None:
    IMAGES.mkdir(parents=True, exist_ok=True)
    for demo in DEMOS:
        for language in Language:
            (IMAGES / f"{demo}.{language}.svg").write_text(draw(demo, language), encoding="utf-8")


if __name__ == "__main__":
    main()
