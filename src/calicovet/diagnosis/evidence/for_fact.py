"""Which evidence kind would show a fact."""

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache

from calicovet.diagnosis.evidence.container_logs import MAIN, log_for, no_log_yet
from calicovet.diagnosis.evidence.coverage import not_covered
from calicovet.model.case import NodeView
from calicovet.model.cause import Cause
from calicovet.model.evidence import EvidenceKind, Request
from calicovet.model.evidence_kinds.registry import PREFERRED_SOURCES
from calicovet.model.facts import (
    AccessForbidden,
    ApiCallFailed,
    BgpNotEstablished,
    ContainerState,
    CrdNotServed,
    Fact,
    KilledByProbe,
    KubeletSaid,
    PodPhase,
    ProbeFailed,
    Said,
)
from calicovet.model.stage import BEFORE_ANY_LOG, Localisation, Shape
from calicovet.model.subject import Subject

_MESSAGES = (Said, ApiCallFailed, AccessForbidden, CrdNotServed)
"""Facts that a log shows only where a program reports a failure."""
TOLD_ONCE = frozenset({ProbeFailed, KilledByProbe, BgpNotEstablished})
"""A probe that was seen to fail fails: more of the same would tell nothing new."""
_OF_A_POD = frozenset({EvidenceKind.POD_DESCRIBE, EvidenceKind.KUBELET_JOURNAL})
_RESTARTING = frozenset(
    {Shape.EXITS_AT_STARTUP, Shape.KILLED_BEFORE_FELIX, Shape.KILLED_WHILE_READY}
)


def still_wanted(
    cause: Cause,
    told: Iterable[Fact],
    missing: frozenset[type[Fact]],
    view: NodeView,
    stages: Localisation,
) -> tuple[Request, ...]:
    """What would decide on a cause, or is needed to test it.

    Where a line of a log speaks for it already (`told`), that log would only say the same again.
    """
    # A cause that gives up early has not asked for what would decide it.
    decisive = not_covered(cause.decided_by, view) if missing else missing
    heard = {fact.about.container or MAIN for fact in told if isinstance(fact, _MESSAGES)}
    first = requests_for(decisive or missing, view, stages)
    if cause.shows_as <= BEFORE_ANY_LOG:
        first = tuple(wish for wish in first if wish.kind is not EvidenceKind.CALICO_LOG)
    fresh = _not_of(heard, first)
    if fresh or not first:
        return fresh
    return _not_of(heard, requests_for(missing, view, stages)) or first


def _not_of(containers: Collection[str], wishes: Iterable[Request]) -> tuple[Request, ...]:
    """The wishes without the logs of these containers."""
    return tuple(
        wish
        for wish in wishes
        if wish.kind is not EvidenceKind.CALICO_LOG or wish.about.container not in containers
    )


def speaks_of(cause: Cause) -> tuple[type[Fact], ...]:
    """The kinds of fact that the words of its answer are about."""
    return cause.decided_by or _messages_among(cause.reads) or cause.reads


@lru_cache(maxsize=4096)
def _messages_among(kinds: tuple[type[Fact], ...]) -> tuple[type[Fact], ...]:
    return tuple(kind for kind in kinds if issubclass(kind, _MESSAGES))


def requests_for(
    kinds: Iterable[type[Fact]], view: NodeView, stages: Localisation
) -> tuple[Request, ...]:
    """The requests that would show those kinds of fact on that node, each once."""
    kinds = sorted(kinds, key=lambda kind: kind.__name__)
    found = dict.fromkeys(
        request for kind in kinds if (request := _request(kind, kinds, view, stages))
    )
    return tuple(found)


def _request(
    kind: type[Fact], beside: Sequence[type[Fact]], view: NodeView, stages: Localisation
) -> Request | None:
    shown_by = PREFERRED_SOURCES.get(kind)
    if shown_by is None or (kind in TOLD_ONCE and view.unread().one(kind) is not None):
        return None
    if stages.shape is Shape.NOT_CREATED and shown_by in _OF_A_POD:
        # Of a pod that was never made only the DaemonSet's controller speaks.
        return Request(EvidenceKind.DAEMONSET_DESCRIBE, Subject(namespace=view.namespace))
    if kind is KubeletSaid and no_log_yet(view, stages) and not is_described(view):
        # Events show most of it, and need no login on the host.
        shown_by = EvidenceKind.POD_DESCRIBE
    container, previous = "", False
    if shown_by is EvidenceKind.CALICO_LOG:
        container = log_for(kind, beside, view, stages)
        if not container:
            return None
        previous = container == MAIN and stages.shape in _RESTARTING
    about = Subject(view.name or "", view.namespace, view.pod, container, previous)
    return Request(shown_by, about)


def is_described(view: NodeView) -> bool:
    """Whether more of the pod was shown than a row of a list and loose events."""
    view = view.unread()
    return view.one(ContainerState) is not None or view.one(PodPhase) is not None
