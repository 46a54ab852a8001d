"""Which part of a requested log was read already."""

from dataclasses import replace

from calicovet.diagnosis.evidence.container_logs import MAIN, shown
from calicovet.model.case import NodeView
from calicovet.model.evidence import EvidenceKind, Request
from calicovet.model.facts import LogShown, PodListed


def not_shown(request: Request, node: NodeView) -> Request:
    """The wish, or for a log that was shown the one of the run before, where that one has ended."""
    if not is_again(request, node) or request.about.previous or not _has_ended(node):
        return request
    before = Request(request.kind, replace(request.about, previous=True))
    return request if is_again(before, node) else before


def is_again(request: Request, node: NodeView) -> bool:
    """Whether something of the log that is wished for was read already."""
    return _shown(request, node) is not None


_DIFFER = frozenset({EvidenceKind.OBJECTS, EvidenceKind.TEXT, EvidenceKind.API_CURL})
"""Kinds of which one command prints other things than the next one."""


def is_known(request: Request, node: NodeView) -> bool:
    """Whether all that is wished for was read: a log from its beginning to its end."""
    if request.kind is not EvidenceKind.CALICO_LOG:
        about_pod = (request.kind, request.about.pod) in node.read
        return request.kind not in _DIFFER and (about_pod or (request.kind, "") in node.read)
    log = _shown(request, node)
    return log is not None and log.whole and not log.breaks_off


def _shown(request: Request, node: NodeView) -> LogShown | None:
    if request.kind is not EvidenceKind.CALICO_LOG:
        return None
    return shown(node, request.about.container or MAIN, previous=request.about.previous)


def _has_ended(node: NodeView) -> bool:
    """Whether there was a run before the current one."""
    listed = node.unread().one(PodListed)
    return listed is not None and listed.restarts > 0
