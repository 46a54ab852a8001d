"""The one command line whose output parts what is left."""

from collections.abc import Iterable, Mapping

from calicovet.model.by_hand import by_hand, runs_on_the_host
from calicovet.model.case import NodeView
from calicovet.model.cause import Cause
from calicovet.model.evidence import EvidenceKind, Gap, GapReason, Request
from calicovet.model.facts import ApiCallFailed, ApiEndpoint, ServiceAddress
from calicovet.model.finding import Answer, Finding, NextQuestion, Verdict
from calicovet.model.record import record
from calicovet.model.stage import Localisation, Shape
from calicovet.model.subject import Subject
from calicovet.startup.readiness import failing_beside

# Several reads on one host may be joined into one line.
_TOGETHER: tuple[tuple[EvidenceKind, ...], ...] = (
    (EvidenceKind.KUBELET_CONFIG, EvidenceKind.CONTAINERD_CONFIG),
    (EvidenceKind.LOAD, EvidenceKind.CPU_COUNT),
    (EvidenceKind.IP_ADDR, EvidenceKind.IP_LINK),
)
_COMPARED = frozenset(kind for kinds in _TOGETHER for kind in kinds)
_WEIGHT = {Verdict.LIKELY: 64.0, Verdict.POSSIBLE: 16.0, Verdict.UNTESTED: 1.0}
_MOST_ANSWERS = 5
_VAIN = frozenset({GapReason.UNREACHABLE, GapReason.TIMED_OUT, GapReason.ABSENT})
"""What is forbidden can be had by somebody with more rights; of these nobody has more."""

_Wish = tuple[EvidenceKind, str, str, str, bool]


@record
class _Question:
    requests: tuple[Request, ...]
    findings: tuple[Finding, ...]
    weight: float

    @property
    def key(self) -> tuple[float, int, int, str]:
        kind = self.requests[0].kind
        return (-self.weight, -len(self.requests), int(runs_on_the_host(kind)), kind.value)


def next_question(
    node: NodeView,
    stages: Localisation,
    findings: Iterable[Finding],
    causes: Mapping[str, Cause],
    gaps: Iterable[Gap] = (),
) -> NextQuestion:
    """Of what the open suspects of that shape want, the one request that parts most of them.

    What was tried and cannot be had is not asked for again.
    """
    open_ones = [finding for finding in findings if is_open(finding, stages, causes)]
    vain = _in_vain(gaps)
    question = _best(open_ones, causes, vain)
    known = _known(node)
    if question is None:
        return _plain(node, stages, known, vain)
    return _put(question, node, known, causes)


def question_behind(
    proven: Finding,
    node: NodeView,
    findings: Iterable[Finding],
    causes: Mapping[str, Cause],
    gaps: Iterable[Gap] = (),
) -> NextQuestion | None:
    """What to ask where the proven cause is itself the effect of one of several others."""
    behind = causes[proven.name].caused_by
    rivals = [
        finding
        for finding in findings
        if finding.name in behind and finding.verdict is not Verdict.RULED_OUT
    ]
    if len(rivals) < 2 or any(
        finding.verdict in (Verdict.PROVEN, Verdict.LIKELY) for finding in rivals
    ):
        return None
    vain = _in_vain(gaps)
    question = _best(rivals, causes, vain)
    return None if question is None else _put(question, node, _known(node), causes)


def is_open(finding: Finding, stages: Localisation, causes: Mapping[str, Cause]) -> bool:
    """Whether a suspicion of that shape is neither proven nor out, and wants something that would decide."""
    cause = causes[finding.name]
    fits = stages.shape is None or stages.shape in cause.shows_as
    return (
        finding.verdict in _WEIGHT
        and fits
        and not cause.bystander
        and stages.entered(cause.stage)
        and bool(finding.wants)
    )


def _in_vain(gaps: Iterable[Gap]) -> frozenset[_Wish]:
    """What was asked for and cannot be had, whoever asks."""
    found: set[_Wish] = set()
    for gap in gaps:
        if gap.reason not in _VAIN:
            continue
        found.add(_wish(gap.request))
        if gap.reason is GapReason.TIMED_OUT and gap.request.kind is EvidenceKind.CALICO_LOG:
            # A kubelet that does not answer gives no log at all.
            found.add(_any_log(gap.request.about.node))
    return frozenset(found)


def _any_log(node: str) -> _Wish:
    return (EvidenceKind.CALICO_LOG, node, "", "", False)


