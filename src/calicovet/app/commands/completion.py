"""`completion SHELL`: a script that completes commands, flags and names in that shell."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from calicovet.app.cli.exit_codes import ExitCode
from calicovet.app.cli.output import write
from calicovet.app.cli.settings import Settings

SHELLS = ("bash", "zsh", "fish")
_SCRIPTS = Path(__file__).parents[1] / "shells"


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "shell",
        choices=SHELLS,
        metavar="SHELL",
        help="bash, zsh or fish; kubectl finds its own (kubectl_complete-calico_vet) on the PATH",
    )


def run(arguments: Namespace, settings: Settings) -> ExitCode:
    write((_SCRIPTS / f"calicovet.{arguments.shell}").read_text(encoding="utf-8"))
    return ExitCode.HEALTHY
