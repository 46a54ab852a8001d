"""`diagnose [PATH…]`: diagnoses a live cluster, files, or standard input."""

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from time import monotonic, sleep, strftime

from calicovet.api import restrict_to_node
from calicovet.app.cli.exit_codes import ExitCode, exit_code
from calicovet.app.cli.kube_flags import add_kube_flags, seconds
from calicovet.app.cli.live_flags import add_live_flags
from calicovet.app.cli.output import notify, report_error, write, write_stderr
from calicovet.app.cli.repeat_flags import again_live, again_on
from calicovet.app.cli.report_flags import add_report_flags
from calicovet.app.cli.settings import Settings
from calicovet.app.cli.unexpected_errors import describe, report_unexpected
from calicovet.app.services.offline import diagnose_paths
from calicovet.app.services.render import FORMATS, check_form, is_for_programs, present
from calicovet.model.diagnosis import Diagnosis, Summary, SummaryVerdict
from calicovet.model.errors import BadInput, BadUsage, CannotGoOn, NoAccess
from calicovet.model.evidence import EvidenceKind, Gap, GapReason, Request

TYPE_CHECKING = False
if TYPE_CHECKING:
    from calicovet.world.kube.target import Target

_WAIT = 300.0
"""Seconds that `--wait` waits where no time is given."""


def add_arguments(parser: ArgumentParser) -> None:
    add_report_flags(parser)
    add_kube_flags(parser)
    add_live_flags(parser)
    parser.add_argument(
        "paths",
        nargs="*",
        metavar="PATH",
        help="files, folders, bundles, or - for standard input (default: the live cluster)",
    )
    parser.add_argument(
        "--each", action="store_true", help="treat every path as a separate incident"
    )
    parser.add_argument(
        "--wait",
        nargs="?",
        type=seconds,
        const=_WAIT,
        metavar="TIME",
        help="repeat until calico-node is healthy or the time is up (default: 5m)",
    )
    parser.add_argument(
        "--watch", action="store_true", help="repeat until interrupted, and show what changed"
    )


def run(arguments: Namespace, settings: Settings) -> ExitCode:
    paths: Sequence[str] = arguments.paths
    check_form(settings, many=arguments.each)
    if "" in paths:
        raise BadUsage("an empty path", key="empty-path")
    repeated = settings.watch or arguments.wait is not None
    if repeated and (paths or arguments.each):
        raise BadUsage("a path and --wait or --watch", key="watch-paths")
    if settings.watch and not FORMATS[settings.output].several:
        raise BadUsage("--watch and one document", key="watch-form", form=settings.output)
    if repeated:
        return _repeat(arguments, settings)
    if not paths:
        return _live(arguments, settings)
    if not arguments.each:
        # A program that reads JSON is told so in JSON; a person has been told on standard error.
        tell = _or_could_not_look if is_for_programs(settings.output) else diagnose_paths
        diagnosis = tell(paths, settings)
        present(diagnosis, replace(settings, again=again_on(paths, settings.program)))
        return exit_code([diagnosis.summary.verdict], zero=settings.exit_zero)
    return exit_code([_one_of_many(path, settings) for path in paths], zero=settings.exit_zero)


def _one_of_many(path: str, settings: Settings) -> SummaryVerdict:
    """The verdict on one path; whatever fails on it does not keep the others from being shown."""
    settings = replace(settings, again=again_on([path], settings.program, one_of_many=True))
    try:
        diagnosis = _or_could_not_look([path], settings)
    except BadUsage as error:  # the node that was asked for is not in this one
        report_error(error, settings)
        diagnosis = could_not_look(error.message, error.hint)
    try:
        present(diagnosis, settings, path)
    except (CannotGoOn, BrokenPipeError):
        raise
    except Exception as error:
        report_unexpected(error, settings.program, debug=settings.debug)
        diagnosis = could_not_look(describe(error))
        present(diagnosis, settings, path)
    return diagnosis.summary.verdict


