"""The places in Calico's sources where a program ends or logs an error."""

import re
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path

from atlas.go_code import Call, Source, arguments_of
from atlas.programs import PROGRAMS, Program, files_of
from calicovet.model.record import record

_LEVELS = {"Fatal": "FATAL", "Panic": "PANIC", "Error": "ERROR", "Warn": "WARNING"}
_LOGGED = re.compile(r"(Fatal|Panic|Error|Warn)(?:f|ln|ing|ingf)?")
_PRINTED = re.compile(r"F?[Pp]rint(?:f|ln)?")
_IS_LOG = re.compile(r"(?:\w+\.)*[\w]*log\w*(?:\.|$|\()", re.IGNORECASE)
_ENDS = re.compile(
    # The next statements of the same block, if one of them ends the process.
    r"\s*(?:[^\n{}]{1,160}\n\s*){0,2}(?:utils\.)?(?:[tT]erminate\(\)|os\.Exit\([^0)]|exitFunction\(|panic\()"
)


class Place(StrEnum):
    """What happens at a place."""

    ENDS = "ends the process"
    ERROR = "logs an error"
    WARNING = "logs a warning"


@record(kw_only=True)
class LogPlace:
    """A line that a program can write."""

    program: Program
    file: str
    """Below the repository."""
    line: int
    kind: Place
    level: str
    """Empty: it is printed, not logged."""
    arguments: tuple[str, ...]
    formatted: bool
    """Whether the first argument is a format."""
    fields: tuple[tuple[str, str], ...]
    """Keys and Go expressions that stand behind the message."""


def places_of(source: Path) -> Iterator[LogPlace]:
    """Every place of the sources of one release, program by program."""
    for program in PROGRAMS:
        for path in files_of(program, source):
            text = path.read_text(encoding="utf-8", errors="replace")
            if "go:build windows" not in text[:2_000]:
                yield from places_in(text, program, path.relative_to(source).as_posix())


def places_in(text: str, program: Program, file: str) -> Iterator[LogPlace]:
    """The places of one file."""
    source = Source(text)
    for call in source.calls(_LOGGED):
        if _IS_LOG.match(call.receiver):
            yield _place(source, call, program, file, _level(call.method))
    for call in source.calls(_PRINTED):
        if call.receiver == "fmt" and _ends(source, call):
            yield _place(source, call, program, file, "")


def _place(source: Source, call: Call, program: Program, file: str, level: str) -> LogPlace:
    to_stream = call.method.startswith("F") and not level
    return LogPlace(
        program=program,
        file=file,
        line=source.line_of(call.at),
        kind=_kind(source, call, level),
        level=level,
        arguments=call.arguments[1:] if to_stream else call.arguments,
        formatted=call.method.endswith("f"),
        fields=tuple(_fields(call.receiver)),
    )


def _kind(source: Source, call: Call, level: str) -> Place:
    if level in ("FATAL", "PANIC", "") or _ends(source, call):
        return Place.ENDS
    return Place.ERROR if level == "ERROR" else Place.WARNING


def _ends(source: Source, call: Call) -> bool:
    return _ENDS.match(source.code, call.end) is not None


def _level(method: str) -> str:
    found = _LOGGED.fullmatch(method)
    return _LEVELS[found.group(1)] if found else ""


def _fields(receiver: str) -> Iterator[tuple[str, str]]:
    """What `WithError`, `WithField` and `WithFields` in a chain add."""
    for call in Source(f"{receiver}.").calls(re.compile(r"With\w+")):
        if call.method == "WithError" and call.arguments:
            yield "error", call.arguments[0]
        elif call.method == "WithField" and len(call.arguments) == 2:
            yield call.arguments[0].strip('"'), call.arguments[1]
        elif call.method == "WithFields" and call.arguments:
            yield from _pairs(call.arguments[0])


def _pairs(fields: str) -> Iterator[tuple[str, str]]:
    for pair in arguments_of(fields.replace("{", "(", 1)):
        key, _, value = pair.partition(":")
        if value:
            yield key.strip().strip('"'), value.strip()
