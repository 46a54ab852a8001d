"""Standard output for results, standard error for everything else."""

import sys
from typing import TextIO

from calicovet.app.settings import Settings
from calicovet.model.errors import CannotGoOn
from calicovet.report.words import words


def put(text: str) -> None:
    """Writes a part of the result; always UTF-8, because excerpts are in any language."""
    try:
        _write(sys.stdout, text)
    except BrokenPipeError:
        raise
    except OSError as error:
        give_up(sys.stdout)
        reason = error.strerror or str(error)
        raise CannotGoOn(f"standard output: {reason}", key="no-output", reason=reason) from error


def tell(key: str, settings: Settings, **details: str) -> None:
    """Writes a note for the person at the screen."""
    note = words(settings.language).say(f"note.{key}", **details)
    _mention(f"{settings.program}: {note}\n")


def lament(error: CannotGoOn, settings: Settings) -> None:
    """Why the command ends here, and the next move, in two lines."""
    frame = words(settings.language)
    message, hint = error.message, error.hint
    if f"error.{error.key}.message" in frame:
        heard = {name: frame.heard(said) for name, said in error.details.items()}
        details = {"program": settings.program, **heard}
        message = frame.say(f"error.{error.key}.message", **details)
        hint = frame.say(f"error.{error.key}.hint", **details)
    _mention(f"{settings.program}: {message}\n")
    if hint:
        _mention(f"  {hint}\n")


def give_up(stream: TextIO) -> None:
    """Lets what was not written go nowhere: Python would complain of it once more at its end."""
    from os import O_WRONLY, devnull, dup2, open

    dup2(open(devnull, O_WRONLY), stream.fileno())


def _mention(text: str) -> None:
    """Writes for a person; that nobody can read it must not cost the result."""
    try:
        _write(sys.stderr, text)
    except OSError:
        give_up(sys.stderr)


def _write(stream: TextIO, text: str) -> None:
    binary = getattr(stream, "buffer", None)
    if binary is None:  # a test's or an embedder's own stream
        stream.write(text)
        return
    stream.flush()
    binary.write(text.encode(errors="replace"))
    binary.flush()
