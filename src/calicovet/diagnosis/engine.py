"""`diagnose`: a snapshot to a diagnosis, all steps in order."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from calicovet.diagnosis.assembly.fact_cache import Read
from calicovet.diagnosis.assembly.fleet_counts import counted, with_alike
from calicovet.diagnosis.assembly.pipeline import Fleet, assemble
from calicovet.diagnosis.assembly.relevance import (
    concerns_calico,
    is_anothers,
    is_ticket,
    is_told,
)
from calicovet.diagnosis.context.contradictions import contradictions
from calicovet.diagnosis.context.differences import differences
from calicovet.diagnosis.context.other_plugin import other_plugin
from calicovet.diagnosis.context.recent_changes import changes_before
from calicovet.diagnosis.context.red_herrings import red_herrings
from calicovet.diagnosis.context.unexplained_lines import look_at
from calicovet.diagnosis.evidence.citations import EvidenceIndex, exhibit_of
from calicovet.diagnosis.evidence.surroundings import surroundings
from calicovet.diagnosis.failures.signs import with_failures
from calicovet.diagnosis.health.node_health import (
    is_cut_off,
    speaks_of_calico,
    state_of,
    tells_of_trouble,
)
from calicovet.diagnosis.health.node_states import with_states
from calicovet.diagnosis.health.onset import sick_since
from calicovet.diagnosis.health.pod_status import status_of, was_sick
from calicovet.diagnosis.health.recovery import Ending, Relapse, ending_of
from calicovet.diagnosis.identity.leading_pod import gone_pods
from calicovet.diagnosis.identity.node_names import is_calico_node_pod
from calicovet.diagnosis.next_question.choose import next_question, question_behind
from calicovet.diagnosis.next_question.first_questions import NOTHING_TOLD, Told
from calicovet.diagnosis.next_question.told import told_by
from calicovet.diagnosis.verdicts.conflicts import settle
from calicovet.diagnosis.verdicts.judge import Judges
from calicovet.diagnosis.verdicts.peer_comparison import Cases
from calicovet.diagnosis.verdicts.ranking import rank
from calicovet.diagnosis.verdicts.recovered import recovered
from calicovet.diagnosis.verdicts.sole_suspect import is_short, with_sole_suspect
from calicovet.diagnosis.verdicts.summary import summarise
from calicovet.diagnosis.verdicts.victims import blame
from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause
from calicovet.model.diagnosis import Diagnosis, NodeDiagnosis, NodeState
from calicovet.model.display.natural_order import natural
from calicovet.model.evidence import Gap, Snapshot
from calicovet.model.facts import (
    Claimed,
    Fact,
    ManagedBy,
    NeighbourUnconnected,
    OwnerKind,
    PodListed,
    PodUncertain,
    Topic,
)
from calicovet.model.finding import NAMED, Exhibit, NextQuestion, Verdict
from calicovet.model.stage import Shape
from calicovet.model.subject import UNNAMED_PEER
from calicovet.parse.all_parsers import parse
from calicovet.startup.data_path import fails_on
from calicovet.startup.node_readiness import is_silent
from calicovet.startup.stages.locate import locate

_STRONGEST_OWNER = tuple(OwnerKind)


def diagnose(
    snapshot: Snapshot, catalogue: Sequence[Cause], *, strict: bool = False, read: Read = parse
) -> Diagnosis:
    """Who is sick, why, what proves it, and what is not the reason.

    A cause that crashes is left out and named in the result; `strict` lets it crash instead.
    """
    known = assemble(snapshot, read, strict=strict)
    short = is_short(snapshot.evidence)
    causes = with_failures({cause.name: cause for cause in catalogue}, known.facts, short=short)
    taken_at = max(
        (piece.taken_at for piece in snapshot.evidence if piece.taken_at is not None), default=None
    )
    # What is young or cut off only a cluster that was looked at shows: who pastes something is worried.
    live = counted(known.facts) is not None
    names_calico = concerns_calico(snapshot.evidence, known.facts)
    ticket = not names_calico and (is_ticket if short else is_told)(snapshot.evidence, known.facts)
    judges = Judges(causes, known.evidence_index, strict, nameless=ticket, short=short)
    examination = _Examination(known, judges, live, taken_at)
    plugin = other_plugin(known.facts, known.evidence_index.pieces.values())
    looks = (names_calico or ticket) and not plugin
    nodes = examination.whole(known, snapshot.gaps) if looks else ()
    if not looks:
        examination.decide(known)
    may_ask = (names_calico or known.complaints) and not plugin and not is_anothers(known.pieces)
    if may_ask and not live and not any(map(_is_told, nodes)):
        nodes = examination.with_a_question(nodes, snapshot.gaps)
    fleet, shown = examination.fleet, examination.shown
    return Diagnosis(
        summary=summarise(
            nodes,
            causes,
            counted(fleet.facts),
            cut_off=frozenset(view.name for view in shown if view.name and is_cut_off(view.facts)),
            unsure=any(isinstance(fact, PodUncertain) for fact in fleet.facts),
        ),
        nodes=tuple(sorted(nodes, key=_worst_first)),
        red_herrings=red_herrings(fleet, nodes),
        gaps=snapshot.gaps,
        left_out=(*snapshot.left_out, *fleet.guides),
        contradictions=contradictions(fleet),
        owner=_owner(known),
        namespace=_namespace(known),
        names_calico=names_calico,
        other_plugin=plugin,
        pods=_pods(known),
        unreadable=fleet.unreadable,
        crashed_causes=tuple(judges.crashed),
        tracebacks=tuple(judges.crashed.values()),
        surroundings=surroundings(_shown(nodes), known.evidence_index),
        taken_at=taken_at,
        facts=tuple(
            (fact, exhibit)
            for fact in reversed(known.facts)
            for cited in fact.cited[:1]
            if (exhibit := exhibit_of(cited, known.evidence_index)) is not None
        ),
    )


def _shown(nodes: Sequence[NodeDiagnosis]) -> Iterator[Exhibit]:
    """What a report shows as evidence."""
    for node in nodes:
        yield from node.look_at
        for finding in node.findings:
            if finding.verdict in NAMED or finding.verdict is Verdict.POSSIBLE:
                yield from finding.evidence


class _Examination:
    """Diagnoses the nodes of a fleet; keeps the part of it that shows their present state."""

    def __init__(self, fleet: Fleet, judges: Judges, live: bool, now: datetime | None) -> None:
        self.judges = judges
        self.shown: list[NodeView] = []
        self._live = live
        self._now = now
        self.fleet = fleet

    def whole(self, fleet: Fleet, gaps: Sequence[Gap]) -> tuple[NodeDiagnosis, ...]:
        """The nodes as the whole evidence shows them, an incident that is over left behind."""
        ending = None if self._live else ending_of(fleet)
        if isinstance(ending, Ending):
            nodes = self.after(ending, gaps)
            if nodes is not None:
                return nodes
        return self.nodes(ending.fleet if isinstance(ending, Relapse) else fleet, gaps)

    def after(self, ending: Ending, gaps: Sequence[Gap]) -> tuple[NodeDiagnosis, ...] | None:
        """The nodes after an incident that is over; None where one of them is unhealthy still."""
        before = self.nodes(ending.before, gaps)
        return recovered(before, self.nodes(ending.after, gaps), ending)

    def decide(self, fleet: Fleet) -> None:
        """Takes the fleet, with the state of each of its nodes."""
        states = with_states(fleet.nodes, fleet.facts, live=self._live, now=self._now)
        self.fleet = replace(fleet, nodes=states)

    def nodes(self, fleet: Fleet, gaps: Sequence[Gap]) -> tuple[NodeDiagnosis, ...]:
        """The nodes of which the fleet's facts say something of calico-node."""
        self.decide(fleet)
        cases = Cases(self.fleet.nodes)
        told = told_by(fleet)
        self.shown = [
            view
            for view in self.fleet.nodes
            if view.name != UNNAMED_PEER
            and speaks_of_calico(_own(view) if self._live else view.facts)
        ]
        examined = [
            node
            for node in (
                diagnose_node(
                    cases.of(view),
                    fleet.evidence_index,
                    self.judges,
                    gaps,
                    told=told,
                )
                for view in self.shown
            )
            # Lines without a node add no healthy node.
            if node.node or node.pod or node.state is not NodeState.HEALTHY or len(self.shown) == 1
        ]
        nodes = blame(examined, {view.name: view for view in self.shown if view.name})
        return with_alike(nodes, fleet.facts)

    def with_a_question(
        self, nodes: tuple[NodeDiagnosis, ...], gaps: Sequence[Gap]
    ) -> tuple[NodeDiagnosis, ...]:
        """The nodes of which nothing is known but that Calico is spoken of; the first with what to ask.

        A guide is no report, and needs no question; one that complains may be a report that reads like one.
        """
        if self.fleet.guides and not self.fleet.complaints:
            return nodes
        view = next(
            (one for one in self.shown if one.state is NodeState.UNCLEAR and not one.passage),
            NodeView(None, (), namespace=_namespace(self.fleet), read=self.fleet.cluster.read),
        )
        asked = diagnose_node(
            Cases(self.fleet.nodes).of(view) if view in self.shown else Case(view),
            self.fleet.evidence_index,
            self.judges,
            gaps,
            told=told_by(self.fleet),
            asks=True,
        )
        others = [one for one in nodes if (one.node, one.pod) != (asked.node, asked.pod)]
        return (asked, *others)


