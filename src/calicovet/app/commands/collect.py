"""`collect -o FILE`: what a live cluster says, without secrets, in a file that `diagnose` reads back."""

from argparse import Namespace
from datetime import UTC, datetime
from pathlib import Path

from calicovet.app.exits import ExitCode
from calicovet.app.live import look_at_cluster
from calicovet.app.settings import Settings
from calicovet.app.streams import tell
from calicovet.model.errors import BadUsage


def run(arguments: Namespace, settings: Settings) -> ExitCode:
    from calicovet.world.bundle import save_bundle

    path = Path(arguments.file)
    # Said before the cluster is asked for anything, not after.
    if path.exists() and not arguments.force:
        raise BadUsage(f"{path} exists", key="bundle-exists", name=str(path))
    found = look_at_cluster(arguments, settings)
    save_bundle(
        found.snapshot,
        path,
        taken_at=datetime.now(UTC),
        context=found.context,
        server=found.server,
        force=arguments.force,
    )
    tell(
        "collected",
        settings,
        name=str(path),
        pieces=str(len(found.snapshot.evidence)),
        gaps=str(len(found.snapshot.gaps)),
        program=settings.program,
    )
    return ExitCode.HEALTHY if found.snapshot.evidence else ExitCode.COULD_NOT_LOOK
