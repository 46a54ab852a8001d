"""An unexpected error on one line of standard error, with exit code 4.

It must work when little else does: out of memory, words that cannot be loaded, a closed stream.
"""

from calicovet.app.cli.standard_streams import write_last_words

UNEXPECTED = 4
"""Never 1, which means that a cause was named."""
_SHOWN = 300
"""Characters of the error's own text."""


def report_unexpected(error: BaseException, program: str, *, debug: bool) -> None:
    """One line that says what failed and where; the traceback before it under `--debug`."""
    try:
        if debug:
            write_last_words(traceback_of(error))
        hint = "" if debug else "; run it again with --debug and report the traceback"
        write_last_words(f"{program}: unexpected error: {describe(error)}{hint}\n")
    except Exception:
        write_last_words(f"{program}: unexpected error: {type(error).__name__}\n")


def traceback_of(error: BaseException) -> str:
    """The traceback without secrets: each error in it quotes what it could not handle."""
    from traceback import format_exception

    from calicovet.world.redaction.redact import redact_text

    return redact_text("".join(format_exception(error)))


def describe(error: BaseException) -> str:
    """The type, the text without secrets and control characters, and the line of the program that raised it."""
    text = _safe_text(error)
    return f"{type(error).__name__}{': ' if text else ''}{text} ({_place(error)})"


def _safe_text(error: BaseException) -> str:
    # An error quotes what it could not handle: that comes from outside.
    from calicovet.world.redaction.redact import redact_line, redact_text

    # Before the white space goes, too: the indentation of quoted YAML shows where a secret ends.
    text = redact_line(" ".join(redact_text(str(error)[: 4 * _SHOWN]).split()))
    shown = text[:_SHOWN] + ("…" if len(text) > _SHOWN else "")
    return "".join(letter if letter.isprintable() else ascii(letter).strip("'") for letter in shown)


def _place(error: BaseException) -> str:
    """Module and line of the innermost frame of this package."""
    place = "unknown place"
    trace = error.__traceback__
    while trace is not None:
        module = str(trace.tb_frame.f_globals.get("__name__", ""))
        if module.startswith("calicovet."):
            place = f"{module}:{trace.tb_lineno}"
        trace = trace.tb_next
    return place