def _repeat(arguments: Namespace, settings: Settings) -> ExitCode:
    """Looks again and again; the exit code is that of the last diagnosis."""
    from calicovet.app.services.live import find_target
    from calicovet.app.services.watch import is_well, repeat
    from calicovet.report.page.onset import span_text

    target = find_target(arguments, settings)
    settings = replace(settings, again=again_live(arguments, settings.program))
    within: float | None = arguments.wait
    span = ""
    if within is None:
        notify("watches", settings)
    else:
        span = span_text(timedelta(seconds=within), settings.language)
        notify("waits-until-healthy", settings, span=span)
    shown = False

    def tell(diagnosis: Diagnosis, lines: Sequence[str]) -> None:
        nonlocal shown
        if settings.watch and (not shown or is_for_programs(settings.output)):
            present(diagnosis, settings)
        else:
            _write_changes(lines, settings)
        shown = True

    found = repeat(
        lambda: _look_once(arguments, settings, target, quiet=shown),
        tell,
        settings.language,
        within=within,
        until_healthy=within is not None,
        pause=sleep,
    )
    if within is not None and not is_well(found):
        notify("not-healthy-in-time", settings, span=span)
    if not settings.watch:
        present(found, settings)
    return exit_code([found.summary.verdict], zero=settings.exit_zero)


def _look_once(
    arguments: Namespace, settings: Settings, target: "Target", *, quiet: bool
) -> Diagnosis | None:
    """One diagnosis; a cluster that does not answer now may do so later. None: the user stopped it."""
    from gc import collect, unfreeze

    from calicovet.app.services.live import look_at_cluster

    unfreeze()  # what the look before needed to its end
    collect()
    began = monotonic()
    try:
        found = look_at_cluster(arguments, settings, shown=True, target=target, quiet=quiet)
    except NoAccess as error:
        if not quiet:
            report_error(error, settings)
        return could_not_look(
            error.message,
            error.hint,
            kind=EvidenceKind.NODE_TABLE,
            reason=GapReason.UNREACHABLE,
        )
    if found.cut_short and monotonic() - began < settings.deadline:
        return None
    return restrict_to_node(found.diagnosis, settings.node)


def _write_changes(lines: Sequence[str], settings: Settings) -> None:
    """Each line with the time of day: on standard output where they are the result."""
    from calicovet.report.words import words

    frame, time = words(settings.language), strftime("%H:%M:%S")
    text = "".join(frame.say("watch.at", time=time, line=line) + "\n" for line in lines)
    (write if settings.watch else write_stderr)(text)


def _live(arguments: Namespace, settings: Settings) -> ExitCode:
    from calicovet.app.services.live import look_at_cluster

    settings = replace(settings, again=again_live(arguments, settings.program))
    failure: Exception | None = None
    try:
        shown = not is_for_programs(settings.output)
        found = look_at_cluster(arguments, settings, shown=shown, partial=True)
        failure = found.failure
        diagnosis = restrict_to_node(found.diagnosis, settings.node)
    except NoAccess as error:
        if not is_for_programs(settings.output):
            raise
        # A program that reads JSON is told so in JSON.
        report_error(error, settings)
        diagnosis = could_not_look(
            error.message,
            error.hint,
            kind=EvidenceKind.NODE_TABLE,
            reason=GapReason.UNREACHABLE,
        )
    except CannotGoOn:
        raise
    except Exception as error:
        if not is_for_programs(settings.output):
            raise
        report_unexpected(error, settings.program, debug=settings.debug)
        diagnosis = could_not_look(describe(error), kind=EvidenceKind.NODE_TABLE)
    present(diagnosis, settings)
    if failure is not None:
        report_unexpected(failure, settings.program, debug=settings.debug)
        return ExitCode.COULD_NOT_LOOK
    return exit_code([diagnosis.summary.verdict], zero=settings.exit_zero)


def _or_could_not_look(paths: Sequence[str], settings: Settings) -> Diagnosis:
    """One incident; that it cannot be read is a result, too."""
    try:
        return diagnose_paths(paths, settings)
    except BadInput as error:
        report_error(error, settings)
        reason = GapReason.FORBIDDEN if error.key == "forbidden" else GapReason.ABSENT
        return could_not_look(error.message, error.hint, reason=reason)
    except CannotGoOn:
        raise
    except Exception as error:
        report_unexpected(error, settings.program, debug=settings.debug)
        return could_not_look(describe(error))


def could_not_look(
    message: str,
    hint: str = "",
    *,
    kind: EvidenceKind = EvidenceKind.PASTE,
    reason: GapReason = GapReason.ABSENT,
) -> Diagnosis:
    """A diagnosis that says only why there is none."""
    gap = Gap(Request(kind), reason, message, hint)
    return Diagnosis(summary=Summary(SummaryVerdict.COULD_NOT_LOOK), gaps=(gap,))
