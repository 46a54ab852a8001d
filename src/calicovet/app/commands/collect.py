"""`collect -o FILE`: writes a redacted bundle of a live cluster that `diagnose` reads back."""

from argparse import ArgumentParser, Namespace
from datetime import UTC, datetime
from pathlib import Path

from calicovet.app.cli.exit_codes import ExitCode
from calicovet.app.cli.kube_flags import add_kube_flags
from calicovet.app.cli.live_flags import add_live_flags
from calicovet.app.cli.output import notify
from calicovet.app.cli.settings import Settings
from calicovet.app.cli.unexpected_errors import report_unexpected
from calicovet.model.errors import BadUsage, CannotGoOn

_ENDINGS = (".tar.gz", ".tgz")


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "-o", "--output", dest="file", metavar="FILE", required=True, help="a new .tar.gz file"
    )
    parser.add_argument("--force", action="store_true", help="overwrite the file")
    parser.add_argument("--node", default="", metavar="NAME", help="examine this node closely")
    add_kube_flags(parser)
    add_live_flags(parser)


def run(arguments: Namespace, settings: Settings) -> ExitCode:
    from calicovet.app.services.live import look_at_cluster
    from calicovet.world.bundles.snapshot_file import save_bundle

    path = Path(arguments.file)
    # Said before the cluster is asked for anything, not after.
    _check(path, force=arguments.force)
    found = look_at_cluster(arguments, settings, partial=True)
    save_bundle(
        found.snapshot,
        path,
        taken_at=datetime.now(UTC),
        context=found.context,
        server=found.server,
        force=arguments.force,
    )
    notify(
        "collected",
        settings,
        name=str(path),
        pieces=str(len(found.snapshot.evidence)),
        gaps=str(len(found.snapshot.gaps)),
        program=settings.program,
    )
    if found.failure is not None:
        report_unexpected(found.failure, settings.program, debug=settings.debug)
        return ExitCode.COULD_NOT_LOOK
    return ExitCode.HEALTHY if found.snapshot.evidence else ExitCode.COULD_NOT_LOOK


def _check(path: Path, *, force: bool) -> None:
    """CannotGoOn where the file could not be written in the end, or would be called what it is not."""
    from errno import EACCES, EISDIR, ENOENT, ENOTDIR
    from os import W_OK, X_OK, access, strerror

    if not path.name.endswith(_ENDINGS):
        raise BadUsage(f"{path} is no .tar.gz", key="bundle-name", name=str(path))
    folder, fault = path.parent, 0
    try:
        if path.is_dir():
            fault = EISDIR
        elif path.exists() and not force:
            raise BadUsage(f"{path} exists", key="bundle-exists", name=str(path))
        elif not folder.is_dir():
            fault = ENOTDIR if folder.exists() else ENOENT
        elif not access(folder, W_OK | X_OK):
            fault = EACCES
    except OSError as error:  # a folder above it that may not be entered, a name that is too long
        fault = error.errno or EACCES
    if fault:
        reason = strerror(fault)
        raise CannotGoOn(f"{path}: {reason}", key="not-written", name=str(path), reason=reason)
