"""`fix CAUSE`: plan, diff and dry run; with `--apply` sends, verifies, and offers the undo."""

import os
import sys
from argparse import ArgumentParser, Namespace
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from threading import Event

from calicovet.app.cli.exit_codes import ExitCode
from calicovet.app.cli.kube_flags import add_kube_flags, seconds
from calicovet.app.cli.live_flags import add_live_flags
from calicovet.app.cli.output import notify, write, write_stderr
from calicovet.app.cli.repeat_flags import same_cluster, same_look
from calicovet.app.cli.report_flags import add_output_flag
from calicovet.app.cli.settings import Settings
from calicovet.app.services.fix_plan import look, look_again, make_plan, named_causes
from calicovet.model.errors import BadUsage, NothingToDo
from calicovet.model.remediation.change import Change
from calicovet.model.remediation.fix import Applied, Ending, Fix
from calicovet.model.remediation.outcome import Outcome, Result
from calicovet.model.remediation.send_result import Refusal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from calicovet.app.services.fix_apply import Cluster
    from calicovet.world.kube.target import Target

_YES = "yes"


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "cause", nargs="?", default="", metavar="CAUSE", help="a name or a code; several as A,B"
    )
    parser.add_argument(
        "paths",
        nargs="*",
        metavar="PATH",
        help="files, folders, bundles, or - for standard input (default: the live cluster)",
    )
    parser.add_argument("--node", default="", metavar="NAME", help="fix this node only")
    parser.add_argument(
        "--apply",
        action="store_true",
        help="apply the plan: dry run, confirm, send, verify, offer the undo",
    )
    parser.add_argument(
        "--plan", default="", metavar="ID", help="with --apply: confirm the plan with this id"
    )
    parser.add_argument(
        "--within",
        type=seconds,
        metavar="TIME",
        help="with --apply: how long to wait for the expected result (default: the plan's; 0: do not wait)",
    )
    parser.add_argument(
        "--even-if-managed",
        action="store_true",
        help="write objects even if Helm, Argo CD or another tool manages them and will revert the change",
    )
    parser.add_argument(
        "--list", action="store_true", help="list the journals of earlier fixes and their state"
    )
    add_output_flag(
        parser, "text", "json", "script", also="; script: a script for the node, with its undo"
    )
    add_kube_flags(parser)
    add_live_flags(parser)


def run(arguments: Namespace, settings: Settings) -> ExitCode:
    if arguments.list:
        return _list(settings)
    if not arguments.cause:
        raise BadUsage("no cause", key="which-cause")
    if arguments.apply and settings.output == "script":
        raise BadUsage("a script is not applied", key="apply-script")
    causes = named_causes(arguments.cause)
    if arguments.paths:
        if arguments.apply:
            raise BadUsage("--apply needs a cluster", key="apply-text")
        return _on_paper(arguments, settings, causes)
    return _live(arguments, settings, causes)


def _list(settings: Settings) -> ExitCode:
    from calicovet.report.fixes.journal_page import render_journals
    from calicovet.report.machine.fix_json import render_journals_json
    from calicovet.world.journals.journal_file import journals_folder, list_journals

    journals = list_journals(journals_folder(os.environ, Path.home()))
    as_json = settings.output == "json"
    write(
        render_journals_json(journals) if as_json else render_journals(journals, settings.language)
    )
    return ExitCode.HEALTHY


def _on_paper(arguments: Namespace, settings: Settings, causes: tuple[str, ...]) -> ExitCode:
    from calicovet.api import diagnose_snapshot
    from calicovet.app.services.bundle_objects import kept_objects
    from calicovet.app.services.offline import read_paths

    snapshot = read_paths(arguments.paths, settings)
    diagnosis = diagnose_snapshot(snapshot)
    fix = make_plan(
        diagnosis,
        causes,
        node=settings.node,
        kept=kept_objects(snapshot),
        even_if_managed=arguments.even_if_managed,
        where=same_cluster(arguments),
    )
    _show(fix, settings)
    return ExitCode.HEALTHY


