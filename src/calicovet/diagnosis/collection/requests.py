"""What to fetch next: objects of suspects and peers, their logs, then what open causes need."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from calicovet.diagnosis.assembly.fact_cache import Read
from calicovet.diagnosis.next_question.open_causes import is_open
from calicovet.model.cause import Cause
from calicovet.model.commands.manual_commands import runs_on_the_host
from calicovet.model.diagnosis import Diagnosis, NodeDiagnosis, NodeState
from calicovet.model.evidence import Evidence, EvidenceKind, Request
from calicovet.model.facts import ContainerState, Running
from calicovet.model.finding import Verdict
from calicovet.model.overview import Overview, PodRow, Selection
from calicovet.model.subject import Subject
from calicovet.parse.all_parsers import parse

_UNWELL_OTHERS = 3


def objects_wanted(overview: Overview, selection: Selection) -> tuple[Request, ...]:
    """The objects of all examined nodes, and the cluster's own where a node is unhealthy."""
    return tuple(_objects_wanted(overview, selection))


def _objects_wanted(overview: Overview, selection: Selection) -> Iterator[Request]:
    examined = selection.examined
    pods: dict[str, list[PodRow]] = {}
    for pod in sorted(overview.pods, key=lambda pod: (pod.namespace, pod.name)):
        pods.setdefault(pod.place, []).append(pod)
    for name in (*examined, *selection.peers):
        # Two of them on one node are a separate finding.
        for pod in pods.get(name, ()):
            yield Request(EvidenceKind.POD_DESCRIBE, _subject(pod))
        if _is_a_node(name, pods):
            yield Request(EvidenceKind.NODE_DESCRIBE, Subject(node=name))
    if not examined:
        return
    for name in examined:
        if name in pods and _is_a_node(name, pods):
            yield Request(EvidenceKind.POD_TABLE, Subject(node=name))
    yield Request(EvidenceKind.DAEMONSET_DESCRIBE)
    yield Request(EvidenceKind.KUBEADM_CONFIG)
    yield Request(EvidenceKind.OTHER_TABLE)
    yield Request(EvidenceKind.EVENT_TABLE)
    unwell = [pod for pod in overview.others if not pod.well]
    for pod in sorted(unwell, key=lambda pod: pod.name)[:_UNWELL_OTHERS]:
        yield Request(EvidenceKind.POD_DESCRIBE, _subject(pod))
        yield Request(EvidenceKind.OTHER_LOG, _subject(pod))


def _is_a_node(name: str, pods: Mapping[str, Sequence[PodRow]]) -> bool:
    """Whether it is a node's name, and not that of a pod which has none."""
    return name not in pods or bool(pods[name][0].node)


def _subject(pod: PodRow) -> Subject:
    return Subject(pod.node, pod.namespace, pod.name)


def logs_wanted(
    pieces: Iterable[Evidence], overview: Overview, selection: Selection, read: Read = parse
) -> tuple[Request, ...]:
    """The logs of the containers that have begun: all of a suspect's, of a peer's only those that can be compared."""
    states = [
        fact
        for piece in pieces
        if piece.kind is EvidenceKind.OBJECTS and piece.about.pod
        for fact in read(piece)
        if isinstance(fact, ContainerState)
    ]
    ours = {pod.name for pod in overview.pods}
    peers = frozenset(selection.peers)
    suspects = [one for one in states if one.about.pod in ours and one.about.node not in peers]
    in_question = {one.about.container for one in suspects if _is_in_question(one)}
    found: dict[Request, None] = {}
    for state in states:
        if state.about.pod not in ours:
            continue
        fair = state.about.node in peers
        if fair and state.init and state.about.container not in in_question:
            continue
        found.update(dict.fromkeys(_logs_of(state, current_only=fair)))
    return tuple(found)


def _is_in_question(state: ContainerState) -> bool:
    done = state.phase is Running.TERMINATED and not state.exit_code
    return state.init and not done and _has_begun(state)


def _has_begun(state: ContainerState) -> bool:
    """Whether there is a log."""
    return state.phase in (Running.RUNNING, Running.TERMINATED) or bool(state.restarts)


def _logs_of(state: ContainerState, *, current_only: bool) -> Iterator[Request]:
    about = state.about
    subject = Subject(about.node, about.namespace, about.pod, about.container)
    if _has_begun(state):
        yield Request(EvidenceKind.CALICO_LOG, subject)
    if state.restarts and not current_only:
        before = Subject(about.node, about.namespace, about.pod, about.container, previous=True)
        yield Request(EvidenceKind.CALICO_LOG, before)


def more_wanted(
    diagnosis: Diagnosis, causes: Mapping[str, Cause], selection: Selection
) -> tuple[Request, ...]:
    """What would test or prove the suspicions that are open on examined nodes, there and on their peers."""
    examined = frozenset(selection.examined)
    found: dict[Request, None] = {}
    for node in diagnosis.nodes:
        if node.state is NodeState.HEALTHY or not node.node or node.victim_of:
            continue
        if node.node not in examined:
            continue
        for request in _wishes(node, causes):
            if not runs_on_the_host(request.kind):
                found.setdefault(request)
                continue
            found.setdefault(Request(request.kind, Subject(node=node.node)))
            found.update(
                dict.fromkeys(Request(request.kind, Subject(node=peer)) for peer in selection.peers)
            )
    return tuple(found)


def _wishes(node: NodeDiagnosis, causes: Mapping[str, Cause]) -> Iterator[Request]:
    if node.next is not None:
        yield from node.next.requests
    reasons = [finding for finding in node.findings if not finding.bystander]
    if any(finding.verdict is Verdict.PROVEN for finding in reasons):
        return
    # With a likely cause at hand, only what would prove it is worth the asking.
    likely = [finding for finding in reasons if finding.verdict is Verdict.LIKELY]
    for finding in likely or reasons:
        if is_open(finding, node.stages, causes):
            yield from finding.wants
