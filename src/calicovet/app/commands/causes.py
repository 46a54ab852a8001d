"""`causes [WORD…] [--stage STAGE] [--red-herrings]`: lists the known causes and harmless messages."""

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence

from calicovet.app.cli.exit_codes import ExitCode
from calicovet.app.cli.output import write
from calicovet.app.cli.report_flags import add_output_flag
from calicovet.app.cli.settings import Settings
from calicovet.model.cause import Cause
from calicovet.model.errors import BadUsage
from calicovet.model.language import Language
from calicovet.model.stage import StageId

TYPE_CHECKING = False
if TYPE_CHECKING:
    from calicovet.report.catalogue_pages.red_herrings import Herring


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "word", nargs="*", metavar="WORD", help="only causes that contain this word"
    )
    parser.add_argument("--stage", default="", help="only causes of this stage")
    parser.add_argument(
        "--red-herrings",
        action="store_true",
        help="list harmless log lines that look bad instead",
    )
    add_output_flag(parser, "text", "json")


def run(arguments: Namespace, settings: Settings) -> ExitCode:
    if arguments.red_herrings:
        _list_herrings(arguments, settings)
    else:
        _list_causes(arguments, settings)
    return ExitCode.HEALTHY


def _list_causes(arguments: Namespace, settings: Settings) -> None:
    from calicovet.causes.catalogue import load_catalogue
    from calicovet.report.catalogue_pages.cause_list import causes_json, render_causes

    stages = stages_called(arguments.stage)
    found = [
        cause
        for cause in load_catalogue()
        if cause.stage in stages and speaks_of(cause, arguments.word)
    ]
    if settings.output == "json":
        write(causes_json(found))
    else:
        write(render_causes(found, settings.language, settings.width, colour=settings.colour))


def _list_herrings(arguments: Namespace, settings: Settings) -> None:
    from calicovet.report.catalogue_pages.harmless_lines import herrings_json, render_herrings
    from calicovet.report.catalogue_pages.red_herrings import herrings

    if arguments.stage:
        raise BadUsage("red herrings have no stage", key="herring-stage")
    found = [row for row in herrings() if all(_stands_in(row, word) for word in arguments.word)]
    if settings.output == "json":
        write(herrings_json(found))
    else:
        write(render_herrings(found, settings.language, settings.width, colour=settings.colour))


def stages_called(name: str) -> frozenset[StageId]:
    """The stages under a name, long or short; all of them where none is given."""
    from calicovet.report.page.stage_boxes import GROUPS

    if not name:
        return frozenset(StageId)
    if name in GROUPS:
        return frozenset(GROUPS[name])
    if name not in frozenset(StageId):
        known = ", ".join((*GROUPS, *StageId))
        from difflib import get_close_matches

        near = get_close_matches(name.lower(), (*GROUPS, *StageId), 1, 0.6)
        key = "no-stage-like" if near else "no-stage"
        raise BadUsage("no such stage", key=key, stage=name, stages=", ".join(near) or known)
    return frozenset({StageId(name)})


def speaks_of(cause: Cause, wanted: Sequence[str]) -> bool:
    """Whether every word stands in its name, its code or its sentences, in any language."""
    from calicovet.causes.document import document

    texts = [cause.name, cause.code]
    for language in Language:
        page = document(cause.name, language)
        texts += [page.title, page.summary]
    told = "\n".join(texts).lower()
    return all(word.lower() in told for word in wanted)


def _stands_in(row: "Herring", word: str) -> bool:
    told = "\n".join((row.key, row.line, *row.why.values(), *row.seen.values(), *row.leads))
    return word.lower() in told.lower()