def _live(arguments: Namespace, settings: Settings, causes: tuple[str, ...]) -> ExitCode:
    from calicovet.app.services.live import find_target
    from calicovet.world.kube.client import open_client

    target = find_target(arguments, settings)
    diagnosis = look(arguments, settings, target)
    # A separate client: that of the diagnosis ends with it.
    client = open_client(target, Event())
    try:
        fix = make_plan(
            diagnosis,
            causes,
            node=settings.node,
            client=client,
            even_if_managed=arguments.even_if_managed,
            where=same_cluster(arguments),
            how=same_look(arguments),
        )
        if not arguments.apply:
            _show(fix, settings)
            return ExitCode.HEALTHY
        from calicovet.app.services.fix_apply import Cluster
        from calicovet.world.journals.journal_file import journals_folder
        from calicovet.world.kube.target import authority_of

        cluster = Cluster(
            client=client,
            context=target.context,
            server=target.server,
            authority=authority_of(target),
            journals=journals_folder(os.environ, Path.home()),
        )
        applied = _apply(arguments, settings, fix, cluster, target)
    finally:
        client.abort()
    _show_applied(applied, fix, settings)
    return exit_of(applied)


def exit_of(applied: Applied) -> ExitCode:
    """0 where the promise was kept, 4 where we may not, 1 for all else that was tried."""
    if applied.ending is Ending.NOTHING_TO_SEND:
        return ExitCode.UNEXPLAINED
    if any(each.refused and each.refused.why is Refusal.FORBIDDEN for each in applied.refused):
        return ExitCode.COULD_NOT_LOOK
    kept = applied.outcome is not None and applied.outcome.result is Result.KEPT
    verified = applied.outcome is not None
    done = applied.ending is Ending.APPLIED and (kept or not verified) and not applied.undone
    return ExitCode.HEALTHY if done else ExitCode.EXPLAINED


def _apply(
    arguments: Namespace, settings: Settings, fix: Fix, cluster: "Cluster", target: "Target"
) -> Applied:
    from calicovet.app.services.fix_apply import carry_out

    if not fix.sure:
        raise NothingToDo("not proven", key="not-proven", cause=", ".join(fix.causes))
    if settings.output != "json":
        _show(fix, settings, apply=True)
    if not fix.changes:
        return Applied(ending=Ending.NOTHING_TO_SEND)
    if fix.refused:
        return Applied(ending=Ending.REFUSED, refused=fix.refused)
    if (ending := _confirmed(arguments.plan, fix, settings)) is not None:
        return Applied(ending=ending)

    def told(key: str, change: Change) -> None:
        notify(key, settings, object=change.ref.title)

    applied = carry_out(fix, cluster, told)
    if applied.ending is not Ending.APPLIED:
        return applied
    applied = _verified(arguments, settings, fix, cluster, target, applied)
    return _offer_undo(settings, cluster, applied) if _is_bad(applied.outcome) else applied


def _confirmed(plan: str, fix: Fix, settings: Settings) -> Ending | None:
    """None where the user means this very plan."""
    if plan:
        return None if plan == fix.plan.id else Ending.ANOTHER_PLAN
    if not sys.stdin.isatty():
        from calicovet.report.fixes.plan_page import next_line

        line = next_line(fix, settings.program)
        raise BadUsage("no terminal", key="no-terminal", line=line, plan=fix.plan.id)
    said = _asked("fix.confirm", settings, plan=fix.plan.id)
    return None if said == fix.plan.id else Ending.NOT_CONFIRMED


def _asked(key: str, settings: Settings, **details: str) -> str:
    """What the user types; nothing where he has gone."""
    from calicovet.report.words import words

    write_stderr(words(settings.language).say(key, **details))
    return sys.stdin.readline().strip()


