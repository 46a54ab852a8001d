"""`rollback JOURNAL`: what a journal says was done, taken back."""

import os
from argparse import Namespace
from pathlib import Path
from threading import Event

from calicovet.app.exits import ExitCode
from calicovet.app.said_again import same_cluster
from calicovet.app.settings import Settings
from calicovet.app.streams import put
from calicovet.model.errors import BadUsage
from calicovet.model.fix import RolledBack
from calicovet.model.sent import Refusal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from calicovet.model.journal import Journal
    from calicovet.world.kube.target import Target

_SAYS_WHICH = ("kubeconfig", "context", "cluster", "server")


def run(arguments: Namespace, settings: Settings) -> ExitCode:
    from calicovet.app.live import find_target
    from calicovet.app.undoing import undo_entries
    from calicovet.world.journal import JournalWriter, find_journal, journals_folder, read_journal
    from calicovet.world.kube.client import open_client

    path = find_journal(journals_folder(os.environ, Path.home()), arguments.journal)
    journal = read_journal(path)
    target = find_target(arguments, settings)
    _need_same_cluster(journal, target, arguments)
    client = open_client(target, Event())
    writer = None if arguments.dry_run else JournalWriter(path)
    try:
        undone = undo_entries(client, journal, writer)
    finally:
        client.abort()
    rolled = RolledBack(
        journal=journal.id,
        path=str(path),
        state=read_journal(path).state,
        dry_run=arguments.dry_run,
        undone=undone,
        where=same_cluster(arguments),
    )
    _show(rolled, settings)
    if any(undo.refused and undo.refused.why is Refusal.FORBIDDEN for undo in undone):
        return ExitCode.COULD_NOT_LOOK
    return ExitCode.EXPLAINED if rolled.failed else ExitCode.HEALTHY


def _need_same_cluster(journal: "Journal", target: "Target", arguments: Namespace) -> None:
    """BadUsage where the current context is another cluster's, and nobody has said that it is meant.

    Every undo tests the object's UID, so that another cluster would refuse it; but nobody should find out like that.
    """
    if target.server == journal.server or any(vars(arguments).get(flag) for flag in _SAYS_WHICH):
        return
    raise BadUsage(
        "another cluster",
        key="other-cluster",
        server=journal.server,
        context=journal.context or "–",
        here=target.server,
    )


def _show(rolled: RolledBack, settings: Settings) -> None:
    from calicovet.report.fix_json import render_rollback_json
    from calicovet.report.journals import render_rollback

    if settings.output == "json":
        put(render_rollback_json(rolled))
        return
    put(
        render_rollback(
            rolled,
            settings.language,
            program=settings.program,
            width=settings.width,
            colour=settings.colour,
        )
    )
