"""`demo [NAME]`: diagnoses the incidents that ship with the program."""

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from dataclasses import replace
from importlib.resources import as_file, files
from importlib.resources.abc import Traversable

from calicovet.app.cli.exit_codes import ExitCode, exit_code
from calicovet.app.cli.output import write
from calicovet.app.cli.report_flags import add_report_flags
from calicovet.app.cli.settings import Settings
from calicovet.app.services.offline import diagnose_paths
from calicovet.app.services.render import check_form, present
from calicovet.model.commands.again import Again
from calicovet.model.diagnosis import Diagnosis
from calicovet.model.errors import BadUsage
from calicovet.model.language import Language
from calicovet.model.record import record


@record(kw_only=True)
class Expectation:
    """What a demo should lead to; no cause means that naming one would be guessing."""

    cause: str
    verdict: str
    text: Mapping[Language, str]

    def held(self, diagnosis: Diagnosis) -> bool:
        first = next(iter(diagnosis.summary.causes), None)
        if first is None:
            return not self.cause
        return (first.name, first.verdict) == (self.cause, self.verdict)


def add_arguments(parser: ArgumentParser) -> None:
    add_report_flags(parser)
    parser.add_argument("name", nargs="?", metavar="NAME", help="one incident (default: all)")


def run(arguments: Namespace, settings: Settings) -> ExitCode:
    known = expectations()
    wanted = [arguments.name.removesuffix(".md")] if arguments.name else list(known)
    if wanted[0] not in known:
        from difflib import get_close_matches

        near = get_close_matches(wanted[0], known, 1, 0.7)
        key = "no-demo-like" if near else "no-demo"
        raise BadUsage("no such demo", key=key, name=wanted[0], names=", ".join(near or known))
    many = len(wanted) > 1
    check_form(settings, many=many)
    verdicts = []
    for name in wanted:
        diagnosis = diagnose_demo(name, settings)
        if settings.output == "text":
            write(_heading(name, known[name], diagnosis, settings))
        details = f"{settings.program} demo {name} --details"
        again = Again(details=details, one_of_many=many)
        shown = name if many and settings.output != "text" else ""
        present(diagnosis, replace(settings, again=again), shown)
        if settings.output == "text" and name != wanted[-1]:
            write("\n")
        verdicts.append(diagnosis.summary.verdict)
    return exit_code(verdicts, zero=settings.exit_zero)


def diagnose_demo(name: str, settings: Settings) -> Diagnosis:
    """The diagnosis of a demo that ships."""
    with as_file(_home().joinpath(f"{name}.md")) as path:
        return diagnose_paths([str(path)], settings)


def demo_text(name: str) -> str:
    """The text of a demo that ships."""
    return _home().joinpath(f"{name}.md").read_text("utf-8")


def expectations() -> Mapping[str, Expectation]:
    """Every demo that ships, in the order in which they are best read."""
    from tomllib import loads

    table = loads(_home().joinpath("expected.toml").read_text("utf-8"))
    return {
        name: Expectation(
            cause=row.get("cause", ""),
            verdict=row.get("verdict", ""),
            text={language: row[language] for language in Language},
        )
        for name, row in table.items()
    }


def _heading(name: str, expected: Expectation, diagnosis: Diagnosis, settings: Settings) -> str:
    from calicovet.report.words import words

    frame = words(settings.language)
    held = "demo.as-expected" if expected.held(diagnosis) else "demo.not-as-expected"
    text = frame.say("demo.expects", name=name, text=expected.text[settings.language])
    return f"== {text} [{frame.say(held)}]\n"


def _home() -> Traversable:
    return files("calicovet.app").joinpath("demos")
