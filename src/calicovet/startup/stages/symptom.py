"""The shape of a failure: how it looks from outside."""

from collections.abc import Mapping, Sequence

from calicovet.model.facts import (
    BgpNotEstablished,
    Claimed,
    CniPluginSaid,
    ContainerState,
    DatastoreReady,
    Fact,
    PodListed,
    Probe,
    ProbeFailed,
    Running,
    Topic,
)
from calicovet.model.stage import Shape, StageId, StageState
from calicovet.startup.data_path import refused_by_calico, sessions_down, without_any_peer
from calicovet.startup.event_reasons import CREATE_TROUBLE, IMAGE_TROUBLE
from calicovet.startup.pod_readiness import (
    failing_beside,
    init_progress,
    is_main,
    is_ready,
    main_state,
)
from calicovet.startup.stages.init_containers import PATIENCE
from calicovet.startup.stages.log_silence import ends_by_itself, felix_spoke, marks_its_way
from calicovet.startup.stages.terminations import (
    claims,
    crash_loops,
    ended_from_outside,
    exits_by_itself,
    fails_liveness,
    restarts_often,
    was_killed,
)

States = Mapping[StageId, StageState]

_INITS = (StageId.IPAM_UPGRADED, StageId.CNI_INSTALLED, StageId.BPF_PREPARED)
_STARTUP = (
    StageId.NODE_NAMED,
    StageId.DATASTORE_REACHED,
    StageId.HOST_IPAM_UPGRADED,
    StageId.NODE_READ,
    StageId.ADDRESS_CHOSEN,
    StageId.ADDRESS_UNIQUE,
    StageId.NODE_SAVED,
    StageId.POOLS_READY,
    StageId.DEFAULTS_SAVED,
    StageId.STARTUP_FINISHED,
    StageId.TUNNEL_ADDRESSES_ALLOCATED,
    StageId.SERVICES_RUNNING,
)
_SERVICES = (
    StageId.FELIX_CONFIGURED,
    StageId.TYPHA_CONNECTED,
    StageId.FELIX_IN_SYNC,
    StageId.DATAPLANE_READY,
    StageId.BIRD_RUNNING,
    StageId.BGP_ESTABLISHED,
)
_INIT_FAILS = frozenset({"Init:Error", "Init:CrashLoopBackOff", "Init:OOMKilled"})
_NOT_BEGUN = CREATE_TROUBLE | IMAGE_TROUBLE | {"ContainerCreating", "PodInitializing"}


def shape_from(facts: Sequence[Fact], states: States) -> Shape | None:
    """The shape of the sickness on a node whose stages have these states; None: not known."""
    if is_ready(facts):
        return _while_ready(facts)
    return _before_it_runs(facts, states) or _among_inits(facts, states) or _running(facts, states)


def _any(states: States, stages: Sequence[StageId], state: StageState) -> bool:
    return any(states[stage] is state for stage in stages)


def _listed(facts: Sequence[Fact]) -> PodListed | None:
    return next((fact for fact in facts if isinstance(fact, PodListed)), None)


def _all_listed_ready(facts: Sequence[Fact]) -> bool:
    listed = _listed(facts)
    return listed is not None and 0 < listed.total == listed.ready


def _while_ready(facts: Sequence[Fact]) -> Shape | None:
    if restarts_often(facts) or claims(facts) & {"restarts", "crash-loop", "liveness"}:
        return Shape.READY_BUT_FLAPPING
    broken = any(
        isinstance(fact, CniPluginSaid)
        or (isinstance(fact, Claimed) and fact.topic is Topic.TRAFFIC_DEAD)
        or (isinstance(fact, DatastoreReady) and not fact.ready)
        for fact in facts
    ) or bool(sessions_down(facts) or refused_by_calico(facts) or without_any_peer(facts))
    if broken:
        return Shape.READY_BUT_BROKEN
    beside = failing_beside(facts) is not None and not _all_listed_ready(facts)
    return Shape.ANOTHER_CONTAINER_FAILING if beside else None


