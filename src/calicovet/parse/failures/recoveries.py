"""Lines that show that something works again."""

import re
from collections.abc import Iterable, Mapping
from functools import cache

from calicovet.model.facts.base import Fact
from calicovet.model.facts.failure import Failure
from calicovet.model.facts.milestones import Milestone, MilestoneReached
from calicovet.model.failures.how import How
from calicovet.model.failures.thing import ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.record import record

_C = ThingClass
_M = Milestone
_DATASTORE = frozenset(
    {_C.API_SERVER, _C.DATASTORE, _C.ETCD, _C.RESOURCE, _C.HOST_NAME, _C.TOKEN, _C.CERTIFICATE}
)
_REFUSALS = frozenset({How.PERMISSION_DENIED, How.NOT_PERMITTED, How.READ_ONLY})
_IN_SPITE_OF = {Milestone.CNI_BINARIES_WRITTEN: _REFUSALS}
"""The script of old releases reports what it wrote though every copy was refused."""
_IMAGES = frozenset({_C.IMAGE, _C.REGISTRY, _C.HOST_NAME, _C.PROXY, _C.CERTIFICATE})

RECOVERY_WORDS = frozenset({"successfully", "syncloop", "initialized"})
"""Words of the lines that are searched where something failed before."""


@record
class Recovery:
    """What works again: of that speaker, at things of these classes; empty means all."""

    by: Speaker
    things: frozenset[ThingClass] = frozenset()
    but: frozenset[How] = frozenset()
    """Failures that do not pass by themselves: the line is printed in spite of them."""

    def ends(self, failure: Failure) -> bool:
        """Whether an earlier failure is over with it."""
        if self.by not in (failure.by, Speaker.UNKNOWN) or failure.how in self.but:
            return False
        return (
            not self.things or failure.thing.kind in self.things or failure.goal.kind in self.things
        )


_BY_MILESTONE: Mapping[Milestone, frozenset[ThingClass]] = {
    _M.IPAM_UPGRADE_DONE: frozenset(),
    _M.CNI_INSTALLED: frozenset(),
    _M.CNI_BINARIES_WRITTEN: frozenset({_C.PATH, _C.DISK, _C.PROGRAM}),
    _M.BPF_PREPARED: frozenset(),
    _M.DATASTORE_REACHED: _DATASTORE,
    _M.ADDRESS_CHOSEN: frozenset({_C.ADDRESS, _C.LINK}),
    _M.STARTUP_FINISHED: frozenset(),
    _M.FELIX_HEALTH_SERVED: frozenset({_C.PORT, _C.FELIX}),
    _M.FELIX_CONFIGURED: _DATASTORE | {_C.CONFIG},
    _M.TYPHA_CONNECTED: frozenset({_C.TYPHA, _C.CERTIFICATE, _C.HOST_NAME}),
    _M.FELIX_IN_SYNC: _DATASTORE | {_C.TYPHA},
    _M.DATAPLANE_READY: frozenset(
        {_C.RULES, _C.IPSET, _C.LINK, _C.ROUTE, _C.BPF, _C.PROGRAM, _C.XTABLES_LOCK, _C.NETLINK}
    ),
    _M.BIRD_CONFIG_WRITTEN: frozenset({_C.BIRD_CONFIG}),
    _M.BGP_ESTABLISHED: frozenset({_C.BGP_PEER}),
    _M.NETWORK_MARKED_AVAILABLE: _DATASTORE,
}


@cache
def _pulled() -> re.Pattern[str]:
    return re.compile(r"Successfully pulled image", re.IGNORECASE | re.ASCII)


@cache
def _seen_ready() -> re.Pattern[str]:
    """The kubelet saw calico-node's readiness probe succeed."""
    return re.compile(
        r"SyncLoop \(probe\)\W{0,3} probe=\W?readiness\W{1,3}status=\W?ready\W{1,3}pod=\W?[\w-]{1,80}/(?:calico-node|[\w-]{0,20}canal)-[\w-]{1,12}",
        re.ASCII,
    )


@cache
def _runtime_answers() -> re.Pattern[str]:
    """A kubelet that starts has asked the runtime for its name and version."""
    return re.compile(r"\bContainer runtime initialized\W{1,3}containerRuntime=", re.ASCII)


def recoveries_in(facts: Iterable[Fact], line: str) -> list[Recovery]:
    """What a line, or the facts that were read from it, show to work."""
    found = [
        Recovery(
            Speaker(fact.process) if fact.process else Speaker.UNKNOWN,
            _BY_MILESTONE[fact.milestone],
            _IN_SPITE_OF.get(fact.milestone, frozenset()),
        )
        for fact in facts
        if isinstance(fact, MilestoneReached) and fact.milestone in _BY_MILESTONE
    ]
    if _seen_ready().search(line):
        # The plugin waits for calico-node, and the runtime for the plugin.
        found.append(Recovery(Speaker.CNI_PLUGIN))
        found.append(Recovery(Speaker.KUBELET, frozenset({_C.CNI_CONFIG})))
    if _runtime_answers().search(line):
        found.append(Recovery(Speaker.KUBELET, frozenset({_C.RUNTIME})))
    if _pulled().search(line):
        found.append(Recovery(Speaker.UNKNOWN, _IMAGES))
    return found
