"""Completes a command line that names no command: paths, piped text, or only flags."""

import os
import sys
from collections.abc import Iterable, Sequence
from stat import S_ISFIFO, S_ISREG

_VALUES = frozenset({"--lang", "--color"})
VALUES_OF_DIAGNOSE = frozenset(
    {
        *("-o", "--output", "--node", "--kubeconfig", "--context", "--cluster", "--user"),
        *("-n", "--namespace", "--server", "--token", "--as", "--as-group", "--as-uid"),
        *("--request-timeout", "--host-facts", "--ssh", "--debug-pod", "--deadline", "--wait"),
    }
)
"""Flags of `diagnose` that take the next word as their value."""
_OF_ANY_INPUT = frozenset(
    {
        *("-o", "--output", "--node", "--lang", "--color", "-v", "--verbose", "--debug"),
        *("--exit-zero", "--open", "--facts", "--each", "--all-findings", "--details"),
    }
)
"""Flags that say nothing about a cluster."""
_FIRST_BYTE = 2.0
"""Seconds in which a pipe that is only open shows that it is closed; one that stays silent is waited for."""


def with_command(words: Sequence[str], commands: Iterable[str]) -> list[str]:
    """The words with their command in front; unchanged where they name no command and no path."""
    at = _first_that_is_no_flag(words)
    if at is None:
        if any(word in ("-h", "--help", "--version") for word in words) and _common_only(words):
            return list(words)
        return ["diagnose", *words, *(["-"] if _is_for_text(words) and is_piped() else [])]
    word = words[at]
    if word in commands and "--" not in words[:at]:
        return [word, *words[:at], *words[at + 1 :]]
    return ["diagnose", *words] if is_path(word) or "--" in words[:at] else list(words)


def is_path(word: str) -> bool:
    """Whether the word can only be meant as a file: it exists, or has the form of a file's name."""
    return word == "-" or "/" in word or "." in word or os.path.lexists(word)


def is_piped() -> bool:
    """Whether another program or a file feeds standard input; a socket, /dev/null or a closed pipe feeds nothing."""
    try:
        status = os.fstat(sys.stdin.fileno())
    except (AttributeError, OSError, ValueError):
        return False
    if S_ISFIFO(status.st_mode):
        return not _is_closed(sys.stdin.fileno())
    return S_ISREG(status.st_mode) and status.st_size > 0


def _is_closed(pipe: int) -> bool:
    """Whether the pipe has ended without a byte, as that of a scheduler that starts the program does."""
    from fcntl import ioctl
    from select import select
    from termios import FIONREAD

    ready, _, _ = select([pipe], [], [], _FIRST_BYTE)
    waiting = ioctl(pipe, FIONREAD, bytes(4))
    return bool(ready) and int.from_bytes(waiting, sys.byteorder) == 0


def _first_that_is_no_flag(words: Sequence[str]) -> int | None:
    at = 0
    while at < len(words):
        word = words[at]
        if word == "--":
            return at + 1 if at + 1 < len(words) else None
        if not word.startswith("-") or word == "-":
            return at
        takes = word in _VALUES or word in VALUES_OF_DIAGNOSE
        # A flag whose value may be left out is followed by another flag; no value begins with a dash.
        value = words[at + 1] if takes and at + 1 < len(words) else "-"
        at += 1 if value.startswith("-") else 2
    return None


def _common_only(words: Sequence[str]) -> bool:
    """Whether every flag is one that the program takes without a command."""
    flags = [word.partition("=")[0] for word in words if word.startswith("-")]
    common = {*_VALUES, "-v", "--verbose", "--debug", "-h", "--help", "--version"}
    return common.issuperset(flags)


def _is_for_text(words: Sequence[str]) -> bool:
    flags = (word.partition("=")[0] for word in words if word.startswith("-"))
    return all(flag in _OF_ANY_INPUT or flag[:2] == "-o" for flag in flags)
