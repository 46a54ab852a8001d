"""`rollback JOURNAL`: shows the undo of a journal, asks, and sends it."""

import os
import sys
from argparse import ArgumentParser, Namespace
from dataclasses import replace
from pathlib import Path
from threading import Event

from calicovet.app.cli.exit_codes import ExitCode
from calicovet.app.cli.kube_flags import add_kube_flags
from calicovet.app.cli.output import write, write_stderr
from calicovet.app.cli.repeat_flags import same_cluster
from calicovet.app.cli.report_flags import add_output_flag
from calicovet.app.cli.settings import Settings
from calicovet.model.errors import BadUsage
from calicovet.model.remediation.fix import RollbackEnding, RolledBack, Undo, UndoState
from calicovet.model.remediation.journal import Trust
from calicovet.model.remediation.send_result import Refusal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from calicovet.model.remediation.journal import Journal
    from calicovet.world.kube.client import Client
    from calicovet.world.kube.target import Target

_SAYS_WHICH = ("kubeconfig", "context", "cluster", "server")
_HINDERS = (UndoState.CHANGED, UndoState.REFUSED, UndoState.NOT_OURS)


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("journal", metavar="JOURNAL", help="a file, or an id of `fix --list`")
    parser.add_argument("--dry-run", action="store_true", help="dry run only")
    parser.add_argument(
        "--plan",
        default="",
        metavar="ID",
        help="confirm the rollback with this id (default: ask)",
    )
    add_output_flag(parser, "text", "json")
    add_kube_flags(parser)


def run(arguments: Namespace, settings: Settings) -> ExitCode:
    from calicovet.app.services.fix_rollback import not_sent
    from calicovet.world.journals.journal_file import find_journal, journals_folder, read_journal

    keys = journals_folder(os.environ, Path.home())
    path = find_journal(keys, arguments.journal)
    journal = read_journal(path, keys=keys)
    begun = RolledBack(
        journal=journal.id,
        path=str(path),
        state=journal.state,
        trust=journal.trust,
        ending=RollbackEnding.NOT_SEALED,
        plan="",
        dry_run=arguments.dry_run,
        undone=not_sent(journal),
        where=same_cluster(arguments),
    )
    sealed = journal.trust is Trust.SEALED
    if begun.undone or not sealed:
        ending = RollbackEnding.NOT_OURS if sealed else RollbackEnding.NOT_SEALED
        rolled = replace(begun, ending=ending)
    else:
        rolled = _on_cluster(arguments, settings, journal, begun)
        rolled = replace(rolled, state=read_journal(path, keys=keys).state)
    _show(rolled, settings)
    if any(undo.refused and undo.refused.why is Refusal.FORBIDDEN for undo in rolled.undone):
        return ExitCode.COULD_NOT_LOOK
    return ExitCode.EXPLAINED if rolled.failed else ExitCode.HEALTHY


def _on_cluster(
    arguments: Namespace, settings: Settings, journal: "Journal", begun: RolledBack
) -> RolledBack:
    from calicovet.app.services.live import find_target
    from calicovet.world.kube.client import open_client

    target = find_target(arguments, settings)
    _need_same_cluster(journal, target, arguments)
    client = open_client(target, Event())
    try:
        return _undone(arguments, settings, journal, begun, client)
    finally:
        client.abort()


def _undone(
    arguments: Namespace,
    settings: Settings,
    journal: "Journal",
    begun: RolledBack,
    client: "Client",
) -> RolledBack:
    from calicovet.app.services.fix_rollback import plan_of, undo_entries
    from calicovet.world.journals.journal_file import JournalWriter, journals_folder

    rehearsed = undo_entries(client, journal, None)
    plan = plan_of(journal, rehearsed)
    rolled = replace(begun, undone=rehearsed, plan=plan, ending=RollbackEnding.REHEARSED)
    if _hindered(rehearsed):
        return replace(rolled, ending=RollbackEnding.CANNOT)
    if arguments.dry_run:
        return rolled
    if plan and (ending := _confirmed(arguments.plan, rolled, settings)) is not None:
        return replace(rolled, ending=ending)
    writer = JournalWriter(Path(begun.path), journals_folder(os.environ, Path.home()))
    undone = undo_entries(client, journal, writer, confirmed=plan)
    return replace(rolled, undone=undone, ending=_ending_of(undone))


def _ending_of(undone: tuple[Undo, ...]) -> RollbackEnding:
    if _hindered(undone):
        return RollbackEnding.CANNOT
    # While the user read the plan, an object became one of those that a rollback would change.
    if any(undo.state is UndoState.CAN_BE for undo in undone):
        return RollbackEnding.ANOTHER_PLAN
    return RollbackEnding.UNDONE


def _hindered(undone: tuple[Undo, ...]) -> bool:
    return any(undo.state in _HINDERS for undo in undone)


def _confirmed(plan: str, rolled: RolledBack, settings: Settings) -> RollbackEnding | None:
    """None where the user means exactly what was shown."""
    from calicovet.report.words import words

    if settings.output != "json":
        from calicovet.report.fixes.journal_page import render_undo_plan

        write(
            render_undo_plan(
                rolled, settings.language, width=settings.width, colour=settings.colour
            )
        )
        write("\n")
    if plan:
        return None if plan == rolled.plan else RollbackEnding.ANOTHER_PLAN
    if not sys.stdin.isatty():
        from calicovet.report.fixes.journal_page import confirming_line

        line = confirming_line(rolled, settings.program)
        raise BadUsage("no terminal", key="no-terminal-rollback", line=line, plan=rolled.plan)
    write_stderr(words(settings.language).say("rollback.confirm", plan=rolled.plan))
    typed = sys.stdin.readline().strip()
    return None if typed == rolled.plan else RollbackEnding.NOT_CONFIRMED


def _need_same_cluster(journal: "Journal", target: "Target", arguments: Namespace) -> None:
    """BadUsage where the current context is another cluster's, and no flag names it.

    A cluster may have several addresses, and a flag can name one of them; its certificates must be the same.
    """
    from calicovet.world.kube.target import authority_of

    here = authority_of(target)
    known = not journal.authority or not here or journal.authority == here
    named = target.server == journal.server or any(
        vars(arguments).get(flag) for flag in _SAYS_WHICH
    )
    if known and named:
        return
    raise BadUsage(
        "another cluster",
        key="other-cluster",
        server=journal.server,
        context=journal.context or "–",
        here=target.server,
    )


def _show(rolled: RolledBack, settings: Settings) -> None:
    from calicovet.report.fixes.journal_page import render_rollback
    from calicovet.report.machine.fix_json import render_rollback_json

    if settings.output == "json":
        write(render_rollback_json(rolled))
        return
    write(
        render_rollback(
            rolled,
            settings.language,
            program=settings.program,
            width=settings.width,
            colour=settings.colour,
        )
    )
