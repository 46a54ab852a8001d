"""Standard output for results, standard error for everything else."""

import sys
from typing import TextIO

from calicovet.app.settings import Settings
from calicovet.model.errors import CannotGoOn
from calicovet.report.words import words


def put(text: str) -> None:
    """Writes a part of the result; always UTF-8, because excerpts are in any language."""
    _write(sys.stdout, text)


def tell(key: str, settings: Settings, **details: str) -> None:
    """Writes a note for the person at the screen."""
    note = words(settings.language).say(f"note.{key}", **details)
    _write(sys.stderr, f"{settings.program}: {note}\n")


def lament(error: CannotGoOn, settings: Settings) -> None:
    """Why the command ends here, and the next move, in two lines."""
    frame = words(settings.language)
    message, hint = error.message, error.hint
    if f"error.{error.key}.message" in frame:
        details = {"program": settings.program, **error.details}
        message = frame.say(f"error.{error.key}.message", **details)
        hint = frame.say(f"error.{error.key}.hint", **details)
    _write(sys.stderr, f"{settings.program}: {message}\n")
    if hint:
        _write(sys.stderr, f"  {hint}\n")


def _write(stream: TextIO, text: str) -> None:
    binary = getattr(stream, "buffer", None)
    if binary is None:  # a test's or an embedder's own stream
        stream.write(text)
        return
    stream.flush()
    binary.write(text.encode(errors="replace"))
    binary.flush()
