"""The parser of the command line: its messages pass the sanitiser, and a lost help text is reported."""

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
        from calicovet.model.display.visible_text import visible_line

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


def common_flags() -> ArgumentParser:
    """The flags that every command takes, as a parent of its parser."""
    common = ArgumentParser(add_help=False, argument_default=argparse.SUPPRESS)
    common.add_argument("--lang", choices=("en", "zh"), help="language (default: the locale's)")
    common.add_argument(
        "--color", choices=("auto", "always", "never"), help="colour (default: auto; see NO_COLOR)"
    )
    common.add_argument("-v", "--verbose", action="store_true", help="say more on standard error")
    common.add_argument("--debug", action="store_true", help="show where an error came from")
    return common


def main_parser(program: str) -> ArgumentParser:
    """The parser of the whole command line, without its commands."""
    from calicovet import __version__

    parser = ArgumentParser(
        prog=program,
        parents=[common_flags()],
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Says why calico-node does not start, with proof.",
        epilog=f"""examples:
  {program}
  {program} --context prod --node worker-7
  {program} demo
  {program} diagnose paste.txt
  kubectl -n kube-system describe pod calico-node-x7k2p | {program} diagnose -
  {program} whatif address kubernetes-internal-ip
  {program} fix ip-wrong-bridge
  {program} explain ip-wrong-bridge --lang zh

exit codes: 0 healthy, 1 sick and the cause is named, 2 wrong usage, 3 sick and no cause named,
4 could not look.""",
    )
    parser.add_argument("--version", action="version", version=f"calicovet {__version__}")
    return parser
