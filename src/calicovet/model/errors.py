"""Errors that end a command: message, hint, exit code.

CannotGoOn
├── BadUsage      2  the command line asks for something that does not exist
├── NothingToDo   3  what was asked about is not the matter here
├── BadInput      4  the input cannot be read
└── NoAccess      4  the cluster cannot be reached, or does not let us in
"""

from typing import ClassVar


class CannotGoOn(Exception):
    """A command ends here; shown as two lines."""

    exit_code: ClassVar[int] = 4

    def __init__(self, message: str, hint: str = "", *, key: str = "", **details: str) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.key = key
        """Finds the words of both lines in the reader's language, where the frame has them."""
        self.details = details


class BadUsage(CannotGoOn):
    exit_code = 2


class NothingToDo(CannotGoOn):
    exit_code = 3


class BadInput(CannotGoOn):
    exit_code = 4


class NoAccess(CannotGoOn):
    exit_code = 4
