"""Event records from kubectl's tables, for any order of columns.

Every layout has `Normal` or `Warning` and a reason side by side; what stands before and behind them decides the rest.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import timedelta
from functools import cache

from calicovet.parse.durations import read_duration, read_repeats
from calicovet.parse.events.event_record import EventRecord

_WIDEST = 20_000
_LONGEST_MESSAGE = 30
"""A message has no more lines than this; what follows is something else."""


@cache
def _row() -> re.Pattern[str]:
    return re.compile(r"(?:^|\s)(Normal|Warning)(?:\s*,\s*|\s+)([A-Z][A-Za-z0-9_]{2,60})(?=\s|$)")


@cache
def _object() -> re.Pattern[str]:
    return re.compile(r"([A-Za-z][A-Za-z0-9.]{1,60})/([A-Za-z0-9][A-Za-z0-9.:_-]{0,252})(?=\s|$)")


@cache
def _age() -> re.Pattern[str]:
    return re.compile(
        r"((?:\d{1,6}(?:\.\d{1,6})?[ywdhms]){1,4}|<unknown>|<invalid>|just now)(?:\s+ago)?"
        r"(\s+\(x\d{1,9} over [^)\s]{1,30}\))?(?=\s|$)"
    )


@cache
def _repeated() -> re.Pattern[str]:
    return re.compile(r"\(x\d{1,9} over [^)\s]{1,30}\)(?=\s|$)")


@cache
def _source() -> re.Pattern[str]:
    return re.compile(
        r"(kubelet(?:,\s?\S+)?|default-scheduler|[a-z][a-z0-9]*(?:-[a-z0-9]+){0,6}-(?:controller|scheduler|operator|manager)"
        r"|kube-proxy(?:,\s?\S+)?|attachdetach-controller|multus|cloud-node|[a-z-]+, \S+)(?=\s|$)"
    )


@cache
def _subobject() -> re.Pattern[str]:
    return re.compile(r"spec\.[A-Za-z]{1,30}\{([^}]{1,80})\}(?=\s|$)")


@cache
def _wide_end() -> re.Pattern[str]:
    """First seen, count and the event's own name, which wide tables put behind the message."""
    return re.compile(r"(?<!\s)\s++(\S{1,20})\s++(\d{1,9})\s++(\S{1,253}\.[0-9a-f]{8,32})\s*+$")


@cache
def _cells() -> re.Pattern[str]:
    return re.compile(r"\t+| {2,}")


def read_rows(lines: Iterable[tuple[int, str]]) -> Iterator[EventRecord]:
    """The events in numbered lines; a line that is no row goes on with the message before it."""
    now: EventRecord | None = None
    words: list[str] = []
    wide = False
    before = 0
    for number, text in lines:
        text = text[:_WIDEST]
        record = _read_row(number, text, wide=wide)
        if record is not None:
            if now is not None:
                yield _joined(now, words, before)
            now, words, before = record, [record.message], number
            continue
        if _is_heading(text):
            wide = "SOURCE" in text and "OBJECT" in text
        elif now is not None and _goes_on(text, number, before, words):
            words.append(text.strip())
            before = number
            continue
        if now is not None:
            yield _joined(now, words, before)
            now, words = None, []
    if now is not None:
        yield _joined(now, words, before)


def _joined(record: EventRecord, words: list[str], last: int) -> EventRecord:
    if len(words) == 1:
        return record
    return replace(record, message=" ".join(word for word in words if word), last=last)


def _goes_on(text: str, number: int, before: int, words: list[str]) -> bool:
    """Whether the line belongs to the message above: it follows at once, and in the same script."""
    if not text.strip() or number != before + 1 or len(words) >= _LONGEST_MESSAGE:
        return False
    if text.lstrip().startswith(("----", "```", "Events:", "$ ", "# ", "[root@")):
        return False
    return text.isascii() or not "".join(words).isascii()


def _is_heading(text: str) -> bool:
    capitals = text.upper()
    return "REASON" in capitals and "MESSAGE" in capitals and "TYPE" in capitals


def _read_row(number: int, text: str, *, wide: bool) -> EventRecord | None:
    found = _row().search(text[:1000])
    if found is None:
        return None
    front, rest = text[: found.start()].strip(), text[found.end() :].strip()
    record = EventRecord(line=number, type=found[1], reason=found[2], message="")
    if front:
        return _with_front(record, front, rest, wide=wide)
    return _described(record, rest)


