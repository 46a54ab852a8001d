"""Turns a failed call into a gap with the way to close it."""

import re

from calicovet.model.evidence import EvidenceKind, Gap, GapReason, Request
from calicovet.world.access.rbac_rules import Rule, rule_for
from calicovet.world.kube.errors import ApiError, ApiRefused, ApiUnreachable, Why

_IN_VAIN = {
    Why.TIMED_OUT: GapReason.TIMED_OUT,
}
_WANTED = {"events": EvidenceKind.EVENT_TABLE, "pods/log": EvidenceKind.CALICO_LOG}
"""What is read for more than one purpose, under one name."""
_IN_SEVERAL_PLACES = frozenset({"pods", "events"})
"""Read in Calico's namespaces and beyond: the right in one of them is not enough."""
_IN_ANOTHER_S_NAME = re.compile(r'cannot impersonate resource "([^"]+)" in API group "([^"]*)"')


def gap_for(error: ApiError, request: Request, path: str, by_hand: str) -> Gap:
    """Why there is no answer; a rule to be granted closes it, or the command by hand."""
    if isinstance(error, ApiRefused):
        if error.status == 403:
            if found := _IN_ANOTHER_S_NAME.search(error.message):
                return _not_as(Rule(found[2], found[1], "impersonate"))
            return _forbidden(rule_for(path), request.kind)
        if error.status == 401:  # no rule helps who is not known any more
            return Gap(request, GapReason.FORBIDDEN, detail(path), by_hand)
        if error.status in (400, 404, 410):
            return Gap(request, GapReason.ABSENT, detail(path), by_hand)
        if error.status in (408, 429, 504):
            return Gap(request, GapReason.TIMED_OUT, detail(path), by_hand)
        return Gap(request, GapReason.UNREACHABLE, detail(path), by_hand)
    if isinstance(error, ApiUnreachable):
        reason = _IN_VAIN.get(error.why, GapReason.UNREACHABLE)
        why = f": {error.detail}" if error.why is Why.TOO_BIG else ""
        return Gap(request, reason, detail(path) + why, by_hand)
    return Gap(request, GapReason.STOPPED, detail(path), by_hand)


def _forbidden(rule: Rule, kind: EvidenceKind) -> Gap:
    """The same for any object: a role seldom distinguishes them."""
    what = f"{rule.resource}.{rule.group}" if rule.group else rule.resource or rule.name
    wanted = Request(_WANTED.get(rule.resource, kind))
    alone = rule.namespace and rule.resource not in _IN_SEVERAL_PLACES
    where = f" in namespace {rule.namespace}" if alone else ""
    return Gap(wanted, GapReason.FORBIDDEN, what, f"RBAC {rule}{where}")


def _not_as(rule: Rule) -> Gap:
    """Impersonation is forbidden: whatever was asked, the list of pods is what is missing."""
    what = f"{rule.verb} {rule.resource}"
    return Gap(Request(EvidenceKind.POD_TABLE), GapReason.FORBIDDEN, what, f"RBAC {rule}")


def detail(path: str) -> str:
    """What was asked for, as short as it stays recognisable."""
    return path.removeprefix("/api/v1/").removeprefix("/apis/")
