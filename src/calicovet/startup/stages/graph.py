"""All stages, in calico-node's own order."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from calicovet.model.stage import StageId
from calicovet.startup.node_config import Config
from calicovet.startup.stages import (
    bgp,
    felix,
    health,
    init_containers,
    pod,
    services,
    startup_program,
)
from calicovet.startup.stages.stage import Stage

STAGES: tuple[Stage, ...] = (
    *pod.STAGES,
    *init_containers.STAGES,
    *startup_program.STAGES,
    *services.STAGES,
    *felix.STAGES,
    *bgp.STAGES,
    *health.STAGES,
)
_INITS = tuple(stage.id for stage in init_containers.STAGES)


def init_order(config: Config) -> tuple[StageId, ...]:
    """The stages of the init containers, in the order the pod lists them."""
    if config.init_containers is None:
        return _INITS
    listed = dict.fromkeys(init_containers.stage_of(name) for name in config.init_containers)
    return (*listed, *(stage for stage in _INITS if stage not in listed))


def ordered(config: Config) -> tuple[Stage, ...]:
    """The stages with the init containers chained as the pod has them; each after all it needs."""
    return _chained(init_order(config))


# Most pods have the init containers of all the others.
@lru_cache(maxsize=64)
def _chained(chain: tuple[StageId, ...]) -> tuple[Stage, ...]:
    before = dict(zip(chain, (StageId.IMAGES_PRESENT, *chain), strict=False))
    by_id = {stage.id: stage for stage in STAGES}
    inits = [replace(by_id[stage], after=(before[stage],)) for stage in chain]
    first = len(pod.STAGES)
    rest = [
        replace(stage, after=(chain[-1],)) if stage.id is StageId.CONTAINER_STARTED else stage
        for stage in STAGES[first + len(_INITS) :]
    ]
    return (*STAGES[:first], *inits, *rest)


def descendants(stages: Sequence[Stage]) -> Mapping[StageId, frozenset[StageId]]:
    """For each stage, all that lie behind it."""
    return _descendants(tuple((stage.id, stage.after) for stage in stages))


@lru_cache(maxsize=64)
def _descendants(
    stages: tuple[tuple[StageId, tuple[StageId, ...]], ...],
) -> Mapping[StageId, frozenset[StageId]]:
    found: dict[StageId, frozenset[StageId]] = {}
    for stage, _ in reversed(stages):
        children = [other for other, after in stages if stage in after]
        found[stage] = frozenset(behind for child in children for behind in (child, *found[child]))
    return found
