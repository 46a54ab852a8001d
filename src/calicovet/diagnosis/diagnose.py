"""A snapshot to a diagnosis, the whole way."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from calicovet.diagnosis.assemble import Fleet, assemble
from calicovet.diagnosis.blame import blame
from calicovet.diagnosis.changes import changes_before
from calicovet.diagnosis.contradictions import contradictions
from calicovet.diagnosis.differences import differences
from calicovet.diagnosis.exhibits import Shelf, exhibit_of
from calicovet.diagnosis.fleet import counted, with_alike
from calicovet.diagnosis.judge import Judges
from calicovet.diagnosis.look_at import look_at
from calicovet.diagnosis.names import is_calico_node_pod
from calicovet.diagnosis.next_question import next_question, question_behind
from calicovet.diagnosis.peers import Cases
from calicovet.diagnosis.rank import rank
from calicovet.diagnosis.reading import Read
from calicovet.diagnosis.red_herrings import red_herrings
from calicovet.diagnosis.relevance import concerns_calico
from calicovet.diagnosis.settle import settle
from calicovet.diagnosis.since import sick_since
from calicovet.diagnosis.status import status_of, was_sick
from calicovet.diagnosis.summary import summarise
from calicovet.diagnosis.triage import is_cut_off, speaks_of_calico, state_of
from calicovet.diagnosis.under_way import passage_of
from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause
from calicovet.model.diagnosis import Diagnosis, NodeDiagnosis, NodeState, Passage
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
from calicovet.model.finding import NAMED, NextQuestion, Verdict
from calicovet.model.natural import natural
from calicovet.model.stage import Shape
from calicovet.model.subject import UNNAMED_PEER
from calicovet.parse.table import parse
from calicovet.startup.localise import localise

_STRONGEST_OWNER = tuple(OwnerKind)


def diagnose(
    snapshot: Snapshot, catalogue: Sequence[Cause], *, strict: bool = False, read: Read = parse
) -> Diagnosis:
    """Who is sick, why, what proves it, and what is not the reason.

    A cause that crashes is left out and named in the result; `strict` lets it crash instead.
    """
    fleet = assemble(snapshot, read, strict=strict)
    causes = {cause.name: cause for cause in catalogue}
    taken_at = max(
        (piece.taken_at for piece in snapshot.evidence if piece.taken_at is not None), default=None
    )
    # What is young or cut off only a cluster that was looked at shows: who pastes something is worried.
    live = counted(fleet.facts) is not None
    passages = _passages(fleet, taken_at) if live else {}
    states = _states(fleet, passages, live)
    judges = Judges(causes, fleet.shelf, strict)
    cases = Cases(fleet.nodes, states)
    shown = [
        view
        for view in fleet.nodes
        if view.name != UNNAMED_PEER and speaks_of_calico(_own(view) if live else view.facts)
    ]
    names_calico = concerns_calico(snapshot.evidence, fleet.facts)
    if not names_calico:
        shown = []
    examined = [
        node
        for node in (
            diagnose_node(
                cases.of(view),
                fleet.shelf,
                judges,
                states[id(view)],
                snapshot.gaps,
                passages.get(id(view)),
            )
            for view in shown
        )
        # Lines that are nobody's make no healthy node more.
        if node.node or node.pod or node.state is not NodeState.HEALTHY or len(shown) == 1
    ]
    nodes = blame(examined, {view.name: view for view in shown if view.name})
    nodes = with_alike(nodes, fleet.facts)
    return Diagnosis(
        summary=summarise(
            nodes,
            causes,
            counted(fleet.facts),
            cut_off=frozenset(view.name for view in shown if view.name and is_cut_off(view.facts)),
            unsure=any(isinstance(fact, PodUncertain) for fact in fleet.facts),
        ),
        nodes=tuple(sorted(nodes, key=_worst_first)),
        red_herrings=red_herrings(fleet, nodes, states),
        gaps=snapshot.gaps,
        contradictions=contradictions(fleet),
        owner=_owner(fleet),
        namespace=_namespace(fleet),
        names_calico=names_calico,
        pods=_pods(fleet),
        unreadable=fleet.unreadable,
        crashed_causes=judges.crashed,
        taken_at=taken_at,
        facts=tuple(
            (fact, exhibit)
            for fact in reversed(fleet.facts)
            for cited in fact.cited[:1]
            if (exhibit := exhibit_of(cited, fleet.shelf)) is not None
        ),
    )


def _own(view: NodeView) -> Sequence[Fact]:
    """What is said of the node itself, where it has a name."""
    return [fact for fact in view.facts if fact.about.node] if view.name else view.facts


def _passages(fleet: Fleet, now: datetime | None) -> Mapping[int, Passage]:
    """By view: what is under way on nodes that would be called sick for it."""
    return {
        id(view): passage
        for view in fleet.nodes
        if state_of(view.facts) is NodeState.SICK
        and (passage := passage_of(view.facts, now)) is not None
    }


def _states(fleet: Fleet, passages: Mapping[int, Passage], live: bool) -> Mapping[int, NodeState]:
    states = _told_states(fleet)
    # A pod that is ready by the list of a node that is not: nobody knows.
    silent = {
        id(view): NodeState.UNCLEAR
        for view in fleet.nodes
        if live and states[id(view)] is NodeState.HEALTHY and is_cut_off(view.facts)
    }
    return {**states, **silent, **dict.fromkeys(passages, NodeState.UNCLEAR)}


def _told_states(fleet: Fleet) -> Mapping[int, NodeState]:
    alone = {id(view): state_of(view.facts) for view in fleet.nodes}
    others = any(
        isinstance(fact, Claimed) and fact.topic is Topic.OTHERS_HEALTHY for fact in fleet.facts
    )
    # As long as the sick one has no name, each of the named may be it.
    known_sick = any(
        alone[id(view)] is NodeState.SICK for view in fleet.nodes if view.name or view.pod
    )
    # Lines of nobody by name, beside a list on which every calico-node is ready.
    listed = [alone[id(view)] for view in fleet.nodes if view.pod]
    all_well = bool(listed) and all(state is NodeState.HEALTHY for state in listed)
    return {
        id(view): NodeState.HEALTHY
        if view.name == UNNAMED_PEER
        or (all_well and not view.name and alone[id(view)] is NodeState.UNCLEAR)
        else state_of(view.facts, others_are_healthy=others and known_sick and bool(view.name))
        for view in fleet.nodes
    }


def diagnose_node(
    case: Case,
    shelf: Shelf,
    judges: Judges,
    state: NodeState,
    gaps: Sequence[Gap] = (),
    passage: Passage | None = None,
) -> NodeDiagnosis:
    """One node: how far it came, what shape the sickness has, which causes hold."""
    view = case.node
    stages = localise(view.unread())
    cut_off = state is NodeState.UNCLEAR and state_of(view.facts) is NodeState.HEALTHY
    ready = state is NodeState.HEALTHY or cut_off
    flapping = ready and stages.shape is Shape.READY_BUT_FLAPPING
    only = Shape.READY_BUT_FLAPPING if flapping else Shape.READY_BUT_BROKEN if ready else None
    judged = judges.judge(case, stages, only=only)
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
    if (passage or ready) and proven is None and not (amiss and named):
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
            was=was_sick(view) if state is NodeState.HEALTHY else None,
            passage=passage,
        )
    question: NextQuestion | None = None
    if proven is not None:
        question = question_behind(proven, view, stages, findings, judges.causes, gaps)
    elif named or state is NodeState.SICK:
        question = next_question(view, stages, findings, judges.causes, gaps)
    sick = ready or state is NodeState.SICK
    since = sick_since(view, shelf) if sick else None
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
        differences=differences(view, case.fair, findings, shelf),
        next=question,
        look_at=look_at(view, stages, findings, shelf),
        since=since,
        changes=changes_before(view, since, shelf),
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
    return len(pods) or None
