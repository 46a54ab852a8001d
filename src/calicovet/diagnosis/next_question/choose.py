"""Chooses the one command whose output best separates the open causes."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice

from calicovet.diagnosis.evidence.already_read import is_again, is_known, not_shown
from calicovet.diagnosis.evidence.container_logs import LOG_TELLS, MAIN, container_in_question
from calicovet.diagnosis.evidence.for_fact import is_described, requests_for, speaks_of
from calicovet.diagnosis.next_question.first_questions import (
    FAMILIES,
    FIRST_LOOKS,
    NOTHING_TOLD,
    Look,
    Told,
    asked_first,
    looks_for,
)
from calicovet.diagnosis.next_question.known_values import known_values
from calicovet.diagnosis.next_question.open_causes import open_suspects
from calicovet.diagnosis.next_question.score import is_only_told, prior, strength, worth
from calicovet.diagnosis.next_question.silent_node import question_of_silence
from calicovet.diagnosis.next_question.unavailable import Wish, in_vain, is_vain
from calicovet.model.case import NodeView
from calicovet.model.cause import Cause, Strength
from calicovet.model.commands.manual_commands import by_hand, runs_on_the_host
from calicovet.model.evidence import EvidenceKind, Gap, Request
from calicovet.model.facts import Complaint
from calicovet.model.facts.failure import Failure
from calicovet.model.finding import Answer, Finding, NextQuestion, Verdict
from calicovet.model.record import record
from calicovet.model.stage import BEFORE_ANY_LOG, Localisation, Shape, StageId
from calicovet.model.subject import Subject
from calicovet.startup.pod_readiness import failing_beside

# Several reads on one host may be joined into one line.
_TOGETHER: tuple[tuple[EvidenceKind, ...], ...] = (
    (EvidenceKind.KUBELET_CONFIG, EvidenceKind.CONTAINERD_CONFIG),
    (EvidenceKind.LOAD, EvidenceKind.CPU_COUNT),
    (EvidenceKind.IP_ADDR, EvidenceKind.IP_LINK),
)
_COMPARED = frozenset(kind for kinds in _TOGETHER for kind in kinds)
_MOST_ANSWERS = 5
WHOLE_LOG = "calico-log-whole"
"""The words of the question for a log of which a part was read."""


@record
class _Question:
    requests: tuple[Request, ...]
    findings: tuple[Finding, ...]
    weight: float = 0.0
    words: str = ""
    """The key of its words, where they are not those of the first kind."""

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
    told: Told = NOTHING_TOLD,
) -> NextQuestion:
    """Of what the open suspects of that shape want, the one request that parts most of them.

    Suspects with a seen failure come before those without; where there is none, what the text complains of
    decides. What was tried and cannot be had is not asked for again.
    """
    findings, gaps = tuple(findings), tuple(gaps)
    vain = in_vain(gaps)
    suspects = open_suspects(node, stages, findings, causes)
    likely = next((one for one in findings if _is_likely(one, causes)), None)
    if likely is not None and not likely.wants:
        # Nothing makes it surer; what may stand behind it, or something else speaks for, can still be told apart.
        behind = question_behind(likely, node, stages, findings, causes, gaps)
        if behind is not None:
            return behind
        suspects = [one for one in suspects if one.verdict is not Verdict.UNTESTED]
    if likely is not None:
        suspects = [one for one in suspects if _is_rival(one, causes[likely.name], causes)]
    if likely is None and (silence := question_of_silence(node, findings, causes, vain)):
        return silence
    seen = [one for one in suspects if _is_seen(one, stages)]
    if likely is None and (look := _look(seen, told, node, stages, causes, vain)):
        return _put(_to_part(look, suspects, causes), node, stages, causes, told)
    of_seen = None if stages.shape in LOG_TELLS else _best(seen, node, stages, causes, vain)
    question = of_seen or _best(suspects, node, stages, causes, vain)
    if question is None and told.complaints and (look := asked_first(told, node, stages, vain)):
        question = _to_part(look, suspects, causes)
    if question is None:
        return _plain(node, stages, vain, told)
    return _put(question, node, stages, causes, told)


_TELLS_LITTLE = frozenset({None, Shape.RUNNING_NOT_READY})
"""Shapes that many causes of every kind share."""
_BEFORE_LOGS = _TELLS_LITTLE | BEFORE_ANY_LOG | {Shape.INIT_STUCK, Shape.INIT_FAILING}
"""Shapes of a pod whose images cannot be had."""
_LATE = frozenset(
    {
        StageId.ADDRESS_CHOSEN,
        StageId.BGP_ESTABLISHED,
        StageId.PROBES_PASSING,
        StageId.NETWORK_AVAILABLE,
    }
)
"""Where a start stands of which nothing else is known than that it is not ready."""


def _look(
    seen: Sequence[Finding],
    told: Told,
    node: NodeView,
    stages: Localisation,
    causes: Mapping[str, Cause],
    vain: frozenset[Wish],
) -> Look | None:
    """What the family of the seen failures asks for, or else what does not work; None: the suspects choose."""
    if not seen and Complaint.IMAGES in told.complaints and stages.shape in _BEFORE_LOGS:
        return looks_for(Complaint.IMAGES, told, node, stages, vain)
    if stages.shape not in _TELLS_LITTLE and (node.pod or stages.shape is not Shape.INIT_STUCK):
        return None
    if seen:
        family = _family(seen, stages, causes)
        if family and (look := looks_for(family, told, node, stages, vain)):
            return look
        said = tuple(one for one in told.complaints if one is not Complaint.RESTARTS)
        vague = stages.shape is None and all(map(_is_shared, seen))
        found = asked_first(replace(told, complaints=said), node, stages, vain)
        return found if vague and said else None
    if stages.shape in _TELLS_LITTLE and not _LATE.issuperset(stages.frontier):
        return None
    reached = [FAMILIES[stage] for stage in stages.frontier if stage in FAMILIES]
    first = replace(told, complaints=(*reached, *told.complaints))
    return asked_first(first, node, stages, vain)


def _family(
    seen: Iterable[Finding], stages: Localisation, causes: Mapping[str, Cause]
) -> Complaint | None:
    """The complaint whose answer parts most of the seen suspects, if they are of one family."""
    weights: dict[Complaint | None, float] = {}
    for one in seen:
        family = FAMILIES.get(causes[one.name].stage)
        weights[family] = weights.get(family, 0.0) + strength(one, stages)
    heaviest = max(weights, key=lambda family: weights[family])
    if heaviest is None:
        return None
    telling = FIRST_LOOKS[heaviest].kinds[:2]
    return heaviest if any(want.kind in telling for one in seen for want in one.wants) else None


def _is_seen(finding: Finding, stages: Localisation) -> bool:
    """Whether something that was read speaks for it, and not the circumstances alone."""
    speaks = any(sign.strength > Strength.DENIES for sign in finding.signs)
    return speaks and (finding.verdict is Verdict.LIKELY or not is_only_told(finding))


def _is_shared(finding: Finding) -> bool:
    """Whether nothing but a failure speaks for it that speaks for others as well."""
    facts = [fact for sign in finding.signs for fact in sign.facts]
    shared = int(finding.details.get("suspects", "1")) > 1
    return shared and all(isinstance(fact, Failure) for fact in facts)


def _is_rival(finding: Finding, likely: Cause, causes: Mapping[str, Cause]) -> bool:
    """Whether the answer to a question about a likely cause may be this one instead."""
    near = finding.name in likely.caused_by or causes[finding.name].stage is likely.stage
    return finding.verdict is not Verdict.UNTESTED or near


def _to_part(look: Look, suspects: Iterable[Finding], causes: Mapping[str, Cause]) -> _Question:
    """The question with the suspects of its stages that want any of what it shows."""
    asked = {_place(request) for request in look.requests}
    wanting = [
        one
        for one in suspects
        if any(_place(want) in asked for want in one.wants)
        and (not look.stages or causes[one.name].stage in look.stages)
    ]
    return _Question(look.requests, tuple(wanting), words=look.key)


def _is_likely(finding: Finding, causes: Mapping[str, Cause]) -> bool:
    return finding.verdict is Verdict.LIKELY and not causes[finding.name].bystander


def question_behind(
    named: Finding,
    node: NodeView,
    stages: Localisation,
    findings: Iterable[Finding],
    causes: Mapping[str, Cause],
    gaps: Iterable[Gap] = (),
) -> NextQuestion | None:
    """What to ask where the cause that is named is itself the effect of one of several others."""
    behind = causes[named.name].caused_by
    rivals = [
        finding
        for finding in findings
        if finding.name in behind and finding.verdict is not Verdict.RULED_OUT
    ]
    if len(rivals) < 2 or any(
        finding.verdict in (Verdict.PROVEN, Verdict.LIKELY) for finding in rivals
    ):
        return None
    question = _best(rivals, node, stages, causes, in_vain(gaps))
    return None if question is None else _put(question, node, stages, causes)


def _best(
    findings: Iterable[Finding],
    node: NodeView,
    stages: Localisation,
    causes: Mapping[str, Cause],
    vain: frozenset[Wish],
) -> _Question | None:
    wanting: dict[tuple[Request, ...], list[Finding]] = {}
    # Many causes want the same, and share the tuple.
    known: dict[int, tuple[tuple[Request, ...], ...]] = {}
    for finding in findings:
        joined = known.get(id(finding.wants))
        if joined is None:
            joined = known[id(finding.wants)] = _askable(finding.wants, node, vain)
        for requests in joined:
            wanting.setdefault(requests, []).append(finding)
    questions = [
        _Question(
            requests,
            tuple(asking),
            worth(requests[0], asking, node, stages, causes),
        )
        for requests, asking in wanting.items()
    ]
    return min(questions, key=lambda question: question.key, default=None)


def _askable(
    wants: Iterable[Request], node: NodeView, vain: frozenset[Wish]
) -> tuple[tuple[Request, ...], ...]:
    """The requests that can be answered and would show something new."""
    new = dict.fromkeys(not_shown(request, node) for request in wants)
    return tuple(
        _joined(
            tuple(
                request
                for request in new
                if not is_vain(request, vain) and not is_known(request, node)
            )
        )
    )


def _joined(wants: tuple[Request, ...]) -> Iterable[tuple[Request, ...]]:
    """The wishes, those that one line can fetch from one host taken together."""
    by_kind = {_place(request): request for request in wants}
    for kinds in _TOGETHER:
        both = tuple(by_kind.pop((kind, "")) for kind in kinds if (kind, "") in by_kind)
        if both:
            # The companion costs nothing, and the answer is only whole with it.
            yield tuple(Request(kind, both[0].about) for kind in kinds)
    yield from ((request,) for request in by_kind.values())


def _place(request: Request) -> tuple[EvidenceKind, str]:
    return request.kind, request.about.container


def _put(
    question: _Question,
    node: NodeView,
    stages: Localisation,
    causes: Mapping[str, Cause],
    told: Told = NOTHING_TOLD,
) -> NextQuestion:
    first = question.requests[0]
    on_host = any(runs_on_the_host(request.kind) for request in question.requests)
    asking = sorted(
        question.findings,
        key=lambda one: (-strength(one, stages), -prior(one, first, stages, causes)),
    )
    telling = (one.name for one in asking if _tells(causes[one.name], question, node, stages))
    whole = is_again(first, node)
    return NextQuestion(
        command="; ".join(
            by_hand(request, known_values(node, told), whole=whole) for request in question.requests
        ),
        node=(node.name or "") if on_host else "",
        compare=first.kind in _COMPARED,
        requests=question.requests,
        decides_between=tuple(finding.name for finding in asking),
        answers=tuple(Answer(name) for name in islice(telling, _MOST_ANSWERS)),
        key=WHOLE_LOG if whole else question.words or first.kind.value,
    )


def _tells(cause: Cause, question: _Question, node: NodeView, stages: Localisation) -> bool:
    """Whether the words of its answer are about what is asked for."""
    asked = {_place(request) for request in question.requests}
    said = requests_for(speaks_of(cause), node, stages)
    return any(_place(request) in asked for request in said)


def _plain(node: NodeView, stages: Localisation, vain: frozenset[Wish], told: Told) -> NextQuestion:
    """Where no suspect wants anything: look where the shape of the sickness points."""
    asked = [
        Request(kind, Subject(node.name or "", node.namespace, node.pod, container, previous))
        for kind, container, previous in _places(node, stages)
    ]
    if node.name:
        # Logs come from the kubelet: who gets none asks the kubelet itself.
        asked.append(Request(EvidenceKind.KUBELET_JOURNAL, Subject(node=node.name)))
    had = [one for one in asked if not is_vain(one, vain) and not is_known(one, node)]
    had = had or _left(node, stages, vain) or asked
    request = next((one for one in had if not is_again(one, node)), had[0])
    described = Request(
        EvidenceKind.POD_DESCRIBE, Subject(node.name or "", node.namespace, node.pod)
    )
    if (
        is_again(had[0], node)
        and not request.about.previous
        and not is_described(node)
        and not is_known(described, node)
    ):
        # Who has shown what it says has not shown yet what becomes of it.
        request = described
    whole = is_again(request, node)
    return NextQuestion(
        command=by_hand(request, known_values(node, told), whole=whole),
        node=(node.name or "") if runs_on_the_host(request.kind) else "",
        requests=(request,),
        key=WHOLE_LOG if whole else request.kind.value,
    )


def _left(node: NodeView, stages: Localisation, vain: frozenset[Wish]) -> list[Request]:
    """What else may be asked where all that the shape points to was read."""
    container = container_in_question(node, stages) or MAIN
    about = Subject(node.name or "", node.namespace, node.pod)
    asked = (
        Request(EvidenceKind.CALICO_LOG, replace(about, container=container)),
        Request(EvidenceKind.CALICO_LOG, replace(about, container=container, previous=True)),
        Request(EvidenceKind.POD_DESCRIBE, about),
        Request(EvidenceKind.KUBELET_JOURNAL, Subject(node=node.name or "")),
    )
    return [one for one in asked if not is_vain(one, vain) and not is_known(one, node)]


def _places(node: NodeView, stages: Localisation) -> Iterator[tuple[EvidenceKind, str, bool]]:
    """What is worth a look by the shape alone: kind, container, the run before."""
    shape = stages.shape
    if shape is Shape.NOT_CREATED:
        yield EvidenceKind.DAEMONSET_DESCRIBE, "", False
    elif shape is Shape.ANOTHER_CONTAINER_FAILING and (other := failing_beside(node.facts)):
        for previous in dict.fromkeys((bool(other.restarts), False)):
            yield EvidenceKind.CALICO_LOG, other.about.container, previous
    elif shape in LOG_TELLS and (container := container_in_question(node, stages)):
        for previous in dict.fromkeys((shape is Shape.EXITS_AT_STARTUP, False)):
            yield EvidenceKind.CALICO_LOG, container, previous
    else:
        yield EvidenceKind.POD_DESCRIBE, "", False
