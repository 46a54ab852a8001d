"""Which causes were ruled out, and by what."""

from collections.abc import Iterator

from calicovet.model.diagnosis import Diagnosis, NodeDiagnosis
from calicovet.model.finding import Finding, Verdict
from calicovet.model.record import record
from calicovet.report import cause_sentences
from calicovet.report.html.both import NOTHING, Both, in_both, label, plain
from calicovet.report.html.exhibit_view import ExhibitView, exhibit_view

_MOST = 20


@record
class RuledOut:
    name: str
    title: Both
    why: Both
    exhibit: ExhibitView | None = None


@record
class Exclusions:
    """What cannot be the cause; `looked_for` names those of which every sign was looked for and none found."""

    by_evidence: tuple[RuledOut, ...]
    looked_for: tuple[str, ...]
    untested: int
    more: int = 0


def exclusions(node: NodeDiagnosis, diagnosis: Diagnosis) -> Exclusions:
    """The causes that were examined on that node and are none."""
    told = [*_exonerated(node), *_denied(node, diagnosis)]
    return Exclusions(
        by_evidence=tuple(told[:_MOST]),
        looked_for=tuple(
            one.name
            for one in node.findings
            if one.verdict is Verdict.RULED_OUT and not one.evidence
        ),
        untested=sum(one.verdict is Verdict.UNTESTED for one in node.findings),
        more=max(len(told) - _MOST, 0),
    )


def _title(finding: Finding) -> Both:
    return in_both(lambda language: cause_sentences.title(finding.name, language))


def _exonerated(node: NodeDiagnosis) -> Iterator[RuledOut]:
    for one in node.findings:
        if one.verdict is Verdict.EXONERATED:
            peers = ", ".join(one.contrast.exonerated_by or one.contrast.shows_on)
            why = label("out.exonerated", peers=peers) if peers else NOTHING
            yield RuledOut(one.name, _title(one), why)


def _denied(node: NodeDiagnosis, diagnosis: Diagnosis) -> Iterator[RuledOut]:
    for one in node.findings:
        if one.verdict is Verdict.RULED_OUT and one.evidence:
            exhibit = exhibit_view(one.evidence[0], diagnosis)
            empty = plain(exhibit.taken_by.en) if not exhibit.parts else NOTHING
            yield RuledOut(one.name, _title(one), empty, exhibit)
