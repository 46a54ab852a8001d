"""The one command line whose output parts what is left."""

from collections.abc import Iterable, Mapping

from calicovet.model.by_hand import by_hand, runs_on_the_host
from calicovet.model.case import NodeView
from calicovet.model.cause import Cause
from calicovet.model.evidence import EvidenceKind, Request
from calicovet.model.facts import ApiCallFailed, ApiEndpoint, ServiceAddress
from calicovet.model.finding import Answer, Finding, NextQuestion, Verdict
from calicovet.model.record import record
from calicovet.model.stage import Localisation, Shape
from calicovet.model.subject import Subject

# Several reads on one host may be joined into one line.
_TOGETHER: tuple[tuple[EvidenceKind, ...], ...] = (
    (EvidenceKind.KUBELET_CONFIG, EvidenceKind.CONTAINERD_CONFIG),
    (EvidenceKind.LOAD, EvidenceKind.CPU_COUNT),
    (EvidenceKind.IP_ADDR, EvidenceKind.IP_LINK),
)
_COMPARED = frozenset(kind for kinds in _TOGETHER for kind in kinds)
_WEIGHT = {Verdict.LIKELY: 64.0, Verdict.POSSIBLE: 16.0, Verdict.UNTESTED: 1.0}
_MOST_ANSWERS = 5


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
) -> NextQuestion:
    """Of what the open suspects of that shape want, the one request that parts most of them."""
    open_ones = [finding for finding in findings if is_open(finding, stages, causes)]
    question = _best(open_ones, causes)
    known = _known(node)
    if question is None:
        return _plain(node, stages, known)
    return _put(question, node, known, causes)


def question_behind(
    proven: Finding, node: NodeView, findings: Iterable[Finding], causes: Mapping[str, Cause]
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
    question = _best(rivals, causes)
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


def _best(findings: list[Finding], causes: Mapping[str, Cause]) -> _Question | None:
    wanting: dict[tuple[Request, ...], list[Finding]] = {}
    for finding in findings:
        for requests in _joined(finding.wants):
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


def _plain(node: NodeView, stages: Localisation, known: Mapping[str, str]) -> NextQuestion:
    """Where no suspect wants anything: look where the shape of the sickness points."""
    shape = stages.shape
    kind = EvidenceKind.POD_DESCRIBE
    if shape in (
        Shape.EXITS_AT_STARTUP,
        Shape.STUCK_AT_STARTUP,
        Shape.INIT_FAILING,
        Shape.INIT_STUCK,
    ):
        kind = EvidenceKind.CALICO_LOG
    previous = shape is Shape.EXITS_AT_STARTUP
    request = Request(kind, Subject(node.name or "", node.namespace, node.pod, previous=previous))
    return NextQuestion(command=by_hand(request, known), requests=(request,), key=kind.value)


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
