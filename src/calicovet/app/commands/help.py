"""`help [COMMAND]`: what a command takes."""

from argparse import ArgumentParser, Namespace

from calicovet.app.cli.exit_codes import ExitCode
from calicovet.app.cli.settings import Settings


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("words", nargs="*", metavar="COMMAND", help="without: the whole program")


def run(arguments: Namespace, settings: Settings) -> ExitCode:
    from calicovet.app.cli.main_parser import main_parser

    words: list[str] = arguments.words
    parser = main_parser(settings.program, settings.language, *words[:1])
    try:
        with parser.speech.in_argparse():
            parser.parse_args([*words, "--help"])
    except SystemExit as ended:
        return ExitCode(int(ended.code or 0))
    return ExitCode.HEALTHY
