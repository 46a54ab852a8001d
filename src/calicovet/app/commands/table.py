"""The table of commands: a row here and a module in this package make a command."""

from collections.abc import Mapping

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from typing import Protocol

    from calicovet.app.cli.exit_codes import ExitCode
    from calicovet.app.cli.settings import Settings

    class Command(Protocol):
        """What the file of a command defines."""

        def add_arguments(self, parser: ArgumentParser) -> None: ...
        def run(self, arguments: Namespace, settings: Settings) -> ExitCode: ...


COMMANDS: Mapping[str, str] = {
    "diagnose": "Diagnoses calico-node in the current cluster, or from files and text.",
    "demo": "Diagnoses the example incidents that ship with the program.",
    "collect": "Saves what a diagnosis reads of the live cluster, without secrets.",
    "host-script": "Prints a read-only script to run on a node; diagnose reads its output.",
    "preflight": "Checks whether calico-node will start in this cluster or on this host.",
    "whatif": "Simulates calico-node's choices on each node.",
    "fix": "Plans the fix of a cause: diff and dry run; --apply applies it.",
    "rollback": "Undoes what `fix --apply` changed.",
    "explain": "Explains a cause, a stage or a harmless log line.",
    "causes": "Lists the known causes by stage, and how each is proven.",
    "schema": "Prints the JSON Schema of -o json.",
    "completion": "Prints a script that completes commands, flags and names in your shell.",
    "help": "Shows the help of a command, or of the program.",
    "new-cause": "For contributors: creates the folder of a new cause.",
}
"""Each name with its line in `--help`, in that order. The file is the name with underscores."""


def load(name: str) -> "Command":
    """Imports the file of a command, and nothing of the others."""
    from importlib import import_module

    command: Command = import_module(f"{__package__}.{name.replace('-', '_')}")
    return command
