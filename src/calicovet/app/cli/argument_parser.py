"""argparse whose messages pass the sanitiser, and whose help text is not lost without a word."""

import argparse
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn


class ArgumentParser(argparse.ArgumentParser):
    """Repeats arguments without control characters; raises where the help text cannot be written.

    argparse itself ignores a failed write and exits with 0. Sub-parsers are of the same class.
    """

    def error(self, message: str) -> "NoReturn":
        from calicovet.model.visible_text import visible_line

        super().error(visible_line(message))

    def print_help(self, file: "Any" = None) -> None:
        if file is None:
            from calicovet.app.cli.standard_streams import write_output

            write_output(self.format_help())
        else:
            super().print_help(file)

    def _print_message(self, message: str, file: "Any" = None) -> None:
        if not message:
            return
        from calicovet.app.cli.output import write, write_stderr

        (write if file is sys.stdout else write_stderr)(message)
