"""A page as terminal text, with or without colour."""

from calicovet.model.display.visible_text import Coloured, visible_line
from calicovet.report.page.parts import BoxState, Brief, Page, Tone
from calicovet.report.terminal.brief_layout import TALLEST, closing_line, lay_out_brief
from calicovet.report.terminal.layout import Span, Styled, lay_out
from calicovet.report.terminal.wrap import width_of

PIPED = 100
"""The width where there is no terminal to ask."""

_STYLES = {
    Tone.PROVEN: "bold red",
    Tone.LIKELY: "bold yellow",
    Tone.UNKNOWN: "bold magenta",
    Tone.HEALTHY: "bold green",
    BoxState.FAILED: "bold red",
    BoxState.STUCK: "bold yellow",
    BoxState.PASSED: "green",
    "label": "cyan",
    "command": "bold cyan",
    "bold": "bold",
    "heading": "bold underline",
    "dim": "dim",
    "arrow": "blue",
    "deciding": "bold underline",
}


def render_terminal(page: Page, *, width: int = PIPED, colour: bool = False) -> str:
    """The page as text; with colour only where asked."""
    return render_lines(list(lay_out(page, width)), width=width, colour=colour)


def render_brief(
    brief: Brief,
    *,
    width: int = PIPED,
    colour: bool = False,
    height: int | None = None,
    tallest: int = TALLEST,
) -> str:
    """The page at a glance; where it is longer than the screen, its last line repeats what matters."""
    lines = list(lay_out_brief(brief, width, carets=not colour, tallest=tallest))
    if height is not None and brief.blocks and _rows(lines, width) >= height:
        lines += [(), closing_line(brief, width)]
    return render_lines(lines, width=width, colour=colour)


def _rows(lines: list[Styled], width: int) -> int:
    """How many rows of the screen they take; a command may need several."""
    widths = (sum(width_of(span.text) for span in line) for line in lines)
    return sum(max(1, -(-used // width)) for used in widths)


def render_lines(lines: list[Styled], *, width: int, colour: bool) -> str:
    """Lines of styled words as text; with colour only where asked."""
    if colour:
        return Coloured(_coloured(lines, width))
    return "".join(f"{''.join(map(_shown, line)).rstrip()}\n" for line in lines)


def _shown(span: Span) -> str:
    return visible_line(span.text)


def _coloured(lines: list[Styled], width: int) -> str:
    # Costs more than the rest of the drawing, so who asks for no colour does not pay for it.
    from io import StringIO

    from rich.console import Console
    from rich.text import Text

    screen = StringIO()
    console = Console(
        file=screen,
        width=width,
        force_terminal=True,
        color_system="standard",
        legacy_windows=False,
        highlight=False,
    )
    for line in lines:
        text = Text()
        for span in line:
            text.append(_shown(span), _STYLES.get(span.style, ""))
        text.rstrip()
        console.print(text, soft_wrap=True)
    return screen.getvalue()