def _described(record: EventRecord, rest: str) -> EventRecord | None:
    """`Type Reason Age From Message`, where age and source may have been left out."""
    age = _age().match(rest)
    if age is not None:
        count, over = read_repeats(age[2] or "")
        record = replace(record, age=read_duration(age[1]), count=count, over=over)
        rest = rest[age.end() :].strip()
    elif (thing := _object().match(rest)) is not None and thing[1].islower():
        return _told(_about(record, thing[1], thing[2]), rest[thing.end() :].strip(), wide=False)
    repeated = _repeated().match(rest)
    if repeated is not None:
        count, over = read_repeats(repeated[0])
        record = replace(record, count=count, over=over)
        rest = rest[repeated.end() :].strip()
    source, message = _split_source(rest)
    if age is None and not source and not _is_reason(record.reason):
        return None
    return _with_source(replace(record, message=message), source)


_SHORT = frozenset(
    {"Unhealthy", "Killing", "Pulled", "Pulling", "Created", "Started", "Failed", "Scheduled"}
)


def _is_reason(word: str) -> bool:
    """`Warning This is how prose begins`: a reason is known, or has several words in one."""
    return word in _SHORT or any(letter.isupper() for letter in word[1:])


def _split_source(rest: str) -> tuple[str, str]:
    known = _source().match(rest)
    if known is not None:
        return known[1], rest[known.end() :].strip()
    cells = _cells().split(rest, maxsplit=1)
    if len(cells) == 2 and len(cells[0]) <= 80 and len(cells[0].split()) <= 2:
        return cells[0], cells[1].strip()
    return "", rest


def _with_source(record: EventRecord, source: str) -> EventRecord:
    speaker, _, host = source.partition(",")
    return replace(record, source=speaker.strip(), host=host.strip())


def _with_front(record: EventRecord, front: str, rest: str, *, wide: bool) -> EventRecord | None:
    """Ages, counts and, in old releases, the source or the object stand before the type."""
    repeats = _repeated().search(front)
    if repeats is not None:
        count, over = read_repeats(repeats[0])
        record = replace(record, count=count, over=over)
        front = (front[: repeats.start()] + front[repeats.end() :]).strip()
    tokens = front.split()
    if len(tokens) > 10:
        return None
    ages = [token for token in tokens if _age().fullmatch(token)]
    if not ages:
        return None
    if len(ages) >= 2 and (place := _count_at(tokens)) is not None:
        return _old_row(record, tokens, place, rest)
    namespace = tokens[0] if not _age().fullmatch(tokens[0]) and len(tokens) > 1 else ""
    record = replace(record, age=_first_known(ages), namespace=namespace)
    thing = _object().match(rest)
    if thing is None:
        return _described(record, rest)
    return _told(_about(record, thing[1], thing[2]), rest[thing.end() :].strip(), wide=wide)


def _told(record: EventRecord, rest: str, *, wide: bool) -> EventRecord:
    """What stands behind the object: the message, in wide tables among other things."""
    part = _subobject().match(rest)
    if part is not None:
        record = replace(record, container=part[1])
        rest = rest[part.end() :].strip()
    if not wide:
        return replace(record, message=rest)
    end = _wide_end().search(rest[-600:])
    if end is not None:
        rest = rest[: len(rest) - len(end[0])]
        record = replace(record, count=max(int(end[2]), 1))
    source, message = _split_source(rest)
    return _with_source(replace(record, message=message.strip()), source)


def _first_known(ages: list[str]) -> timedelta | None:
    return next((age for text in ages if (age := read_duration(text)) is not None), None)


def _count_at(tokens: list[str]) -> int | None:
    """Where the count stands in an old row, behind its two ages."""
    return next((place for place, token in enumerate(tokens) if token.isdecimal()), None)


def _old_row(record: EventRecord, tokens: list[str], place: int, rest: str) -> EventRecord:
    """Releases up to 1.13: ages, count, then source and part (describe) or name, kind and part (get)."""
    ages = [age for token in tokens[:place] if (age := read_duration(token)) is not None]
    record = replace(
        record,
        count=max(int(tokens[place][:9]), 1),
        # The columns changed places over the releases; the last sighting is the younger one.
        age=min(ages, default=None),
        over=max(ages, default=None),
    )
    words = tokens[place + 1 :]
    if words and (part := _subobject().match(words[-1])) is not None:
        record = replace(record, container=part[1])
        words = words[:-1]
    if words and _source().fullmatch(" ".join(words)):
        return _with_source(replace(record, message=rest), " ".join(words))
    if len(words) >= 2:
        name = re.sub(r"\.[0-9a-f]{8,32}$", "", words[-2])
        record = _about(record, words[-1], name)
    source, message = _split_source(rest)
    return _with_source(replace(record, message=message), source)


def _about(record: EventRecord, kind: str, name: str) -> EventRecord:
    return replace(record, kind=kind.lower().partition(".")[0], name=name)