def _before_it_runs(facts: Sequence[Fact], states: States) -> Shape | None:
    listed = _listed(facts)
    status = listed.status if listed is not None else ""
    if states[StageId.POD_CREATED] is StageState.FAILED:
        return Shape.NOT_CREATED
    if states[StageId.POD_BOUND] is StageState.FAILED or status == "Pending":
        return Shape.PENDING
    kept = (StageId.SANDBOX_READY, StageId.IMAGES_PRESENT, StageId.CONTAINER_STARTED)
    main = main_state(facts)
    if listed is not None and listed.total > 1 and main is not None and _has_begun(main):
        # The word on the pod is then another container's.
        status = ""
    if _any(states, kept, StageState.FAILED) or status.removeprefix("Init:") in _NOT_BEGUN:
        return Shape.CONTAINER_NOT_CREATED
    return None


def _has_begun(main: ContainerState) -> bool:
    return main.phase in (Running.RUNNING, Running.TERMINATED)


def _among_inits(facts: Sequence[Fact], states: States) -> Shape | None:
    listed = _listed(facts)
    status = listed.status if listed is not None else ""
    if _any(states, _INITS, StageState.FAILED) or status in _INIT_FAILS:
        return Shape.INIT_FAILING
    if listed is not None and init_progress(listed) is not None:
        if listed.restarts:
            return Shape.INIT_FAILING
        if _none_begun(facts):
            return Shape.CONTAINER_NOT_CREATED
        if listed.age is None or listed.age > PATIENCE:
            return Shape.INIT_STUCK
    if _any(states, _INITS, StageState.STUCK):
        return Shape.INIT_STUCK
    if listed is None and _only_told_of_init(facts, states):
        return Shape.INIT_FAILING if "crash-loop" in claims(facts) else Shape.INIT_STUCK
    return None


def _only_told_of_init(facts: Sequence[Fact], states: States) -> bool:
    """Whether a person says that it hangs in Init, and nothing shows more."""
    shown = any(isinstance(fact, ContainerState) for fact in facts) or any(
        states[stage] in (StageState.PASSED, StageState.FAILED, StageState.STUCK)
        for stage in (*_INITS, *_STARTUP)
    )
    return not shown and "init" in claims(facts)


def _none_begun(facts: Sequence[Fact]) -> bool:
    """Whether the first init container still waits to be made."""
    for fact in facts:
        if isinstance(fact, ContainerState) and fact.init and fact.position == 0:
            return fact.phase is Running.WAITING and not fact.restarts
    return False


def _running(facts: Sequence[Fact], states: States) -> Shape | None:
    if _any(states, _STARTUP, StageState.FAILED) or exits_by_itself(facts):
        return Shape.EXITS_AT_STARTUP
    if _any(states, _STARTUP, StageState.STUCK):
        return Shape.STUCK_AT_STARTUP
    if not _only_unready(facts) and was_killed(facts):
        return _killed(facts, states)
    return Shape.RUNNING_NOT_READY if _is_unready(facts, states) else None


def _only_unready(facts: Sequence[Fact]) -> bool:
    """Whether readiness is all that fails: old restarts then have nothing to do with it."""
    fails = any(
        isinstance(fact, BgpNotEstablished)
        or (isinstance(fact, ProbeFailed) and fact.probe is Probe.READINESS and is_main(fact))
        for fact in facts
    )
    told = claims(facts) & {"restarts", "crash-loop", "liveness"}
    return fails and not (fails_liveness(facts) or crash_loops(facts) or told)


def _killed(facts: Sequence[Fact], states: States) -> Shape | None:
    if states[StageId.DATAPLANE_READY] is StageState.PASSED:
        return Shape.KILLED_WHILE_READY
    if marks_its_way(facts, "startup") and not felix_spoke(facts):
        # In a crash loop that people only tell of, what is missing may have been cut off.
        sure = fails_liveness(facts) or "liveness" in claims(facts) or ended_from_outside(facts)
        return Shape.KILLED_BEFORE_FELIX if sure or ends_by_itself(facts) else None
    listed = _listed(facts)
    if felix_spoke(facts) and listed is not None and listed.status == "Running":
        return Shape.RUNNING_NOT_READY
    # Restarts without a log: it may have been any of them.
    return None


def _is_unready(facts: Sequence[Fact], states: States) -> bool:
    listed, main = _listed(facts), main_state(facts)
    return (
        (listed is not None and listed.status == "Running")
        or (main is not None and main.phase is Running.RUNNING and main.ready is False)
        or _only_unready(facts)
        or _any(states, _SERVICES, StageState.FAILED)
        or _any(states, _SERVICES, StageState.STUCK)
        or "not-ready" in claims(facts)
    )
