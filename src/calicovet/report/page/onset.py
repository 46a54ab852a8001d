"""Since when a node is unhealthy and what changed before, on one line."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta

from calicovet.model.diagnosis import Change, Diagnosis, NodeDiagnosis
from calicovet.model.language import Language
from calicovet.report.page.parts import Line, Row
from calicovet.report.words import words

_MOST_PARTS = 3
_UNITS = (("days", 86400), ("hours", 3600), ("minutes", 60), ("seconds", 1))


def since(
    group: Sequence[NodeDiagnosis], diagnosis: Diagnosis, language: Language
) -> Iterator[Row]:
    """The row for a node; for several that are alike, of the one that became unhealthy first."""
    known = [(node.since, node) for node in group if node.since is not None]
    if not known:
        return
    frame = words(language)
    began, node = min(known, key=lambda pair: pair[0])
    text = f"{_clock(began, diagnosis.taken_at)} UTC"
    span = diagnosis.taken_at - began if diagnosis.taken_at else timedelta()
    ago = span_text(span, language) if span >= timedelta(seconds=1) else ""
    if ago:
        text = frame.say("line.since-ago", at=text, span=ago)
    if len(group) > 1:
        text = frame.say("line.since-first", since=text)
    if node.changes:
        told = [f"{_clock(one.at, began)} {what(one, language)}" for one in node.changes]
        changes = frame.say("page.separator").join(told)
        text = frame.say("line.since-changes", since=text, changes=changes)
    sources = dict.fromkeys(one.exhibit.source for one in node.changes)
    yield Row(frame.say("label.since"), (Line(text, source=", ".join(sources)),))


def what(change: Change, language: Language) -> str:
    """A change in words, without its time."""
    frame = words(language)
    parts = frame.listed(change.parts, _MOST_PARTS)
    return frame.say(f"change.{change.key}", **change.details, parts=parts)


def stamp(at: datetime) -> str:
    """A time as Kubernetes writes it."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _clock(at: datetime, beside: datetime | None) -> str:
    """The time of day; with the date where the other time is of another day."""
    at = at.astimezone(UTC)
    same_day = beside is not None and at.date() == beside.astimezone(UTC).date()
    return at.strftime("%H:%M" if same_day else "%Y-%m-%d %H:%M")


def span_text(span: timedelta, language: Language) -> str:
    """`2 h 5 min`: the two largest units."""
    left = max(0, int(span.total_seconds()))
    told: list[tuple[str, str]] = []
    for unit, size in _UNITS:
        count, left = divmod(left, size)
        if count:
            told.append((unit, str(count)))
        elif told:
            break
    frame = words(language)
    *larger, (last, count_of_last) = told[:2] or [("seconds", "0")]
    parts = [frame.say_one("span", f"{unit}-and", unit, count=count) for unit, count in larger]
    return " ".join((*parts, frame.say(f"span.{last}", count=count_of_last)))
