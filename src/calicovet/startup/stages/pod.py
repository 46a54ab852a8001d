"""Stages from the DaemonSet to a sandbox with images."""

from calicovet.model.facts import (
    ContainerState,
    ControllersSaid,
    EventSeen,
    Milestone,
    NoInstallation,
    PodListed,
    PodMissing,
    PodPhase,
    Running,
    WorkloadListed,
)
from calicovet.model.stage import StageId
from calicovet.startup.event_reasons import IMAGE_TROUBLE, is_image_trouble, is_sandbox_trouble
from calicovet.startup.pod_readiness import is_main
from calicovet.startup.stages.stage import Stage, reached, seen, seen_where

_BEGUN = seen_where(
    ContainerState, lambda state: state.phase in (Running.RUNNING, Running.TERMINATED)
) + reached(Milestone.IPAM_UPGRADE_BEGAN, Milestone.CNI_INSTALL_BEGAN)
"""A container that runs, or has logged, has a sandbox and an image."""


def _has_no_pods(listed: WorkloadListed) -> bool:
    return listed.name in ("calico-node", "canal") and (listed.desired == 0 or listed.current == 0)


STAGES = (
    Stage(
        id=StageId.POD_CREATED,
        passed_by=seen(PodListed, PodPhase, ContainerState),
        failed_by=seen_where(EventSeen, lambda event: event.reason == "FailedCreate")
        + seen_where(WorkloadListed, _has_no_pods)
        + seen(PodMissing, NoInstallation)
        + seen_where(ControllersSaid, lambda said: said.key == "op-installation-missing"),
        once=True,
    ),
    Stage(
        id=StageId.POD_BOUND,
        after=(StageId.POD_CREATED,),
        passed_by=seen_where(PodListed, lambda pod: pod.status != "Pending")
        + seen_where(PodPhase, lambda pod: pod.started is not None)
        + seen_where(EventSeen, lambda event: event.reason == "Scheduled"),
        failed_by=seen_where(EventSeen, lambda event: event.reason == "FailedScheduling"),
        once=True,
    ),
    Stage(
        id=StageId.SANDBOX_READY,
        after=(StageId.POD_BOUND,),
        passed_by=_BEGUN
        + seen_where(EventSeen, lambda event: event.reason in ("Pulling", "Pulled", "Created")),
        failed_by=seen_where(EventSeen, is_sandbox_trouble),
        once=True,
    ),
    Stage(
        id=StageId.IMAGES_PRESENT,
        after=(StageId.SANDBOX_READY,),
        passed_by=_BEGUN
        + seen_where(EventSeen, lambda event: event.reason in ("Created", "Started")),
        failed_by=seen_where(EventSeen, is_image_trouble)
        + seen_where(PodListed, lambda pod: pod.status.removeprefix("Init:") in IMAGE_TROUBLE)
        + seen_where(
            ContainerState,
            lambda state: (state.init or is_main(state)) and state.reason in IMAGE_TROUBLE,
        ),
        once=True,
    ),
)
