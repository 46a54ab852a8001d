"""Short ways to ask the parser of pasted text about one command, or about what some lines are."""

from collections.abc import Sequence

from calicovet.model.evidence import EvidenceKind
from calicovet.parse.commands.command import Command
from calicovet.parse.commands.command_line import read_commands
from calicovet.parse.text.recognition import split_runs


def read_command(text: str) -> Command:
    """The command that gave most of a line's output: the last one of several."""
    found = [
        command for command in read_commands(text) if command.program not in ("cd", "export", "ssh")
    ]
    return found[-1] if found else Command(text=text)


def recognise(lines: Sequence[str]) -> EvidenceKind | None:
    """The kind of the first thing in these lines that looks like anything; None: nothing does."""
    return next((run.kind for run in split_runs(lines) if run.kind is not None), None)
