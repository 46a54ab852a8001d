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
    "diagnose": "Why calico-node does not start: in the cluster that kubectl talks to, or by text.",
    "demo": "The same on incidents that ship with the program.",
    "collect": "What the live cluster says, without secrets, in a file for diagnose.",
    "host-script": "A read-only shell script to run on a node; diagnose reads its output.",
    "preflight": "Whether calico-node is going to start: in this cluster, or on this host.",
    "whatif": "What calico-node would do on each node, on paper.",
    "fix": "What puts a cause right: plan, diff, dry run; with --apply it is done.",
    "rollback": "Takes back what `fix --apply` has done.",
    "explain": "The page of a cause, of a stage, or of a harmless line.",
    "causes": "The causes that are known, by stage, and how each is proven.",
    "schema": "The JSON Schema of -o json.",
    "completion": "A script that completes commands, flags and names in your shell.",
    "help": "What a command takes, as its --help; or the page of the whole program.",
    "new-cause": "For contributors: a folder with all files begun.",
}
"""Each name with its line in `--help`, in that order. The file is the name with underscores."""


def load(name: str) -> "Command":
    """Imports the file of a command, and nothing of the others."""
    from importlib import import_module

    command: Command = import_module(f"{__package__}.{name.replace('-', '_')}")
    return command