def _verified(
    arguments: Namespace,
    settings: Settings,
    fix: Fix,
    cluster: "Cluster",
    target: "Target",
    applied: Applied,
) -> Applied:
    """The same with its outcome, or without it where the user did not wait."""
    from calicovet.app.cli.interrupt import first_interrupt
    from calicovet.app.services.fix_apply import is_rolling, watch
    from calicovet.report.page.onset import span_text
    from calicovet.world.journals.journal_file import JournalWriter

    within = fix.plan.within.total_seconds() if arguments.within is None else arguments.within
    if not within:
        return applied
    stop = Event()
    # A look that is under way comes to its end; the second Ctrl-C ends that too.
    with first_interrupt(stop.set):
        span = span_text(timedelta(seconds=round(within)), settings.language)
        notify("watching", settings, span=span)
        try:
            outcome, rolling = watch(
                fix,
                lambda: look_again(arguments, settings, target, fix.nodes),
                lambda: is_rolling(cluster.client, fix),
                within,
                stop.wait,
            )
        except KeyboardInterrupt:
            outcome, rolling = Outcome(Result.UNDECIDED), False
    JournalWriter(Path(applied.path), cluster.journals).verified(outcome)
    return replace(applied, outcome=outcome, rolling=rolling)


def _is_bad(outcome: Outcome | None) -> bool:
    return outcome is not None and outcome.result is not Result.KEPT


def _offer_undo(settings: Settings, cluster: "Cluster", applied: Applied) -> Applied:
    """The same, rolled back if a user at the terminal asks for it."""
    if not sys.stdin.isatty() or settings.output == "json":
        return applied
    from calicovet.app.services.fix_rollback import undo_entries
    from calicovet.world.journals.journal_file import JournalWriter, read_journal

    path = Path(applied.path)
    _show_outcome_first(applied, settings)
    if _asked("fix.confirm-undo", settings) != _YES:
        return applied
    journal = read_journal(path, keys=cluster.journals)
    writer = JournalWriter(path, cluster.journals)
    return replace(applied, undone=undo_entries(cluster.client, journal, writer))


def _show_outcome_first(applied: Applied, settings: Settings) -> None:
    """Whether to roll back cannot be decided before the outcome is known."""
    from calicovet.report.fixes.change_lines import reason_text
    from calicovet.report.words import words

    if applied.outcome is None:
        return
    frame = words(settings.language)
    lines = [frame.say(f"fix.result.{applied.outcome.result}")]
    lines += [f"  {reason_text(each, settings.language)}" for each in applied.outcome.reasons]
    write_stderr("".join(f"{line}\n" for line in lines))


def _show(fix: Fix, settings: Settings, *, apply: bool = False) -> None:
    from calicovet.report.fixes.plan_page import render_fix
    from calicovet.report.machine.fix_json import render_fix_json

    if settings.output == "script":
        write(_script(fix, settings))
        return
    if settings.output == "json":
        write(render_fix_json(fix, None, settings.program, settings.language))
        return
    write(
        render_fix(
            fix,
            settings.language,
            program=settings.program,
            width=settings.width,
            colour=settings.colour,
            apply=apply,
        )
    )


def _script(fix: Fix, settings: Settings) -> str:
    """That of the one node."""
    from calicovet.report.fixes.host_script import render_script, scripts_in
    from calicovet.report.words import words

    scripts = scripts_in(fix.plan)
    if not scripts:
        raise NothingToDo("no script", key="no-script", cause=",".join(fix.causes))
    if len(scripts) > 1:
        nodes = words(settings.language).listed([script.node or "?" for script in scripts])
        raise BadUsage("several nodes", key="which-node", nodes=nodes)
    return render_script(scripts[0], fix.plan, settings.language)


def _show_applied(applied: Applied, fix: Fix, settings: Settings) -> None:
    from calicovet.report.fixes.plan_page import render_applied
    from calicovet.report.machine.fix_json import render_fix_json

    if settings.output == "json":
        write(render_fix_json(fix, applied, settings.program, settings.language))
        return
    write("\n")
    write(
        render_applied(
            applied,
            fix,
            settings.language,
            program=settings.program,
            width=settings.width,
            colour=settings.colour,
        )
    )
