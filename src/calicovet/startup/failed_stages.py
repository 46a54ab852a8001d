"""At which stage of the start a failure stands: by the program that met it, and by the thing."""

from collections.abc import Iterable, Mapping

from calicovet.model.facts import Fact, FatalLine
from calicovet.model.facts.failure import Failure
from calicovet.model.failures.act import Act
from calicovet.model.failures.how import How
from calicovet.model.failures.thing import Thing, ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.stage import StageId, StageState

_C = ThingClass
_S = StageId

_LASTS = 5
"""So many lines of a failure that is normal for a short time show that it goes on."""
_ONE_STAGE: Mapping[Speaker, StageId] = {
    Speaker.UPGRADE_IPAM: _S.IPAM_UPGRADED,
    Speaker.INSTALL_CNI: _S.CNI_INSTALLED,
    Speaker.MOUNT_BPFFS: _S.BPF_PREPARED,
    Speaker.HOSTPATH_INIT: _S.BPF_PREPARED,
    Speaker.TUNNEL_IP_ALLOCATOR: _S.TUNNEL_ADDRESSES_ALLOCATED,
    Speaker.RC_LOCAL: _S.SERVICES_RUNNING,
    Speaker.NODE_SERVICES: _S.SERVICES_RUNNING,
    Speaker.CNI_CONFIG_MONITOR: _S.SERVICES_RUNNING,
    Speaker.MONITOR_ADDRESSES: _S.SERVICES_RUNNING,
    Speaker.STATUS_REPORTER: _S.SERVICES_RUNNING,
    Speaker.COMPLETE_STARTUP: _S.NETWORK_AVAILABLE,
}
"""Programs that have a part in one stage only."""
_DATASTORE = frozenset(
    {_C.API_SERVER, _C.DATASTORE, _C.ETCD, _C.HOST_NAME, _C.CERTIFICATE, _C.TOKEN, _C.PROXY}
)
_WRITES = frozenset({Act.WRITE, Act.CREATE, Act.DELETE})
_DEFAULTS = frozenset(
    {
        *("clusterinformations", "felixconfigurations", "bgpconfigurations", "ipamconfigs"),
        *("kubecontrollersconfigurations", "tiers"),
    }
)
"""Kinds of which the start-up program creates the default objects."""
_FELIX: Mapping[ThingClass, StageId] = {
    **dict.fromkeys((*_DATASTORE, _C.RESOURCE), _S.FELIX_IN_SYNC),
    **dict.fromkeys((_C.CONFIG, _C.NODE_NAME), _S.FELIX_CONFIGURED),
    _C.TYPHA: _S.TYPHA_CONNECTED,
}


def stage_of_failures(
    facts: Iterable[Fact], states: Mapping[StageId, StageState]
) -> StageId | None:
    """Where the newest failure or end of calico-node's programs stands; None where the start got past all of them."""
    for fact in facts:
        for stage in _stages_at(fact):
            if states.get(stage, StageState.UNKNOWN) is StageState.UNKNOWN:
                return stage
    return None


def _stages_at(fact: Fact) -> tuple[StageId, ...]:
    if isinstance(fact, FatalLine):
        return tuple(stage for by, stage in _ONE_STAGE.items() if by == fact.process)
    if isinstance(fact, Failure) and not fact.over and not (fact.transient and fact.count < _LASTS):
        return stages_of(fact)
    return ()


def stages_of(failure: Failure) -> tuple[StageId, ...]:
    """The stages at which it can stand, the likeliest first; none where no stage is that program's."""
    if failure.by in _ONE_STAGE:
        return (_ONE_STAGE[failure.by],)
    match failure.by:
        case Speaker.STARTUP:
            return (*_of_startup(failure), _S.STARTUP_FINISHED)
        case Speaker.FELIX:
            return _of_felix(failure)
        case Speaker.CONFD | Speaker.BIRD:
            return (*_of_sessions(failure), _S.BIRD_RUNNING)
    return ()


def _of_startup(failure: Failure) -> tuple[StageId, ...]:
    about = (failure.goal, failure.thing)
    for thing in about:
        stage = _startup_stage(thing, failure)
        if stage is not None:
            return (stage,)
    if failure.thing.kind in _DATASTORE:
        return (_S.DATASTORE_REACHED,)
    return ()


def _startup_stage(thing: Thing, failure: Failure) -> StageId | None:
    match thing.kind:
        case _C.NODE_NAME:
            return _S.NODE_NAMED
        case _C.ADDRESS:
            return _S.ADDRESS_UNIQUE if failure.how is How.CONFLICT else _S.ADDRESS_CHOSEN
        case _C.LINK:
            return _S.ADDRESS_CHOSEN
        case _C.POOL:
            return _S.POOLS_READY
        case _C.NODE:
            return _S.NODE_SAVED if failure.doing in _WRITES else _S.NODE_READ
        case _C.RESOURCE if thing.value == "nodes":
            return _S.NODE_SAVED if failure.doing in _WRITES else _S.NODE_READ
        case _C.RESOURCE if thing.value == "ippools":
            return _S.POOLS_READY
        case _C.RESOURCE if thing.value in _DEFAULTS:
            return _S.DEFAULTS_SAVED
        case _C.PATH if thing.value == "nodename":
            return _S.NODE_NAMED
    return None


def _of_felix(failure: Failure) -> tuple[StageId, ...]:
    """A datastore is asked for the configuration first; what is about neither is the dataplane's.

    What Felix writes elsewhere, as in a cloud, is the dataplane's too.
    """
    if failure.thing.kind is _C.CONFIG and failure.doing in _WRITES:
        return (_S.DATAPLANE_READY,)
    stages = (_FELIX.get(thing.kind) for thing in (failure.thing, failure.goal))
    stage = next((stage for stage in stages if stage is not None), _S.DATAPLANE_READY)
    asks = (_S.FELIX_CONFIGURED,) if stage is _S.FELIX_IN_SYNC else ()
    return tuple(dict.fromkeys((*asks, stage, _S.DATAPLANE_READY)))


def _of_sessions(failure: Failure) -> tuple[StageId, ...]:
    about_peers = _C.BGP_PEER in (failure.thing.kind, failure.goal.kind)
    return (_S.BGP_ESTABLISHED,) if about_peers else ()
