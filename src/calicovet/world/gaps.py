"""A call that failed, as a gap with the way to close it."""

from calicovet.model.evidence import Gap, GapReason, Request
from calicovet.world.kube.errors import ApiError, ApiRefused, ApiUnreachable, Why
from calicovet.world.rules import rule_for

_IN_VAIN = {
    Why.TIMED_OUT: GapReason.TIMED_OUT,
}


def gap_for(error: ApiError, request: Request, path: str, by_hand: str) -> Gap:
    """Why there is no answer; a rule to be granted closes it, or the command by hand."""
    if isinstance(error, ApiRefused):
        if error.status in (401, 403):
            return Gap(request, GapReason.FORBIDDEN, detail(path), f"RBAC {rule_for(path)}")
        if error.status in (400, 404, 410):
            return Gap(request, GapReason.ABSENT, detail(path), by_hand)
        if error.status in (408, 429, 504):
            return Gap(request, GapReason.TIMED_OUT, detail(path), by_hand)
        return Gap(request, GapReason.UNREACHABLE, detail(path), by_hand)
    if isinstance(error, ApiUnreachable):
        reason = _IN_VAIN.get(error.why, GapReason.UNREACHABLE)
        return Gap(request, reason, detail(path), by_hand)
    return Gap(request, GapReason.TIMED_OUT, detail(path), by_hand)


def detail(path: str) -> str:
    """What was asked for, as short as it stays recognisable."""
    return path.removeprefix("/api/v1/").removeprefix("/apis/")
