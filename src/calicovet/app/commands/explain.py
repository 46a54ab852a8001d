"""`explain NAME`: the page of a cause, a stage, or a harmless message."""

from argparse import ArgumentParser, Namespace

from calicovet.app.cli.exit_codes import ExitCode
from calicovet.app.cli.output import write
from calicovet.app.cli.settings import Settings
from calicovet.model.errors import BadUsage

_MOST = 3


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("cause", metavar="CAUSE", help="a name or a code")


def run(arguments: Namespace, settings: Settings) -> ExitCode:
    write(_page(arguments.cause, settings))
    return ExitCode.HEALTHY


def _page(name: str, settings: Settings) -> str:
    from calicovet.causes.catalogue import find
    from calicovet.model.stage import StageId
    from calicovet.report.catalogue_pages.explanation import (
        render_explain,
        render_herring,
        render_stage,
    )
    from calicovet.report.catalogue_pages.red_herrings import find_herring

    language, width, colour = settings.language, settings.width, settings.colour
    if (cause := find(name)) is not None:
        return render_explain(cause, language, width, colour=colour)
    if (stage := name.strip().lower().replace("_", "-")) in frozenset(StageId):
        return render_stage(StageId(stage), language, width, colour=colour)
    if (herring := find_herring(name)) is not None:
        return render_herring(herring, language, width, colour=colour)
    raise BadUsage("no such cause", key="no-cause", cause=name, near=_near(name.strip().lower()))


def _near(name: str) -> str:
    """The names that may have been meant, the likeliest first."""
    from difflib import get_close_matches

    from calicovet.causes.catalogue import load_catalogue
    from calicovet.model.stage import StageId
    from calicovet.report.catalogue_pages.red_herrings import herrings

    causes = [cause.name for cause in load_catalogue()]
    codes = [cause.code for cause in load_catalogue()]
    known = [*causes, *codes, *StageId, *(row.key for row in herrings())]
    by_word = {each.lower(): each for each in known}
    alike = get_close_matches(name, by_word, n=_MOST, cutoff=0.7)
    holding = sorted((each for each in by_word if name and name in each), key=len)
    found = list(dict.fromkeys((*alike, *holding))) or get_close_matches(name, causes, 1, 0)
    return ", ".join(by_word[each] for each in found[:_MOST])
