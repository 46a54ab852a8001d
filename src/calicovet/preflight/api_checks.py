"""Checks of the way to the API server, and of the clock."""

from datetime import timedelta

from calicovet.model.facts import ClockCompared, CurlAnswered, NodeCondition, NodeListed
from calicovet.preflight.check import (
    NOT_KNOWN,
    Check,
    Group,
    Result,
    Site,
    bad,
    not_known,
    ok,
    risk,
)
from calicovet.signals.api_route import Way, way_from

_APART, _FAR_APART = timedelta(seconds=10), timedelta(seconds=60)
_HEARTBEAT = timedelta(minutes=6)
"""A kubelet with nothing new to say speaks every five minutes."""
_KUBELET = "Ready"


def _reached(site: Site) -> Result | None:
    node = site.node
    tried: dict[str, CurlAnswered] = {}
    for each in node.all(CurlAnswered):
        tried.setdefault(each.target, each)
    if not tried:
        # On a host outside of a cluster its address is unknown.
        return NOT_KNOWN if node.one(NodeListed) else not_known("unlocated")
    failed = next((each for each in tried.values() if not each.ok), None)
    if failed is None:
        return ok(*tried.values())
    if any(each.ok for each in tried.values()):
        return risk("api-endpoint-unreachable", failed, target=failed.target, error=failed.error)
    by_service = way_from(node, failed.target) is Way.SERVICE
    cause = "api-kube-proxy-down" if by_service else "api-endpoint-unreachable"
    return bad(cause, failed, target=failed.target, error=failed.error)


def _clock(site: Site) -> Result | None:
    compared = site.node.one(ClockCompared)
    if compared is not None:
        return _apart(compared.own - compared.server, compared)
    beat = site.node.one(NodeCondition, lambda found: found.type == _KUBELET)
    if beat is None and site.node.one(CurlAnswered) is None:
        # No server, no clock to compare with.
        return None
    now = site.asked.now
    if beat is None or beat.heartbeat is None or now is None or beat.status != "True":
        return NOT_KNOWN
    ahead = beat.heartbeat - now
    if ahead > _APART:
        return _apart(ahead, beat)
    # It is ready, so it has spoken lately, whatever time it gave.
    return _apart(ahead + _HEARTBEAT, beat) if ahead < -_HEARTBEAT - _APART else ok(beat)


def _apart(ahead: timedelta, fact: ClockCompared | NodeCondition) -> Result:
    apart = abs(ahead)
    if apart <= _APART:
        return ok(fact)
    sign = bad if apart > _FAR_APART else risk
    way = "ahead" if ahead > timedelta(0) else "behind"
    answer = "bad" if apart > _FAR_APART else "risk"
    return sign(
        "host-time-skew", fact, key=f"{answer}-{way}", seconds=f"{apart.total_seconds():.0f}"
    )


CHECKS = (
    Check(
        name="api-reached",
        group=Group.API,
        ask=_reached,
        foresees=("api-endpoint-unreachable", "api-kube-proxy-down"),
        shown_by="curl -k https://<API server>:6443/version",
    ),
    Check(
        name="clock",
        group=Group.API,
        ask=_clock,
        foresees=("host-time-skew",),
        shown_by="date -u; curl -skI https://<API server>:6443/version | grep -i ^date:",
    ),
)