def _wish(request: Request) -> _Wish:
    about = request.about
    if request.kind is EvidenceKind.CALICO_LOG:
        container = about.container or "calico-node"
        return (request.kind, about.node, about.pod, container, about.previous)
    return (request.kind, about.node, about.pod, "", False)


def _is_vain(request: Request, vain: frozenset[_Wish]) -> bool:
    # What a program could not have from afar, a person on the host may still read.
    if runs_on_the_host(request.kind):
        return False
    is_log = request.kind is EvidenceKind.CALICO_LOG
    return _wish(request) in vain or (is_log and _any_log(request.about.node) in vain)


def _best(
    findings: list[Finding], causes: Mapping[str, Cause], vain: frozenset[_Wish]
) -> _Question | None:
    wanting: dict[tuple[Request, ...], list[Finding]] = {}
    for finding in findings:
        wants = tuple(request for request in finding.wants if not _is_vain(request, vain))
        for requests in _joined(wants):
            wanting.setdefault(requests, []).append(finding)
    questions = [
        _Question(requests, tuple(asking), sum(_weight(finding, causes) for finding in asking))
        for requests, asking in wanting.items()
    ]
    return min(questions, key=lambda question: question.key, default=None)


def _weight(finding: Finding, causes: Mapping[str, Cause]) -> float:
    return _WEIGHT.get(finding.verdict, 1.0) * causes[finding.name].prior


def _joined(wants: tuple[Request, ...]) -> Iterable[tuple[Request, ...]]:
    """The wishes, those that one line can fetch from one host taken together."""
    by_kind = {request.kind: request for request in wants}
    for kinds in _TOGETHER:
        both = tuple(by_kind.pop(kind) for kind in kinds if kind in by_kind)
        if both:
            # The companion costs nothing, and the answer is only whole with it.
            yield tuple(Request(kind, both[0].about) for kind in kinds)
    yield from ((request,) for request in by_kind.values())


def _put(
    question: _Question, node: NodeView, known: Mapping[str, str], causes: Mapping[str, Cause]
) -> NextQuestion:
    first = question.requests[0]
    asking = sorted(question.findings, key=lambda finding: -_weight(finding, causes))
    names = tuple(finding.name for finding in asking)
    on_host = runs_on_the_host(first.kind)
    return NextQuestion(
        command="; ".join(by_hand(request, known) for request in question.requests),
        node=(node.name or "") if on_host else "",
        compare=first.kind in _COMPARED,
        requests=question.requests,
        decides_between=names,
        answers=tuple(Answer(name) for name in names[:_MOST_ANSWERS]),
        key=first.kind.value,
    )


def _plain(
    node: NodeView, stages: Localisation, known: Mapping[str, str], vain: frozenset[_Wish]
) -> NextQuestion:
    """Where no suspect wants anything: look where the shape of the sickness points."""
    shape = stages.shape
    kind, container = EvidenceKind.POD_DESCRIBE, ""
    if shape is Shape.NOT_CREATED:
        kind = EvidenceKind.DAEMONSET_DESCRIBE
    if shape in (
        Shape.EXITS_AT_STARTUP,
        Shape.STUCK_AT_STARTUP,
        Shape.INIT_FAILING,
        Shape.INIT_STUCK,
    ):
        kind = EvidenceKind.CALICO_LOG
    other = failing_beside(node.facts) if shape is Shape.ANOTHER_CONTAINER_FAILING else None
    if other is not None:
        kind, container = EvidenceKind.CALICO_LOG, other.about.container
    previous = shape is Shape.EXITS_AT_STARTUP or (other is not None and bool(other.restarts))
    asked = [
        Request(kind, Subject(node.name or "", node.namespace, node.pod, container, previous=run))
        for run in dict.fromkeys((previous, False))
    ]
    if node.name:
        # Logs come from the kubelet: who gets none asks the kubelet itself.
        asked.append(Request(EvidenceKind.KUBELET_JOURNAL, Subject(node=node.name)))
    request = next((one for one in asked if not _is_vain(one, vain)), asked[0])
    return NextQuestion(
        command=by_hand(request, known),
        node=(node.name or "") if runs_on_the_host(request.kind) else "",
        requests=(request,),
        key=request.kind.value,
    )


def _known(node: NodeView) -> Mapping[str, str]:
    known = {"namespace": node.namespace, "pod": node.pod, "node": node.name or ""}
    view = node.unread()
    if service := view.one(ServiceAddress):
        known["service"] = f"{service.address}:443"
    elif call := view.one(ApiCallFailed, lambda call: call.target.endswith(":443")):
        known["service"] = call.target
    if endpoint := view.one(ApiEndpoint):
        known["endpoint"] = endpoint.address
    return known
