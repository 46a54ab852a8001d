"""Checks of limits and load: inotify instances, processes, connection tracking, load."""

from calicovet.model.case import NodeView
from calicovet.model.facts import CpuCount, Fact, InotifyInUse, LoadAverage, Sysctl, ThreadsInUse
from calicovet.preflight.check import NOT_KNOWN, Check, Group, Result, Site, bad, ok, risk

_NEARLY, _OUT = 0.8, 0.97
_BUSY = 4.0
"""Load for each processor, over five minutes."""


def _inotify(site: Site) -> Result | None:
    used = site.node.one(InotifyInUse)
    most = _number(site.node, "fs.inotify.max_user_instances")
    if used is None or most is None:
        return NOT_KNOWN
    # The limit is each user's, and the count is of all: never more than a risk.
    return _share("host-inotify-exhausted", used.count, most, used, only_risk=True)


def _processes(site: Site) -> Result | None:
    used = site.node.one(ThreadsInUse)
    limits = [_number(site.node, name) for name in ("kernel.pid_max", "kernel.threads-max")]
    known = [limit for limit in limits if limit is not None]
    if used is None or not known:
        return NOT_KNOWN
    least = min(known, key=lambda limit: int(limit.value))
    return _share("host-pid-exhaustion", used.count, least, used)


def _connections(site: Site) -> Result | None:
    count = _number(site.node, "net.netfilter.nf_conntrack_count")
    most = _number(site.node, "net.netfilter.nf_conntrack_max")
    if count is None or most is None:
        return NOT_KNOWN
    return _share("host-conntrack-full", int(count.value), most, count)


def _share(cause: str, used: int, limit: Sysctl, fact: Fact, *, only_risk: bool = False) -> Result:
    share = used / max(int(limit.value), 1)
    words = {"used": str(used), "most": limit.value}
    if share >= _OUT and not only_risk:
        return bad(cause, fact, limit, **words)
    return risk(cause, fact, limit, **words) if share >= _NEARLY else ok(fact, limit)


def _number(node: NodeView, name: str) -> Sysctl | None:
    return node.one(
        Sysctl,
        lambda found: found.name == name and found.value.isdecimal() and len(found.value) < 12,
    )


def _load(site: Site) -> Result | None:
    load, processors = site.node.one(LoadAverage), site.node.one(CpuCount)
    if load is None or processors is None:
        return NOT_KNOWN
    if load.five < _BUSY * processors.count:
        return ok(load, processors)
    return risk(
        "host-overload-probe-kill", load, processors, load=load.five, processors=processors.count
    )


CHECKS = (
    Check(
        name="inotify",
        group=Group.LIMITS,
        ask=_inotify,
        foresees=("host-inotify-exhausted",),
        shown_by="ls -l /proc/[0-9]*/fd | grep -c anon_inode:inotify; sysctl fs.inotify",
    ),
    Check(
        name="processes",
        group=Group.LIMITS,
        ask=_processes,
        foresees=("host-pid-exhaustion",),
        shown_by="cat /proc/loadavg; sysctl kernel.pid_max kernel.threads-max",
    ),
    Check(
        name="connections",
        group=Group.LIMITS,
        ask=_connections,
        foresees=("host-conntrack-full",),
        shown_by="sysctl net.netfilter.nf_conntrack_count net.netfilter.nf_conntrack_max",
    ),
    Check(
        name="load",
        group=Group.LIMITS,
        ask=_load,
        foresees=("host-overload-probe-kill",),
        shown_by="uptime; nproc",
    ),
)
