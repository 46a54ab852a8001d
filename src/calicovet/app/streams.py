"""Standard output for results, standard error for everything else."""

import sys

from calicovet.app.standard_streams import discard
from calicovet.model.errors import CannotGoOn
from calicovet.model.visible import Coloured, visible, visible_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO

    from calicovet.app.settings import Settings

_ERASE_LINE = "\r\033[K"


def put(text: str) -> None:
    """Writes a part of the result; always UTF-8, because excerpts are in any language."""
    try:
        _write(sys.stdout, text)
    except BrokenPipeError:
        raise
    except OSError as error:
        discard(sys.stdout)
        reason = error.strerror or str(error)
        raise CannotGoOn(f"standard output: {reason}", key="no-output", reason=reason) from error


def tell(key: str, settings: "Settings", **details: str) -> None:
    """Writes a note for the person at the screen."""
    from calicovet.report.words import words

    note = words(settings.language).say(f"note.{key}", **details)
    mention(f"{settings.program}: {_indented(note)}\n")


def lament(error: CannotGoOn, settings: "Settings") -> None:
    """Why the command ends here, and the next move, in two lines."""
    from calicovet.report.words import words
    from calicovet.world.redact import redact_text

    frame = words(settings.language)
    message, hint = error.message, error.hint
    if f"error.{error.key}.message" in frame:
        heard = {name: frame.heard(said) for name, said in error.details.items()}
        details = {"program": settings.program, **heard}
        message = frame.say(f"error.{error.key}.message", **details)
        hint = frame.say(f"error.{error.key}.hint", **details)
    # A message may quote a server, a file or a login program.
    mention(f"{settings.program}: {_indented(redact_text(message))}\n")
    if hint:
        mention(f"  {_indented(hint)}\n")


def mention(text: str, stream: "TextIO | None" = None) -> None:
    """Writes to standard error; a closed or full one must not cost the result."""
    stream = stream or sys.stderr
    try:
        _write(stream, text)
    except OSError:
        discard(stream)


def redraw(text: str, stream: "TextIO | None" = None) -> None:
    """Replaces the last line of a terminal; with an empty text it is left blank."""
    mention(Coloured(f"{_ERASE_LINE}{visible_line(text)}"), stream)


def _indented(text: str) -> str:
    """What came with several lines stays recognisable as one message."""
    return text.rstrip("\n").replace("\n", "\n  ")


def _write(stream: "TextIO", text: str) -> None:
    # Everything leaves here, so what no caller has sanitised is sanitised now. Only the report adds colours.
    if not isinstance(text, Coloured):
        text = visible(text)
    binary = getattr(stream, "buffer", None)
    if binary is None:  # a test's or an embedder's own stream
        stream.write(text)
        return
    stream.flush()
    binary.write(text.encode(errors="replace"))
    binary.flush()
