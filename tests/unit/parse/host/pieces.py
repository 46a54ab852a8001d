"""Pieces of evidence for the tests of host readers."""

from calicovet.model.evidence import Evidence, EvidenceKind
from calicovet.model.facts import Fact, Unreadable
from calicovet.model.subject import NO_SUBJECT, Subject
from calicovet.parse.all_parsers import parser_of


def piece(
    kind: EvidenceKind,
    content: str,
    taken_by: str = "",
    *,
    whole: bool = False,
    about: Subject = NO_SUBJECT,
) -> Evidence:
    return Evidence(id="e", kind=kind, content=content, taken_by=taken_by, whole=whole, about=about)


def facts(
    kind: EvidenceKind,
    content: str,
    taken_by: str = "",
    *,
    whole: bool = False,
    about: Subject = NO_SUBJECT,
) -> list[Fact | Unreadable]:
    evidence = piece(kind, content, taken_by, whole=whole, about=about)
    return list(parser_of(kind).read(evidence))


def subjects_of(found: list[Fact | Unreadable]) -> list[Subject]:
    return [fact.about for fact in found if isinstance(fact, Fact)]


def lines_of(found: list[Fact | Unreadable]) -> list[int]:
    """The cited line of each fact."""
    return [fact.cited[0].line for fact in found if isinstance(fact, Fact)]
