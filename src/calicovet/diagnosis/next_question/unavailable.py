"""Evidence that was requested and could not be obtained."""

from collections.abc import Iterable

from calicovet.diagnosis.evidence.container_logs import MAIN
from calicovet.model.commands.manual_commands import runs_on_the_host
from calicovet.model.evidence import EvidenceKind, Gap, GapReason, Request

_VAIN = frozenset({GapReason.UNREACHABLE, GapReason.TIMED_OUT, GapReason.ABSENT})
"""Permanent failures. FORBIDDEN is not one: more RBAC fixes it."""

Wish = tuple[EvidenceKind, str, str, str, bool]


def in_vain(gaps: Iterable[Gap]) -> frozenset[Wish]:
    """What was asked for and cannot be had with any rights."""
    found: set[Wish] = set()
    for gap in gaps:
        if gap.reason not in _VAIN:
            continue
        found.add(_wish(gap.request))
        if gap.reason is GapReason.TIMED_OUT and gap.request.kind is EvidenceKind.CALICO_LOG:
            # A kubelet that does not answer gives no log at all.
            found.add(_any_log(gap.request.about.node))
    return frozenset(found)


def _any_log(node: str) -> Wish:
    return (EvidenceKind.CALICO_LOG, node, "", "", False)


def _wish(request: Request) -> Wish:
    about = request.about
    if request.kind is EvidenceKind.CALICO_LOG:
        container = about.container or MAIN
        return (request.kind, about.node, about.pod, container, about.previous)
    return (request.kind, about.node, about.pod, "", False)


def is_vain(request: Request, vain: frozenset[Wish]) -> bool:
    """Whether it is among what cannot be had."""
    # What a program could not have from afar, a person on the host may still read.
    if runs_on_the_host(request.kind):
        return False
    is_log = request.kind is EvidenceKind.CALICO_LOG
    return _wish(request) in vain or (is_log and _any_log(request.about.node) in vain)
