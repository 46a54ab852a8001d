"""One log line, in any form that Calico and its neighbours write."""

import re
from collections.abc import Callable
from datetime import datetime
from functools import cache

from calicovet.model.record import record
from calicovet.parse.logs.line_prefix import Prefixed, peel
from calicovet.parse.times import read_time

_LONGEST = 65_536
_LEVELS = {
    "I": "INFO",
    "W": "WARNING",
    "E": "ERROR",
    "F": "FATAL",
    "WARN": "WARNING",
    "ERR": "ERROR",
    "DPANIC": "PANIC",
}


@record(kw_only=True)
class LogLine:
    """A log line, taken apart."""

    message: str
    at: datetime | None = None
    level: str = ""
    """DEBUG, INFO, WARNING, ERROR, FATAL or PANIC; empty where the line does not say."""
    pid: int | None = None
    component: str = ""
    file: str = ""
    line: int | None = None


@cache
def _calico() -> re.Pattern[str]:
    """Calico's own grammar; of what stands before the file any part may have been cut off."""
    return re.compile(
        r"(?:(?P<at>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:[.,]\d{1,9}+)?)\s++|[\d:. -]{1,24})?"
        r"(?:\[?\s*+(?P<level>[A-Z]{4,7})\s*+\])?\s*+(?:\[?(?P<pid>\d{1,10}+)\])?\s*+"
        r"(?:(?P<component>[a-z][a-z0-9-]*+)/)?"
        r"(?P<file>[\w.-]{1,200}\.go|<nil>|filename-lookup-failed) (?P<line>-?\d{1,9}+|<nil>): ?"
    )


@cache
def _klog() -> re.Pattern[str]:
    return re.compile(
        r"(?P<level>[IWEF])\d{4} \d\d:\d\d:\d\d\.\d++\s++(?P<pid>\d{1,10}+) "
        r"(?P<file>[\w.-]++):(?P<line>\d{1,9}+)\] ?"
    )


@cache
def _fields() -> re.Pattern[str]:
    return re.compile(r'(?<![\w.])([\w.]++)=("(?:[^"\\]|\\.)*+"|[^\s"]\S*+)')


def read_log_line(text: str) -> LogLine | None:
    """The line taken apart, or None where it is no log line."""
    return read_peeled(peel(text[:_LONGEST].rstrip()))


def read_peeled(found: Prefixed) -> LogLine | None:
    """The same for a line whose stamps have been taken off."""
    for read in _READERS:
        line = read(found.rest)
        if line is not None:
            break
    else:
        return None
    if line.at is None and found.at is not None:
        return LogLine(
            message=line.message,
            at=found.at,
            level=line.level,
            pid=line.pid,
            component=line.component,
            file=line.file,
            line=line.line,
        )
    return line


@cache
def _escape() -> re.Pattern[str]:
    return re.compile(r"\\++([\"nt])|\\++")


def unescape(text: str) -> str:
    """The text without the escapes of JSON and of quoted fields, however deep."""
    if "\\" not in text:
        return text
    return _escape().sub(_unescaped, text)


def _unescaped(found: re.Match[str]) -> str:
    """A run of backslashes is taken whole, so that none of its ends is tried by itself."""
    if found[1] is None:
        return found[0]
    return '"' if found[1] == '"' else " "


def _read_calico(text: str) -> LogLine | None:
    match = _calico().match(text)
    if match is None:
        return None
    number = match["line"]
    return LogLine(
        message=unescape(text[match.end() :]).strip(),
        at=read_time(match["at"]) if match["at"] else None,
        level=match["level"] or "",
        pid=int(match["pid"]) if match["pid"] else None,
        component=match["component"] or "",
        file=match["file"],
        line=None if number in ("<nil>", "-1") else int(number),
    )


def _read_klog(text: str) -> LogLine | None:
    match = _klog().match(text)
    if match is None:
        return None
    return LogLine(
        message=unescape(text[match.end() :]).strip(),
        level=_LEVELS[match["level"]],
        pid=int(match["pid"]),
        file=match["file"],
        line=int(match["line"]),
    )


def _read_logrus(text: str) -> LogLine | None:
    """`time="…" level=… msg="…" key=value`: the other fields follow the message."""
    if not text.startswith(("time=", "level=", "ts=")):
        return None
    fields = {key: unescape(_unquoted(value)) for key, value in _fields().findall(text)}
    message = fields.pop("msg", "")
    time = fields.pop("time", fields.pop("ts", ""))
    level = _level(fields.pop("level", ""))
    if not message and not level:
        return None
    rest = "".join(f" {key}={value}" for key, value in fields.items())
    return LogLine(message=message + rest, at=read_time(time), level=level)


def _read_json(text: str) -> LogLine | None:
    """A line of docker's JSON file, or of a JSON logger."""
    if not (text.startswith("{") and text.endswith("}")):
        return None
    from msgspec import DecodeError, json

    try:
        fields = json.decode(text.encode(errors="replace"))
    except (DecodeError, RecursionError):
        return None
    if not isinstance(fields, dict):
        return None
    time = str(fields.get("time") or fields.get("ts") or "")
    if isinstance(inner := fields.get("log"), str):
        line = _read_inner(inner.rstrip("\n"))
        return line or LogLine(message=inner.strip(), at=read_time(time))
    message = fields.get("msg") or fields.get("message")
    if not isinstance(message, str):
        return None
    error = fields.get("error") or fields.get("err")
    return LogLine(
        message=f"{message} error={error}" if error else message,
        at=read_time(time),
        level=_level(str(fields.get("level") or "")),
    )


def _read_inner(text: str) -> LogLine | None:
    return _read_calico(text) or _read_klog(text) or _read_logrus(text)


def _unquoted(value: str) -> str:
    return value[1:-1] if value.startswith('"') else value


def _level(word: str) -> str:
    word = word.upper()
    return _LEVELS.get(word, word)


_READERS: tuple[Callable[[str], LogLine | None], ...] = (
    _read_calico,
    _read_klog,
    _read_logrus,
    _read_json,
)