def _is_told(node: NodeDiagnosis) -> bool:
    """Whether something is known of a node, or asked."""
    return node.state is not NodeState.UNCLEAR or node.next is not None or bool(node.passage)


def _own(view: NodeView) -> Sequence[Fact]:
    """What is said of the node itself, where it has a name."""
    return [fact for fact in view.facts if fact.about.node] if view.name else view.facts


def diagnose_node(
    case: Case,
    evidence_index: EvidenceIndex,
    judges: Judges,
    gaps: Sequence[Gap] = (),
    *,
    told: Told = NOTHING_TOLD,
    asks: bool = False,
) -> NodeDiagnosis:
    """One node: how far it came, what shape the sickness has, which causes hold.

    `asks`: a question is chosen whatever is known of it.
    """
    view = case.node
    state, passage = view.state, view.passage
    stages = locate(view.unread())
    # By its pods alone: a node may be cut off, or its data path may fail, though calico-node is ready.
    by_pods = state_of(view.facts) is NodeState.HEALTHY
    cut_off = state is NodeState.UNCLEAR and by_pods
    broken = state is NodeState.SICK and by_pods
    ready = state is NodeState.HEALTHY or cut_off or broken
    flapping = ready and stages.shape is Shape.READY_BUT_FLAPPING
    only = Shape.READY_BUT_FLAPPING if flapping else Shape.READY_BUT_BROKEN if ready else None
    judged = judges.judge(case, stages, only=only)
    judged = with_sole_suspect(judged, case, judges.causes, short=judges.short)
    findings = rank(settle(judged, judges.causes), judges.causes, stages)
    # What only suffers with calico-node explains nothing, however well proven.
    reasons = [finding for finding in findings if not judges.causes[finding.name].bystander]
    proven = next((finding for finding in reasons if finding.verdict is Verdict.PROVEN), None)
    status, restarts, age = status_of(view)
    pod = f"{view.namespace}/{view.pod}" if view.namespace and view.pod else view.pod
    named = any(finding.verdict in NAMED for finding in reasons)
    # A pod that is ready is called sick only for a reason; a likely one is enough where something is amiss for sure.
    amiss = (
        flapping
        or is_cut_off(view.facts)
        or _says_traffic_is_dead(view)
        or (ready and view.one(NeighbourUnconnected) is not None)
    )
    # A node that is not heard of is unhealthy, whatever its pods were last: only the host says why.
    silent = is_cut_off(view.facts) and is_silent(view.facts)
    harmed = broken or silent or (amiss and named)
    if (passage or ready) and proven is None and not harmed:
        return NodeDiagnosis(
            node=view.name,
            pod=pod,
            state=state,
            status=status,
            restarts=restarts,
            age=age,
            # What is over and has left its trace in the restarts.
            findings=tuple(
                finding
                for finding in findings
                if flapping and finding.bystander and finding.verdict in NAMED
            ),
            recovery=was_sick(view) if state is NodeState.HEALTHY else None,
            passage=passage,
        )
    question: NextQuestion | None = None
    if proven is not None:
        question = question_behind(proven, view, stages, findings, judges.causes, gaps)
    elif (
        named or asks or silent or state is NodeState.SICK or any(map(tells_of_trouble, view.facts))
    ):
        question = next_question(view, stages, findings, judges.causes, gaps, told)
    faults = fails_on(view.facts) if broken else ""
    sick = ready or state is NodeState.SICK
    since = sick_since(view, evidence_index) if sick else None
    return NodeDiagnosis(
        node=view.name,
        pod=pod,
        # A pod that is ready while its node is cut off is sick all the same.
        state=NodeState.SICK if ready else state,
        status=status,
        restarts=restarts,
        age=age,
        stages=stages,
        findings=findings,
        differences=differences(view, case.fair, findings, evidence_index),
        next=question,
        look_at=look_at(view, stages, findings, evidence_index),
        broken=faults,
        since=since,
        changes=changes_before(view, since, evidence_index),
    )


