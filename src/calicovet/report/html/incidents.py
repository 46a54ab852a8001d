"""The unhealthy nodes, grouped by cause, with all that the page shows of each."""

from collections.abc import Iterator, Mapping, Sequence

from calicovet.model.diagnosis import Diagnosis, NodeDiagnosis, NodeState
from calicovet.model.display.natural_order import natural
from calicovet.model.finding import NAMED, Finding, Verdict
from calicovet.model.record import record
from calicovet.report import cause_sentences
from calicovet.report.html.address_map import AddressMap, address_map
from calicovet.report.html.both import NOTHING, Both, Notes, frame, in_both, label, notes, plain
from calicovet.report.html.exhibit_view import ExhibitView, exhibit_view
from calicovet.report.html.node_facts import NodeFacts
from calicovet.report.html.remedy_view import PlanView, QuestionView, plan_view, question_view
from calicovet.report.html.ruled_out import Exclusions, exclusions
from calicovet.report.html.side_by_side import Comparison, comparison
from calicovet.report.html.start_line import StartLine, start_line
from calicovet.report.html.time_line import (
    Load,
    Moment,
    ProbeChart,
    loads,
    probe_chart,
    time_decides,
    time_line,
)
from calicovet.report.page import onset, rows
from calicovet.report.page.from_diagnosis import unknown_cause
from calicovet.report.page.grouping import to_tell
from calicovet.report.page.headline import leading
from calicovet.report.page.parts import Tone
from calicovet.report.words import words

_MOST_ON_MAP = 4
_MOST_POSSIBLE = 8
_FEW_NAMES = 3


@record(kw_only=True)
class NodeView:
    """One unhealthy node."""

    id: str
    name: Both
    pod: str
    status: Both
    since: Both
    looks: Both
    """How it looks from outside."""
    sentence: Both
    start: StartLine
    evidence: tuple[ExhibitView, ...]
    why: Both
    look_at: tuple[ExhibitView, ...]
    possible: tuple[tuple[str, Both], ...]
    map: AddressMap | None
    moments: tuple[Moment, ...]
    probe: ProbeChart | None
    loads: tuple[Load, ...]
    comparison: Comparison | None
    excluded: Exclusions
    notes: tuple[Notes, ...]
    commands: tuple[str, ...] = ()
    """Those of the plan, where they are not the same as on the first node."""
    undo: tuple[str, ...] = ()
    question: QuestionView | None = None


@record(kw_only=True)
class Incident:
    """The nodes with the same cause, or with the same symptom where none is known."""

    id: str
    tone: Tone
    verdict: Both
    cause: str
    code: str
    title: Both
    owner: Both
    nodes: tuple[NodeView, ...]
    names: tuple[str, ...]
    called: Both
    """The names, or how many there are."""
    alike: tuple[str, ...]
    plan: PlanView | None

    @property
    def varies(self) -> bool:
        """Whether the sentence is true of its first node alone, in its particulars."""
        return any(node.sentence != self.title for node in self.nodes)

    @property
    def many(self) -> bool:
        """Whether it is about several nodes."""
        return len(self.nodes) > 1


def incidents(diagnosis: Diagnosis, facts: NodeFacts) -> tuple[Incident, ...]:
    """In the order of the engine: the first one is the answer."""
    groups: dict[object, list[NodeDiagnosis]] = {}
    for node in to_tell(diagnosis):
        groups.setdefault(_answer(node), []).append(node)
    return tuple(
        _incident(number, group, diagnosis, facts)
        for number, group in enumerate(groups.values(), 1)
    )


def _answer(node: NodeDiagnosis) -> tuple[object, ...]:
    finding = leading(node)
    if finding is not None:
        return (finding.name, finding.verdict)
    return (node.stages.shape, node.broken, node.state, node.next.key if node.next else "")


def _incident(
    number: int, group: Sequence[NodeDiagnosis], diagnosis: Diagnosis, facts: NodeFacts
) -> Incident:
    first, finding = group[0], leading(group[0])
    known = finding or _bystander(first)
    tone = _tone(finding)
    plan = plan_view(known) if known is not None else None
    return Incident(
        id=f"i{number}",
        tone=tone,
        verdict=frame(f"verdict.{tone}"),
        cause=known.name if known else "",
        code=known.code if known else "",
        title=_sentence(first, finding),
        owner=frame(f"owner.{diagnosis.owner}") if diagnosis.owner else NOTHING,
        nodes=tuple(
            _node(f"i{number}n{place}", node, group, diagnosis, facts, plan)
            for place, node in enumerate(group, 1)
        ),
        names=tuple(rows.called(node) for node in group),
        called=_called(group),
        alike=tuple(sorted({name for node in group for name in node.alike}, key=natural)),
        plan=plan,
    )


def _called(group: Sequence[NodeDiagnosis]) -> Both:
    if len(group) > _FEW_NAMES:
        return in_both(lambda language: words(language).count(len(group)))
    named = [
        plain(rows.called(node)) if rows.called(node) else frame("page.no-node") for node in group
    ]
    return Both(" · ".join(name.en for name in named), " · ".join(name.zh for name in named))


def _bystander(node: NodeDiagnosis) -> Finding | None:
    """Where only what suffers is known, its document still says where to look."""
    return next((one for one in node.findings if one.verdict in NAMED), None)


def _tone(finding: Finding | None) -> Tone:
    if finding is None:
        return Tone.UNKNOWN
    return Tone.PROVEN if finding.verdict is Verdict.PROVEN else Tone.LIKELY


