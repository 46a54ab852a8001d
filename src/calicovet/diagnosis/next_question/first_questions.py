"""What to ask first where a text says only what does not work: for each complaint, the evidence that decides."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from calicovet.diagnosis.evidence.already_read import is_again, is_known, not_shown
from calicovet.diagnosis.evidence.container_logs import (
    MAIN,
    container_in_question,
    no_log_yet,
)
from calicovet.diagnosis.next_question.unavailable import Wish, is_vain
from calicovet.model.case import NodeView
from calicovet.model.evidence import EvidenceKind, Request
from calicovet.model.facts import Complaint, PodListed
from calicovet.model.record import record
from calicovet.model.stage import Localisation, Shape, StageId
from calicovet.model.subject import Subject
from calicovet.startup.stages.terminations import claims

_K = EvidenceKind


@record
class FirstLook:
    """The kinds that decide, the most telling first; so many of them are read by one line."""

    kinds: tuple[EvidenceKind, ...]
    together: int = 1
    key: str = ""
    """The words of the question that several of them answer together."""
    stages: frozenset[StageId] = frozenset()
    """Where the suspects enter that the answer parts; empty: anywhere."""


@record
class Told:
    """What a text says and shows beside the facts."""

    complaints: tuple[Complaint, ...] = ()
    shown: frozenset[tuple[EvidenceKind, str]] = frozenset()
    """The kinds of what was printed to its end, each with its node, where that is known."""
    pod: str = ""
    """The only calico-node pod that is named anywhere."""
    namespace: str = ""

    def shows(self, kind: EvidenceKind, node: NodeView) -> bool:
        """Whether it was printed, for that node or for none in particular."""
        return not self.shown.isdisjoint({(kind, ""), (kind, node.name or "")})


NOTHING_TOLD = Told()


@record
class Look:
    """What is to be asked, and the key of its words."""

    requests: tuple[Request, ...]
    key: str
    stages: frozenset[StageId] = frozenset()


_POD_AND_LOG = FirstLook((_K.POD_DESCRIBE, _K.CALICO_LOG), 2, "pod-and-log")
_OF_SESSIONS = frozenset(
    {StageId.ADDRESS_CHOSEN, StageId.ADDRESS_UNIQUE, StageId.BIRD_RUNNING, StageId.BGP_ESTABLISHED}
)
FIRST_LOOKS: Mapping[Complaint, FirstLook] = {
    Complaint.IMAGES: FirstLook(
        (_K.POD_DESCRIBE, _K.RUNTIME_JOURNAL), stages=frozenset({StageId.IMAGES_PRESENT})
    ),
    Complaint.SAME_NAME: FirstLook(
        (_K.NODE_TABLE, _K.HOST_NAMES, _K.NODE_ADDRESSES), 2, "same-name"
    ),
    Complaint.NETWORK_NOT_READY: FirstLook(
        (_K.NETWORK_PODS, _K.CNI_STATE, _K.RUNTIME_JOURNAL), 2, "network-not-ready"
    ),
    Complaint.NEW_PODS: FirstLook((_K.SANDBOX_EVENTS, _K.CNI_STATE, _K.KUBELET_JOURNAL)),
    Complaint.STALLS: FirstLook((_K.PATH_MTU, _K.OFFLOAD, _K.TUNNEL_TRAFFIC), 2, "stalls"),
    Complaint.SESSIONS: FirstLook(
        (_K.NODE_ADDRESSES, _K.BGP_STATUS, _K.IP_ADDR, _K.BGP_PORT, _K.CALICO_LOG),
        3,
        "sessions",
        _OF_SESSIONS,
    ),
    Complaint.CROSS_NODE: FirstLook(
        (_K.BGP_STATUS, _K.IP_ROUTE, _K.TUNNEL_TRAFFIC, _K.OFFLOAD, _K.POOLS),
        3,
        "cross-node",
        _OF_SESSIONS | {StageId.DATAPLANE_READY},
    ),
    Complaint.TYPHA: FirstLook((_K.TYPHA_PODS, _K.TYPHA_PORT, _K.CALICO_LOG), 2, "typha"),
    Complaint.RUNTIME: FirstLook((_K.RUNTIME_JOURNAL, _K.CONTAINER_LIST)),
    Complaint.KUBELET: FirstLook((_K.KUBELET_JOURNAL, _K.UNITS)),
    Complaint.SERVICE: FirstLook((_K.API_CURL, _K.KUBE_PROXY_RULES), 2, "service"),
    Complaint.OUTSIDE: FirstLook((_K.EGRESS, _K.POOLS), 2, "outside"),
    Complaint.NAMES: FirstLook((_K.NETWORK_PODS, _K.API_CURL)),
    Complaint.NO_PODS: FirstLook((_K.DAEMONSET_DESCRIBE, _K.NODE_TABLE)),
    Complaint.RESTARTS: _POD_AND_LOG,
}
FAMILIES: Mapping[StageId, Complaint] = {
    StageId.ADDRESS_CHOSEN: Complaint.SESSIONS,
    StageId.BGP_ESTABLISHED: Complaint.SESSIONS,
}
"""Suspects whose failure enters at the stage are told apart by what answers that complaint."""
_OF_ITS_OWN = frozenset(
    {
        *(Complaint.IMAGES, Complaint.SAME_NAME, Complaint.SESSIONS),
        *(Complaint.TYPHA, Complaint.KUBELET, Complaint.RUNTIME, Complaint.RESTARTS),
    }
)
"""What remains to be asked about where calico-node itself is seen to fail: the rest follows from that."""
_ENDS = frozenset({"crash-loop", "restarts", "liveness"})
_ENDING = frozenset({Shape.EXITS_AT_STARTUP, Shape.KILLED_BEFORE_FELIX, Shape.KILLED_WHILE_READY})
_OF_A_POD = frozenset({_K.POD_DESCRIBE, _K.CALICO_LOG})
_SHOWN_BY: Mapping[EvidenceKind, EvidenceKind] = {
    _K.NETWORK_PODS: _K.POD_TABLE,
    _K.TYPHA_PODS: _K.POD_TABLE,
    _K.SANDBOX_EVENTS: _K.EVENT_TABLE,
}
"""What prints the same for one namespace."""


def asked_first(
    told: Told, node: NodeView, stages: Localisation, vain: frozenset[Wish]
) -> Look | None:
    """What answers the first of the complaints of which not everything was read; else how the pod fares."""
    fails = _fails_itself(node)
    for complaint in told.complaints:
        if fails and complaint not in _OF_ITS_OWN:
            continue
        if found := looks_for(complaint, told, node, stages, vain):
            return found
    return _left(_POD_AND_LOG, told, node, stages, vain)


def looks_for(
    complaint: Complaint,
    told: Told,
    node: NodeView,
    stages: Localisation,
    vain: frozenset[Wish],
) -> Look | None:
    """What answers a complaint and was not read; None: nothing is left."""
    return _left(FIRST_LOOKS[complaint], told, node, stages, vain)


def _left(
    look: FirstLook,
    told: Told,
    node: NodeView,
    stages: Localisation,
    vain: frozenset[Wish],
) -> Look | None:
    wished = (request for kind in look.kinds for request in _request(kind, node, stages))
    new = [
        request
        for request in dict.fromkeys(not_shown(one, node) for one in wished)
        if not is_vain(request, vain) and not is_held(request, told, node)
    ]
    first = new[: look.together]
    if not first:
        return None
    key = look.key if len(first) > 1 else first[0].kind.value
    return Look(tuple(first), key, look.stages)


def is_held(request: Request, told: Told, node: NodeView) -> bool:
    """Whether the evidence holds all that the request would show."""
    if is_known(request, node):
        return True
    if request.kind in _OF_A_POD:
        return False
    same = (request.kind, _SHOWN_BY.get(request.kind, request.kind))
    return any(told.shows(kind, node) for kind in same)


def _request(kind: EvidenceKind, node: NodeView, stages: Localisation) -> Iterator[Request]:
    about = Subject(node.name or "", node.namespace, node.pod)
    if kind is not EvidenceKind.CALICO_LOG:
        yield Request(kind, about)
        return
    if no_log_yet(node, stages):
        return
    container = container_in_question(node, stages) or MAIN
    previous = container == MAIN and _ends(node, stages)
    log = Request(kind, replace(about, container=container, previous=previous))
    if not is_again(log, node):
        yield log


def _ends(node: NodeView, stages: Localisation) -> bool:
    """Whether calico-node is seen or said to end: the run before says why."""
    listed = node.unread().one(PodListed)
    ended = listed is not None and listed.restarts > 0
    return ended or stages.shape in _ENDING or bool(claims(node.facts) & _ENDS)


def _fails_itself(node: NodeView) -> bool:
    """Whether calico-node is seen or said to end or not to be ready."""
    listed = node.unread().one(PodListed)
    fails = listed is not None and listed.ready < listed.total
    return fails or bool(claims(node.facts) & (_ENDS | {"init"}))
