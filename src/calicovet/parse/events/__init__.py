"""Events: tables, the lines that describe prints, objects."""

from collections.abc import Iterator

from calicovet.model.evidence import Evidence
from calicovet.model.facts import Fact, Unreadable
from calicovet.parse.events.event_facts import GIVES, event_facts, message_facts
from calicovet.parse.events.event_record import EventRecord
from calicovet.parse.events.from_rows import read_rows

__all__ = ["GIVES", "read_event_lines", "read_event_table"]


def read_event_table(evidence: Evidence) -> Iterator[Fact | Unreadable]:
    """The facts in the output of `kubectl get events`."""
    rows = read_rows(enumerate(evidence.content.split("\n"), 1))
    yield from event_facts(rows, evidence.id, evidence.about)


def read_event_lines(evidence: Evidence) -> Iterator[Fact | Unreadable]:
    """The facts in loose rows of an Events section; also where only the message of a row was pasted."""
    lines = evidence.content.split("\n")
    rows = tuple(read_rows(enumerate(lines, 1)))
    yield from event_facts(rows, evidence.id, evidence.about)
    read = {number for row in rows for number in range(row.line, max(row.last, row.line) + 1)}
    for number, text in enumerate(lines, 1):
        if number not in read and text.strip():
            message = EventRecord(line=number, type="", reason="", message=text[:20_000].strip())
            yield from message_facts(message, evidence.id, evidence.about)
