"""The stages of a start in short words."""

from collections.abc import Mapping

from calicovet.model.finding import Finding
from calicovet.model.stage import Localisation, StageId, StageState
from calicovet.report.page.parts import Box, BoxState
from calicovet.report.words import Words

GROUPS: Mapping[str, tuple[StageId, ...]] = {
    "pod": (StageId.POD_CREATED, StageId.POD_BOUND),
    "sandbox": (StageId.SANDBOX_READY,),
    "images": (StageId.IMAGES_PRESENT,),
    "init": (
        StageId.IPAM_UPGRADED,
        StageId.CNI_INSTALLED,
        StageId.BPF_PREPARED,
        StageId.CONTAINER_STARTED,
    ),
    "name": (StageId.NODE_NAMED,),
    "datastore": (StageId.DATASTORE_REACHED, StageId.HOST_IPAM_UPGRADED, StageId.NODE_READ),
    "address": (StageId.ADDRESS_CHOSEN, StageId.ADDRESS_UNIQUE),
    "saved": (StageId.NODE_SAVED,),
    "pools": (
        StageId.POOLS_READY,
        StageId.DEFAULTS_SAVED,
        StageId.STARTUP_FINISHED,
        StageId.TUNNEL_ADDRESSES_ALLOCATED,
    ),
    "felix": (
        StageId.SERVICES_RUNNING,
        StageId.FELIX_CONFIGURED,
        StageId.TYPHA_CONNECTED,
        StageId.FELIX_IN_SYNC,
        StageId.DATAPLANE_READY,
    ),
    "bird": (StageId.BIRD_RUNNING, StageId.BGP_ESTABLISHED),
    "ready": (StageId.PROBES_PASSING, StageId.NETWORK_AVAILABLE),
}

_WORST_FIRST = (
    (StageState.FAILED, BoxState.FAILED),
    (StageState.STUCK, BoxState.STUCK),
    (StageState.NOT_REACHED, BoxState.NOT_REACHED),
    (StageState.UNKNOWN, BoxState.UNKNOWN),
    (StageState.PASSED, BoxState.PASSED),
)


_GUARDS = frozenset({StageId.POD_BOUND, StageId.SANDBOX_READY, StageId.IPAM_UPGRADED})
"""Where faults of the host, the runtime and the way to the API server begin, and may show much later."""


def _enters_here(finding: Finding, stages: Localisation) -> bool:
    """Whether to point at the stage: a guard that was passed is no place to look."""
    passed = stages.states.get(finding.stage) in (StageState.PASSED, StageState.SKIPPED)
    return not (finding.stage in _GUARDS and passed)


def boxes(stages: Localisation, finding: Finding | None, frame: Words) -> tuple[Box, ...]:
    """How far the start came; nothing where nothing is known of it."""
    drawn = []
    for name, ids in GROUPS.items():
        states = {stages.states.get(stage, StageState.UNKNOWN) for stage in ids}
        state = next((box for seen, box in _WORST_FIRST if seen in states), None)
        if state is None:  # skipped: this installation has no such step
            continue
        fault = finding is not None and finding.stage in ids and _enters_here(finding, stages)
        drawn.append(Box(frame.say(f"stage.{name}"), state, fault))
    if all(box.state is BoxState.UNKNOWN for box in drawn):
        return ()
    return tuple(drawn)