def _sentence(node: NodeDiagnosis, finding: Finding | None) -> Both:
    if finding is None:
        return in_both(lambda language: unknown_cause(node, language))
    return in_both(lambda language: cause_sentences.sentence(finding, language))


def _node(
    anchor: str,
    node: NodeDiagnosis,
    group: Sequence[NodeDiagnosis],
    diagnosis: Diagnosis,
    facts: NodeFacts,
    plan: PlanView | None,
) -> NodeView:
    finding = leading(node)
    told = facts.of(node)
    own = plan_view(finding) if finding is not None and node is not group[0] else None
    differs = own is not None and (plan is None or _typed(own) != _typed(plan))
    peers = _peers(finding, diagnosis)
    beside = [(rows.called(other), facts.of(other)) for other in (node, *peers)]
    timed = time_decides(node, finding)
    return NodeView(
        id=anchor,
        name=plain(rows.called(node)) if rows.called(node) else frame("page.no-node"),
        pod=node.pod,
        status=_status(node),
        since=_since(node, diagnosis),
        looks=_looks(node),
        sentence=_sentence(node, finding),
        start=start_line(node, finding, told),
        evidence=_evidence(finding, diagnosis),
        why=in_both(lambda language: cause_sentences.because(finding, language))
        if finding
        else NOTHING,
        look_at=_look_at(node, finding, diagnosis),
        possible=tuple(_possible(node)),
        map=address_map(
            finding, [(other, facts.of(other)) for other in (node, *peers)[:_MOST_ON_MAP]]
        ),
        moments=time_line(node, told) if timed else (),
        probe=probe_chart(node, told, facts.of_nobody()) if timed else None,
        loads=loads(finding, beside),
        comparison=comparison(node, finding, diagnosis, facts),
        excluded=exclusions(node, diagnosis),
        notes=_notes(node, finding, diagnosis),
        commands=_typed(own)[0] if own is not None and differs else (),
        undo=_typed(own)[1] if own is not None and differs else (),
        question=question_view(node),
    )


def _typed(plan: PlanView) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return tuple(line for step in plan.steps for line in step.commands), plan.undo


def _peers(finding: Finding | None, diagnosis: Diagnosis) -> list[NodeDiagnosis]:
    """Healthy nodes to draw beside; first those that the sentence names, then those that were asked."""
    asked = set(finding.contrast.absent_on) if finding is not None else set()
    named = set(finding.details.values()) if finding is not None else set()
    healthy = [node for node in diagnosis.nodes if node.state is NodeState.HEALTHY]
    return sorted(
        healthy, key=lambda node: (rows.called(node) not in named, rows.called(node) not in asked)
    )[: _MOST_ON_MAP - 1]


def _status(node: NodeDiagnosis) -> Both:
    told = [plain(node.status)] if node.status else []
    if node.restarts is not None:
        key = "page.restart-one" if node.restarts == 1 else "page.restart-many"
        told.append(frame(key, count=str(node.restarts)))
    if node.age:
        told.append(plain(node.age))
    return Both(" · ".join(part.en for part in told), " · ".join(part.zh for part in told))


def _since(node: NodeDiagnosis, diagnosis: Diagnosis) -> Both:
    found = notes(lambda language: onset.since([node], diagnosis, language))
    return found[0].lines[0].text if found else NOTHING


def _looks(node: NodeDiagnosis) -> Both:
    if node.state is NodeState.UNCLEAR:
        return NOTHING
    key = f"broken.{node.broken}" if node.broken else f"shape.{node.stages.shape or 'unknown'}"
    return frame(key, container=node.stages.container)


def _evidence(finding: Finding | None, diagnosis: Diagnosis) -> tuple[ExhibitView, ...]:
    if finding is None:
        return ()
    return tuple(exhibit_view(one, diagnosis) for one in finding.evidence)


def _look_at(
    node: NodeDiagnosis, finding: Finding | None, diagnosis: Diagnosis
) -> tuple[ExhibitView, ...]:
    if finding is not None and finding.verdict is Verdict.PROVEN:
        return ()
    return tuple(exhibit_view(one, diagnosis) for one in node.look_at)


def _possible(node: NodeDiagnosis) -> Iterator[tuple[str, Both]]:
    found = [one for one in node.findings if one.verdict is Verdict.POSSIBLE and not one.bystander]
    for one in found[:_MOST_POSSIBLE]:
        name = one.name
        yield name, in_both(lambda language, name=name: cause_sentences.title(name, language))  # type: ignore[misc]


def _notes(node: NodeDiagnosis, finding: Finding | None, diagnosis: Diagnosis) -> tuple[Notes, ...]:
    """What else belongs to the node: consequences, victims, what comes next."""
    found: list[Notes] = []
    if finding is None:
        found += notes(lambda language: rows.bystanders(node, language))
    else:
        found += notes(lambda language: rows.takes_along(finding, language))
    found += notes(lambda language: rows.victims([node], diagnosis, language))
    found += notes(lambda language: rows.ahead(node, language))
    return tuple(found)


def headline(diagnosis: Diagnosis, found: Sequence[Incident]) -> Both:
    """How many nodes are unhealthy, and of how many."""
    summary = diagnosis.summary
    unclear = sum(node.state is NodeState.UNCLEAR for node in diagnosis.nodes)
    total = summary.sick + summary.healthy + unclear
    if not summary.sick:
        names = ", ".join(name for incident in found for name in incident.names)
        return label("head.found", nodes=names)
    one = summary.sick == 1
    counts: Mapping[str, str] = {"sick": str(summary.sick), "all": str(total)}
    if total == summary.sick:
        return label("head.only-one" if one else "head.only", **counts)
    return label("head.one" if one else "head.many", **counts)
