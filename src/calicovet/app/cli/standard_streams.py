"""Standard streams that may be closed or full.

Imports nothing but `os` and `sys`: it runs before every command, `--version` included.
"""

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO


class OutputLost(Exception):
    """Standard output did not take the result; the text says why."""


def open_missing_streams() -> None:
    """Gives every standard stream that was closed by the caller a descriptor.

    Without it the next file or socket would get the number of the missing stream, and a child process would write
    into it. Standard output becomes unwritable, so that a lost result is reported as one.
    """
    if sys.stdin is None:
        sys.stdin = _text_stream(0, os.O_RDONLY, "r")
    if sys.stdout is None:
        sys.stdout = _text_stream(1, os.O_RDONLY, "w")
    if sys.stderr is None:
        sys.stderr = _text_stream(2, os.O_WRONLY, "w")


def write_output(text: str) -> None:
    """Writes to standard output without delay; OutputLost where it is full or closed, nothing where the reader left."""
    try:
        sys.stdout.write(text)
    except BrokenPipeError:
        discard(sys.stdout)
    except OSError as error:  # an unbuffered stream fails here, a buffered one when it is flushed
        discard(sys.stdout)
        raise OutputLost(error.strerror or str(error)) from error
    flush_output()


def flush_output() -> None:
    """Writes what is still buffered; OutputLost where standard output does not take it."""
    _flush(sys.stderr)
    if reason := _flush(sys.stdout):
        raise OutputLost(reason)


def discard(stream: "TextIO") -> None:
    """Sends what was not written to the null device: Python would fail on it once more at its exit."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, stream.fileno())
    if null != stream.fileno():
        os.close(null)


def write_last_words(text: str) -> None:
    """Writes a line to standard error without any buffer; fails silently, because no stream is left to report to."""
    try:
        sys.stderr.flush()
        os.write(2, text.encode(errors="replace"))
    except (OSError, ValueError):
        return


def _flush(stream: "TextIO") -> str:
    try:
        stream.flush()
    except BrokenPipeError:
        discard(stream)
    except OSError as error:
        discard(stream)
        return error.strerror or str(error)
    except ValueError:
        return ""  # closed by an embedder: nothing is buffered
    return ""


def _text_stream(number: int, access: int, mode: str) -> "TextIO":
    opened = os.open(os.devnull, access)
    if opened != number:
        os.dup2(opened, number, inheritable=True)
        os.close(opened)
    else:
        os.set_inheritable(number, True)
    from io import TextIOWrapper

    binary = open(number, f"{mode}b", closefd=False)  # noqa: SIM115
    return TextIOWrapper(binary, encoding="utf-8", errors="replace")
