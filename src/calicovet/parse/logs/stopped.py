"""Complaints that are repeated as long as they hold, and that a journal does not repeat any more."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import cache

from calicovet.model.facts import (
    CniPluginSaid,
    Fact,
    FelixSaid,
    KernelSaid,
    KubeletSaid,
    RuntimeSaid,
)
from calicovet.model.facts.failure import Failure
from calicovet.model.failures.how import How
from calicovet.model.failures.thing import ThingClass
from calicovet.model.provenance import Speaker
from calicovet.parse.logs.line_prefix import peel
from calicovet.parse.logs.log_line import read_log_line
from calicovet.parse.logs.refused_sandboxes import kubelets_clock

_PLUGIN = timedelta(seconds=45)
"""The kubelet tries to give a pod its network several times a minute, and complains each time."""
_RELIST = timedelta(minutes=5)
"""The kubelet says every few seconds that it skips its pods, and asks the runtime for them every minute at least."""
_TRIED_AGAIN = timedelta(minutes=2)
"""The kubelet tries again to make or take down a sandbox, to run a probe, and to reach its runtime, once a minute at
least; a hook that failed belonged to a container that was ending."""
_MOUNTED_AGAIN = timedelta(minutes=3)
"""The kubelet mounts a volume again after two minutes and two seconds at most."""
_PACKETS = timedelta(minutes=5)
"""The kernel says it of the packets that come, at most every few seconds."""
_DEVICE = timedelta(minutes=2)
"""Felix tries to make its tunnel device every ten seconds until it has it."""
_BY_KEY = {
    "rt-pleg-unhealthy": _RELIST,
    "rt-runtime-hung:rpc": _RELIST,
    "rt-runtime-hung:containerd-socket": _TRIED_AGAIN,
    "rt-runtime-hung:containerd-transport": _TRIED_AGAIN,
    "rt-hostpath-type-check": _MOUNTED_AGAIN,
    "host-conntrack-full": _PACKETS,
    "felix-ipip-module-missing:add": _DEVICE,
    "felix-ipip-module-missing:new": _DEVICE,
}
_KUBELETS = frozenset({"rt-runtime-hung:containerd-socket", "rt-runtime-hung:containerd-transport"})
"""The kubelet repeats these; Docker logs once that it has lost containerd."""
_DOCKER = " dockerd["
_BY_THING = {
    ThingClass.RUNTIME: _RELIST,
    ThingClass.KUBELET: _RELIST,  # its relist of all pods (PLEG)
    ThingClass.CONNTRACK: _PACKETS,
}
_ENDED, _STARTED = "failed to run Kubelet", '"Started kubelet"'
_MOUNT = "MountVolume.SetUp failed"
_NO_SOCKET = frozenset({How.MISSING, How.NOT_FOUND, How.REFUSED})
_LASTING = frozenset({How.HUNG, How.TIMED_OUT, How.FULL})


def has_stopped(fact: Fact, lines: Sequence[str]) -> bool:
    """Whether the journal goes on for long without saying it again."""
    if not fact.cited or fact.cited[0].line > len(lines):
        return False
    line = lines[fact.cited[0].line - 1]
    if _ENDED in line:
        # Another process has started since, and its end would be in the journal as well.
        return any(_STARTED in each for each in lines[fact.cited[0].line :])
    patience = _patience(fact, line)
    if patience is None:
        return False
    for clock in (kubelets_clock, _time_of_log, _time_of_journal, _time_since_boot):
        when = clock(line)
        if when is not None:
            last = next(at for each in reversed(lines) if (at := clock(each)) is not None)
            return last - when > patience
    return False


def _patience(fact: Fact, line: str) -> timedelta | None:
    """How long after it the journal must go on; None: such a message need not be repeated."""
    if isinstance(fact, CniPluginSaid):
        return _PLUGIN
    if isinstance(fact, RuntimeSaid) and fact.key in _KUBELETS and _DOCKER in line[:80]:
        return None
    if isinstance(fact, KubeletSaid | RuntimeSaid | KernelSaid | FelixSaid):
        return _BY_KEY.get(fact.key)
    if not isinstance(fact, Failure):
        return None
    if fact.how in _LASTING:
        by_host = fact.by in (Speaker.KUBELET, Speaker.RUNTIME, Speaker.KERNEL)
        return _BY_THING.get(fact.thing.kind) if by_host and not fact.about.pod else None
    by_kubelet = fact.by in (Speaker.KUBELET, Speaker.RUNTIME, Speaker.CNI_PLUGIN)
    if not by_kubelet:
        return None
    if fact.thing.kind is ThingClass.RUNTIME and fact.how in _NO_SOCKET:
        return _TRIED_AGAIN
    if _MOUNT in line:
        return _MOUNTED_AGAIN
    return _TRIED_AGAIN if _repeated().search(line) else None


@cache
def _repeated() -> re.Pattern[str]:
    """Words of calls that the kubelet makes again and again while they fail."""
    return re.compile(
        r"\b(?:(?:Run|Create|Stop|Kill)PodSandbox|(?:create|network for) sandbox|ExecSync|PreStop hook failed)\b"
    )


def _time_of_log(line: str) -> datetime | None:
    log = read_log_line(line)
    return log.at if log else None


def _time_of_journal(line: str) -> datetime | None:
    """The time of a line of a journal; the year is the same for all of them, and no matter."""
    prefix = peel(line)
    found = _dmesg().match(line[:60])
    if found is None:
        return prefix.time(2000, UTC)
    month = _MONTHS.index(found["month"]) + 1
    hour, minute, second = map(int, found["clock"].split(":"))
    return datetime(int(found["year"]), month, int(found["day"]), hour, minute, second, tzinfo=UTC)


def _time_since_boot(line: str) -> datetime | None:
    found = _uptime().match(line[:40])
    return datetime(2000, 1, 1, tzinfo=UTC) + timedelta(seconds=int(found[1])) if found else None


_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


@cache
def _dmesg() -> re.Pattern[str]:
    names = "|".join(_MONTHS)
    return re.compile(
        rf"\[[A-Z][a-z]{{2}} (?P<month>{names}) {{1,2}}(?P<day>[12]?\d|3[01]) (?P<clock>[0-2]\d:[0-5]\d:[0-5]\d) (?P<year>[12]\d{{3}})\]"
    )


@cache
def _uptime() -> re.Pattern[str]:
    return re.compile(r"\[ {0,10}(\d{1,9})\.\d{1,6}\]")
