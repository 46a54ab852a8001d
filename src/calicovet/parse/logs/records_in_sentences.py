"""Whole records of programs that people put into a sentence or into quotation marks."""

import re
from functools import cache

from calicovet.parse.text.prose import is_prose

_PAIRS = {'"': '"', "'": "'", "`": "`", "“": "”", "‘": "’", "「": "」", "『": "』", "«": "»"}
_SHORTEST = 12
_AGE = r"(?:\d{1,6}[smhdy]){1,3}(?:\s{1,8}\(x\d{1,9} over (?:\d{1,6}[smhdy]){1,3}\))?(?: ago)?"
_OBJECT = r"(?:pod|po|node|daemonset|ds|replicaset|deployment|job)s?/[a-z0-9][\w.-]{1,120}"


@cache
def _event() -> re.Pattern[str]:
    """A row of events: `Warning  FailedMount  2m (x3 over 5m)  kubelet  …`, or with its object."""
    return re.compile(
        rf"(?:{_AGE}\s{{1,16}})?\b(?:Warning|Normal)\s{{1,8}}[A-Z][A-Za-z]{{4,40}}\s{{1,16}}(?:{_AGE}|{_OBJECT})\s{{1,16}}\S"
    )


@cache
def _structured() -> re.Pattern[str]:
    """A line of zap or logrus, in JSON or as fields; and a line of a journal."""
    return re.compile(
        r"\{\"(?:level|ts|time|severity)\":|\btime=\"\d{4}-\d\d-\d\dT[^\"]{8,40}\" level="
        r"|\b[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d [\w.-]{1,120} [\w@.-]{1,60}\[\d{1,8}\]: "
    )


@cache
def _crash() -> re.Pattern[str]:
    """The first line of a trace of Go."""
    return re.compile(
        r"\bpanic: (?:runtime error: |assignment to entry|interface conversion|send on closed|close of|sync: |\*?\w{1,40}\.)"
        r"|\bfatal error: (?:concurrent map|all goroutines|unexpected signal|stack overflow|index out)|\bSIG(?:ILL|SEGV|BUS|ABRT): "
    )


@cache
def _supposes() -> re.Pattern[str]:
    """Words before a record after which it need not have been seen."""
    return re.compile(
        r"\b(?:if|when(?:ever)?|unless|in case|may|might|could|would|should|e\.g|example|such as|like|similar to|expect\w*|looks? for|means?|instead of)\b"
        r"|如果|假如|假设|若|例如|比如|可能|类似|预期|期望|应该|当|是指|而不是",
        re.IGNORECASE,
    )


@cache
def _goes_on() -> re.Pattern[str]:
    """Where the person goes on behind a record."""
    return re.compile(
        r"[，。；！、]\s?(?=[\u4e00-\u9fff])|(?<=[\w)\"'.])\.? (?=and (?:I|we|it|the (?:pod|node))\b)"
        r"|[.;] (?=(?:Any|What|Why|How|Does|Do|Is|Can|Could|Please|Thanks|Thank|I|We|Has|Anyone|Help)\b)"
    )


def apart(line: str, *, few: bool = False) -> list[str]:
    """The line; of one that holds a whole record, the person's words around it and the record.

    `few`: the text has hardly another line, so that quotation marks around one quote it.
    """
    bare = _unmarked(line, few=few)
    if bare is not None:
        return [bare]
    for words, pattern in (
        (("Warning ", "Normal "), _event()),
        (('{"', "]: ", "level="), _structured()),
        (("panic: ", "fatal error: ", "SIG"), _crash()),
    ):
        if not any(word in line for word in words):
            continue
        found = pattern.search(line, 0, 4_000)
        if found is None or not _is_a_person(line[: found.start()]):
            continue
        before, record = line[: found.start()].rstrip(" \"'`“「"), line[found.start() :]
        record = record.rstrip("\"'`”」 ")
        after = _goes_on().search(record, found.end() - found.start())
        if after is None:
            return [before, *_lines(record)]
        # The person's words stay together: below the record they would look like a part of it.
        around = f"{before.rstrip(':：,，')}. {record[after.end() :]}"
        return [around, *_lines(record[: after.start()])]
    return [line]


def _lines(record: str) -> list[str]:
    """The record; several, where an ellipsis stands for the lines between them."""
    return [part.strip() for part in re.split(r" (?:…|\.{3,}) (?=\S{12})", record) if part.strip()]


def _is_a_person(before: str) -> bool:
    """Whether words stand before the record that introduce it, and none by which it is supposed."""
    words = before.strip()
    if len(words) < 4 or _supposes().search(words[-200:]):
        return False
    return words[-1] in ":：,，\"'`“「" or len(words.split()) >= 2 or not words.isascii()


def within_marks(line: str) -> str:
    """What stands between quotation marks, where one pair holds the whole line; else empty."""
    text = line.strip()
    if len(text) < _SHORTEST or _PAIRS.get(text[0]) != text[-1]:
        return ""
    inner = text[1:-1]
    if inner.count('"') % 2 if text[0] == '"' else text[-1] in inner:
        return ""
    return inner


def _unmarked(line: str, *, few: bool) -> str | None:
    """What stands between the marks that hold the whole line, where it is a program's record."""
    inner = within_marks(line)
    if not inner:
        return None
    is_record = (
        _event().search(inner, 0, 400)
        or _structured().match(inner)
        or _crash().match(inner)
        or (few and ": " in inner and not is_prose(inner))
    )
    return inner if is_record else None
