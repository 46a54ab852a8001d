"""Stages of readiness: probes, the kubelet, the API server."""

from calicovet.model.facts import (
    BgpNotEstablished,
    Claimed,
    ContainerState,
    KilledByProbe,
    Milestone,
    NodeCondition,
    PodListed,
    ProbeFailed,
    Running,
    Topic,
)
from calicovet.model.stage import StageId
from calicovet.startup.pod_readiness import is_main
from calicovet.startup.stages.stage import Stage, reached, seen, seen_where

STAGES = (
    Stage(
        id=StageId.PROBES_PASSING,
        after=(StageId.DATAPLANE_READY, StageId.BGP_ESTABLISHED),
        failed_by=seen_where(ProbeFailed, is_main)
        + seen(KilledByProbe, BgpNotEstablished)
        + seen_where(PodListed, lambda pod: pod.status == "Running" and pod.ready < pod.total)
        + seen_where(
            ContainerState,
            lambda state: (
                not state.init
                and is_main(state)
                and state.phase is Running.RUNNING
                and state.ready is False
            ),
        )
        + seen_where(
            Claimed,
            lambda told: told.topic is Topic.SICK and told.value in ("liveness", "not-ready"),
        ),
        guard=True,
    ),
    Stage(
        id=StageId.NETWORK_AVAILABLE,
        # Old releases mark it as soon as the address is settled, new ones only at the very end.
        after=(StageId.ADDRESS_UNIQUE,),
        applies=lambda config: config.backend != "none",
        passed_by=reached(Milestone.NETWORK_MARKED_AVAILABLE),
        failed_by=seen_where(
            NodeCondition,
            lambda found: found.type == "NetworkUnavailable" and found.status == "True",
        ),
        guard=True,
    ),
)
