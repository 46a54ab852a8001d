"""`diagnose [PATH…]`: why calico-node does not start, in a live cluster or by text."""

from argparse import Namespace
from collections.abc import Sequence

from calicovet.app.exits import ExitCode, exit_code
from calicovet.app.incident import diagnose_paths
from calicovet.app.present import check_form, present
from calicovet.app.settings import Settings
from calicovet.app.streams import lament
from calicovet.model.diagnosis import Diagnosis, Summary, SummaryVerdict
from calicovet.model.errors import BadInput, NoAccess
from calicovet.model.evidence import EvidenceKind, Gap, GapReason, Request


def run(arguments: Namespace, settings: Settings) -> ExitCode:
    paths: Sequence[str] = arguments.paths
    check_form(settings, many=arguments.each)
    if not paths:
        return _live(arguments, settings)
    if not arguments.each:
        # A program that reads JSON is told so in JSON; a person has been told on standard error.
        tell = _or_could_not_look if settings.output in ("json", "jsonl") else diagnose_paths
        diagnosis = tell(paths, settings)
        present(diagnosis, settings)
        return exit_code([diagnosis.summary.verdict], zero=settings.exit_zero)
    verdicts = []
    for path in paths:
        # What cannot be read must not keep the others from being told.
        diagnosis = _or_could_not_look([path], settings)
        present(diagnosis, settings, path)
        verdicts.append(diagnosis.summary.verdict)
    return exit_code(verdicts, zero=settings.exit_zero)


def _live(arguments: Namespace, settings: Settings) -> ExitCode:
    from calicovet.app.incident import only_node
    from calicovet.app.live import look_at_cluster

    try:
        shown = settings.output not in ("json", "jsonl")
        found = look_at_cluster(arguments, settings, shown=shown)
        diagnosis = only_node(found.diagnosis, settings.node)
    except NoAccess as error:
        if settings.output not in ("json", "jsonl"):
            raise
        # A program that reads JSON is told so in JSON.
        lament(error, settings)
        wanted = Request(EvidenceKind.NODE_TABLE)
        gap = Gap(wanted, GapReason.UNREACHABLE, error.message, error.hint)
        diagnosis = Diagnosis(summary=Summary(SummaryVerdict.COULD_NOT_LOOK), gaps=(gap,))
    present(diagnosis, settings)
    return exit_code([diagnosis.summary.verdict], zero=settings.exit_zero)


def _or_could_not_look(paths: Sequence[str], settings: Settings) -> Diagnosis:
    """One incident; that it cannot be read is a result, too."""
    try:
        return diagnose_paths(paths, settings)
    except BadInput as error:
        lament(error, settings)
        reason = GapReason.FORBIDDEN if error.key == "forbidden" else GapReason.ABSENT
        gap = Gap(Request(EvidenceKind.PASTE), reason, error.message, error.hint)
        return Diagnosis(summary=Summary(SummaryVerdict.COULD_NOT_LOOK), gaps=(gap,))
