"""The document of a cause, for reading."""

from calicovet.causes.document import document
from calicovet.model.cause import Cause
from calicovet.model.language import Language
from calicovet.report.wrap import wrap


def render_explain(cause: Cause, code: str, language: Language, width: int) -> str:
    """The page as plain text; code blocks and lists keep their lines."""
    lines = []
    for line in _markdown(cause, code, language).splitlines():
        keeps = line.startswith(("#", "    ", "```", "|")) or not line.strip()
        lines += [line] if keeps else wrap(line, width)
    return "\n".join(lines) + "\n"


def render_explain_coloured(cause: Cause, code: str, language: Language, width: int) -> str:
    """The same for a screen with colours."""
    from io import StringIO

    from rich.console import Console
    from rich.markdown import Markdown

    screen = StringIO()
    console = Console(
        file=screen,
        width=width,
        force_terminal=True,
        color_system="standard",
        legacy_windows=False,
    )
    console.print(Markdown(_markdown(cause, code, language)))
    return screen.getvalue()


def _markdown(cause: Cause, code: str, language: Language) -> str:
    text = document(cause.name, language)
    head = f"# {text.title}\n\n{cause.name} ({code}), {cause.stage}"
    sections = (f"## {section.heading}\n\n{section.text}" for section in text.sections)
    return "\n\n".join((head, *sections))
