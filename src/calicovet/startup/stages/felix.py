"""Stages of Felix: configuration, datastore, dataplane."""

from datetime import timedelta

from calicovet.model.facts import (
    FatalLine,
    FelixHealth,
    FelixLink,
    FelixSaid,
    Milestone,
    ProbeFailed,
    VxlanParent,
)
from calicovet.model.stage import StageId
from calicovet.startup.stages.stage import Stage, reached, said, seen, seen_where

_PATIENCE = timedelta(seconds=90)


def _is_unready(probe: ProbeFailed) -> bool:
    return "reporting 503" in probe.text


STAGES = (
    Stage(
        id=StageId.FELIX_CONFIGURED,
        after=(StageId.SERVICES_RUNNING,),
        passed_by=reached(Milestone.FELIX_CONFIGURED) + seen(FelixLink, VxlanParent),
        failed_by=said(FelixSaid, "felix-config-invalid*", fatal=True),
        stuck_by=said(FelixSaid, "felix-datastore-unreachable", "ipamup-datastore-locked*"),
        speaks=True,
        patience=_PATIENCE,
    ),
    Stage(
        id=StageId.TYPHA_CONNECTED,
        after=(StageId.FELIX_CONFIGURED,),
        applies=lambda config: config.typha is not False,
        passed_by=reached(Milestone.TYPHA_CONNECTED),
        failed_by=said(FelixSaid, "typha*", fatal=True),
        stuck_by=said(FelixSaid, "typha*", fatal=False),
        # Typha is looked for while the configuration is still being loaded.
        fails_after=StageId.SERVICES_RUNNING,
        patience=_PATIENCE,
    ),
    Stage(
        id=StageId.FELIX_IN_SYNC,
        after=(StageId.TYPHA_CONNECTED,),
        passed_by=reached(Milestone.FELIX_IN_SYNC),
        stuck_by=said(FelixSaid, "felix-datastore-unreachable:resync"),
        speaks=True,
        patience=_PATIENCE,
    ),
    Stage(
        id=StageId.DATAPLANE_READY,
        after=(StageId.FELIX_IN_SYNC,),
        passed_by=reached(Milestone.DATAPLANE_READY)
        + seen_where(FelixHealth, lambda health: health.live and health.ready),
        # At any point of its start Felix may say that it is not ready, or end.
        failed_by=said(FelixSaid, fatal=True)
        + seen_where(FatalLine, lambda line: line.process == "felix")
        + seen_where(FelixHealth, lambda health: not (health.live and health.ready))
        + seen_where(ProbeFailed, _is_unready),
        fails_after=StageId.SERVICES_RUNNING,
        speaks=True,
        patience=_PATIENCE,
    ),
)
