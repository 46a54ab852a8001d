"""Flags for the form of a result: output format, language, colour."""

import os

from calicovet.app.cli.environment import output_format
from calicovet.app.services.render import FORMATS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser


def add_report_flags(parser: "ArgumentParser") -> None:
    """Lets the command take the flags of a diagnosis: its form, and which part of it."""
    from argparse import SUPPRESS

    parser.add_argument(
        "-o",
        "--output",
        choices=tuple(FORMATS),
        default=SUPPRESS,
        help="form of the result (default: CALICOVET_OUTPUT, else text)",
    )
    parser.add_argument(
        "--open",
        action="store_true",
        default=SUPPRESS,
        help="open the result as HTML in the browser",
    )
    parser.add_argument("--node", metavar="NAME", default=SUPPRESS, help="report this node only")
    parser.add_argument(
        "--exit-zero",
        action="store_true",
        default=SUPPRESS,
        help="exit with 0 also where calico-node is unhealthy",
    )
    parser.add_argument(
        "--details",
        action="store_true",
        default=SUPPRESS,
        help="show all evidence, every command and other ways, not only what is needed to act",
    )
    parser.add_argument(
        "--facts",
        action="store_true",
        default=SUPPRESS,
        help="list the facts that were read, with their lines",
    )
    parser.add_argument(
        "--all-findings",
        action="store_true",
        default=SUPPRESS,
        help="with json, jsonl, yaml: include untested and ruled-out causes",
    )


def add_output_flag(parser: "ArgumentParser", *forms: str, also: str = "") -> None:
    """Lets the command take `-o` with its own forms; `also` explains them."""
    parser.add_argument(
        "-o",
        "--output",
        choices=forms,
        default=output_format(forms, os.environ),
        help=f"form of the result (default: CALICOVET_OUTPUT, else text){also}",
    )
