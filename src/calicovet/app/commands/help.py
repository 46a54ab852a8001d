"""`help [COMMAND]`: what a command takes."""

from argparse import ArgumentParser, Namespace

from calicovet.app.cli.exit_codes import ExitCode
from calicovet.app.cli.output import write
from calicovet.app.cli.settings import Settings


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--man",
        action="store_true",
        help="as a man page (troff): `man -l FILE` shows it",
    )
    parser.add_argument("words", nargs="*", metavar="COMMAND", help="(default: the program)")


def run(arguments: Namespace, settings: Settings) -> ExitCode:
    from calicovet.app.cli.main_parser import main_parser

    if arguments.man:
        from calicovet.app.shells.man_page import man_page

        write(man_page(settings.language))
        return ExitCode.HEALTHY
    words: list[str] = arguments.words
    parser = main_parser(settings.program, settings.language, *words[:1])
    try:
        with parser.speech.in_argparse():
            parser.parse_args([*words, "--help"])
    except SystemExit as ended:
        return ExitCode(int(ended.code or 0))
    return ExitCode.HEALTHY
