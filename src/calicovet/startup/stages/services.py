"""Stages from the end of the start-up program to running services."""

from calicovet.model.facts import (
    AddressAutodetected,
    BgpSaid,
    ContainerExit,
    FatalLine,
    FelixHealth,
    FelixHealthRow,
    FelixSaid,
    Milestone,
    StartupSaid,
)
from calicovet.model.stage import StageId
from calicovet.startup.event_reasons import is_felix_own_word
from calicovet.startup.pod_readiness import is_main
from calicovet.startup.stages.stage import Stage, reached, said, seen, seen_where
from calicovet.startup.stages.startup_program import TUNNEL_KEYS

STAGES = (
    Stage(
        id=StageId.TUNNEL_ADDRESSES_ALLOCATED,
        after=(StageId.STARTUP_FINISHED,),
        passed_by=reached(Milestone.TUNNEL_ADDRESS_KEPT),
        failed_by=said(StartupSaid, *TUNNEL_KEYS, fatal=True)
        + seen_where(FatalLine, lambda line: line.process == "tunnel-ip-allocator"),
    ),
    Stage(
        id=StageId.SERVICES_RUNNING,
        after=(StageId.TUNNEL_ADDRESSES_ALLOCATED,),
        passed_by=reached(
            Milestone.SERVICES_STARTED,
            Milestone.FELIX_BEGAN,
            Milestone.FELIX_HEALTH_SERVED,
            Milestone.CONFD_BEGAN,
            Milestone.STOPPED_BY_SIGNAL,
        )
        + seen(FelixHealth, FelixHealthRow)
        + seen_where(FelixSaid, is_felix_own_word)
        + said(BgpSaid, "bgp-bird-config-rejected*", "bgp-another-bird*", "bgp-control-socket*")
        + seen_where(AddressAutodetected, lambda found: found.process == "monitor-addresses"),
        # Whatever ended it before the services, the container exits with 1.
        failed_by=reached(Milestone.NODE_FAILED_TO_START)
        + seen_where(ContainerExit, lambda ended: is_main(ended) and ended.exit_code == 1),
        fails_after=StageId.CONTAINER_STARTED,
        speaks=True,
    ),
)
