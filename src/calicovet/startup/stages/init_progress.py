"""The init container that a pod has reached, from the pod list alone."""

from calicovet.model.facts import ContainerState, PodListed, Running
from calicovet.model.record import record
from calicovet.model.stage import StageId
from calicovet.startup.node_config import Config
from calicovet.startup.pod_readiness import init_progress
from calicovet.startup.stages.fact_history import Age, History
from calicovet.startup.stages.init_containers import PATIENCE, stage_of

# Only Calico's own manifest has three, and it begins with this one; the rest have fewer or other ones.
_BY_MANIFEST = ("upgrade-ipam", "install-cni", "mount-bpffs")


@record(kw_only=True)
class Standing:
    """Which init containers are done, which one runs, and how long ago that was said."""

    age: Age
    done: frozenset[StageId] = frozenset()
    at: StageId | None = None
    """None: one of them, unknown which."""
    too_long: bool = False


def read_standing(history: History, config: Config) -> Standing | None:
    """Where the pod stands among its init containers; None: nothing says that it is among them."""
    for age, fact in enumerate(history.facts):
        if isinstance(fact, PodListed):
            return _by_listing(age, fact, config)
        if isinstance(fact, ContainerState) and not fact.init:
            return None if fact.phase is not Running.WAITING else _by_states(history)
    return _by_states(history)


def _by_listing(age: Age, listed: PodListed, config: Config) -> Standing | None:
    progress = init_progress(listed)
    if progress is None:
        # Init:Error and the like name no container; the states and the logs do.
        return Standing(age=age) if listed.status.startswith("Init:") else None
    done, total = progress
    names = config.init_containers
    if names is None and total == len(_BY_MANIFEST) and config.operator is False:
        names = _BY_MANIFEST
    too_long = listed.restarts == 0 and listed.age is not None and listed.age > PATIENCE
    if names is None or done >= len(names):
        return Standing(age=age, too_long=too_long)
    ahead = {stage_of(name) for name in names[done:]}
    return Standing(
        age=age,
        done=frozenset(stage_of(name) for name in names[:done]) - ahead,
        at=stage_of(names[done]),
        too_long=too_long,
    )


def _by_states(history: History) -> Standing | None:
    for age, fact in enumerate(history.facts):
        if isinstance(fact, ContainerState) and fact.init and fact.phase is Running.RUNNING:
            return Standing(age=age, at=stage_of(fact.about.container))
    return None