def _says_traffic_is_dead(view: NodeView) -> bool:
    return any(
        isinstance(fact, Claimed) and fact.topic is Topic.TRAFFIC_DEAD for fact in view.facts
    )


def _worst_first(node: NodeDiagnosis) -> tuple[int, bool, bool, tuple[tuple[str, int], ...]]:
    """Sick ones first, and of those the ones with an answer."""
    order = {NodeState.SICK: 0, NodeState.UNCLEAR: 1, NodeState.HEALTHY: 2}
    named = any(finding.verdict in NAMED for finding in node.findings)
    return (
        order[node.state],
        bool(node.victim_of),
        not named,
        natural(node.node or f"~{node.pod}"),
    )


def _owner(fleet: Fleet) -> OwnerKind | None:
    owners = {fact.owner for fact in fleet.facts if isinstance(fact, ManagedBy)}
    return next((owner for owner in _STRONGEST_OWNER if owner in owners), None)


def _namespace(fleet: Fleet) -> str:
    return next((view.namespace for view in fleet.nodes if view.namespace), "")


def _pods(fleet: Fleet) -> int | None:
    """How many calico-node pods there are; of a big cluster only some are listed, but all are counted."""
    whole = counted(fleet.facts)
    if whole is not None:
        return whole.pods or None
    pods = {
        fact.about.pod
        for fact in fleet.facts
        if isinstance(fact, PodListed) and is_calico_node_pod(fact.about.pod)
    }
    return len(pods - gone_pods(fleet.facts, fleet.evidence_index.pieces)) or None
