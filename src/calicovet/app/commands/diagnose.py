"""`diagnose [PATH…]`: diagnoses a live cluster, files, or standard input."""

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from dataclasses import replace

from calicovet.api import restrict_to_node
from calicovet.app.cli.exit_codes import ExitCode, exit_code
from calicovet.app.cli.kube_flags import add_kube_flags
from calicovet.app.cli.live_flags import add_live_flags
from calicovet.app.cli.output import report_error
from calicovet.app.cli.repeat_flags import again_live, again_on
from calicovet.app.cli.report_flags import add_report_flags
from calicovet.app.cli.settings import Settings
from calicovet.app.cli.unexpected_errors import describe, report_unexpected
from calicovet.app.services.offline import diagnose_paths
from calicovet.app.services.render import check_form, is_for_programs, present
from calicovet.model.diagnosis import Diagnosis, Summary, SummaryVerdict
from calicovet.model.errors import BadInput, BadUsage, CannotGoOn, NoAccess
from calicovet.model.evidence import EvidenceKind, Gap, GapReason, Request


def add_arguments(parser: ArgumentParser) -> None:
    add_report_flags(parser)
    add_kube_flags(parser)
    add_live_flags(parser)
    parser.add_argument(
        "paths",
        nargs="*",
        metavar="PATH",
        help="files, folders, bundles, or - for standard input; without: the live cluster",
    )
    parser.add_argument(
        "--each", action="store_true", help="treat every path as a separate incident"
    )


def run(arguments: Namespace, settings: Settings) -> ExitCode:
    paths: Sequence[str] = arguments.paths
    check_form(settings, many=arguments.each)
    if "" in paths:
        raise BadUsage("an empty path", key="empty-path")
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
