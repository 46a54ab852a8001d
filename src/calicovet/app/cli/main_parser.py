"""The parser of the whole command line: commands, examples, exit codes."""

from argparse import SUPPRESS

from calicovet.app.cli.argument_parser import ArgumentParser, Speech, common_flags, parser_class
from calicovet.app.commands.table import COMMANDS, load

EXAMPLES = """
  {program}
  {program} --context prod --node worker-7
  {program} paste.txt
  kubectl -n kube-system describe pod calico-node-x7k2p | {program}
  {program} demo
  {program} fix ip-wrong-bridge
  {program} explain ip-wrong-bridge --lang zh
  {program} help fix

"""
ENVIRONMENT = "environment: CALICOVET_LANG, CALICOVET_COLOR and CALICOVET_OUTPUT are the defaults of --lang, --color and -o."
EXIT_CODES = (
    "exit codes: 0 healthy, 1 unhealthy and the cause is named, 2 wrong usage, "
    "3 unhealthy and no cause named, 4 could not look."
)


def main_parser(
    program: str, language: str = "en", *loaded: str, only: bool = False
) -> ArgumentParser:
    """The parser with its commands; only those that are `loaded` have their arguments.

    What the others take costs the import of their files. With `only` it does not know the others at all.
    """
    from calicovet import __version__

    speech = Speech(language)
    make = parser_class(speech)
    parser = make(
        prog=program,
        parents=[common_flags()],
        usage=speech.say("{program} [COMMAND | PATH ...] [flags]", program=program),
        description="Says why calico-node does not start, with proof.",
    )
    examples = speech.say("examples:") + EXAMPLES.format(program=program)
    parser.epilog = f"{examples}{speech.say(ENVIRONMENT)}\n\n{speech.say(EXIT_CODES)}"
    parser.add_argument("--version", action="version", version=f"calicovet {__version__}")
    _flags_of_diagnose(parser)
    commands = parser.add_subparsers(
        title="commands", dest="command", metavar="COMMAND", required=True, prog=program
    )
    parser._action_groups.insert(0, parser._action_groups.pop())  # the commands come first
    for name, text in COMMANDS.items():
        if only and name not in loaded:
            continue
        command = commands.add_parser(name, parents=[common_flags()], help=text, description=text)
        if name in loaded:
            load(name).add_arguments(command)
    return parser


def _flags_of_diagnose(parser: ArgumentParser) -> None:
    """Shows the flags that are used most without a command; `diagnose` itself takes them and more."""
    group = parser.add_argument_group(
        "without a command, as for diagnose (`help diagnose` shows all)", argument_default=SUPPRESS
    )
    group.add_argument(
        "--context", metavar="NAME", help="kubeconfig context (default: the current one)"
    )
    group.add_argument(
        "--kubeconfig", metavar="FILE", help="kubeconfig file (default: $KUBECONFIG)"
    )
    group.add_argument("-n", "--namespace", metavar="NAME", help="examine this namespace only")
    group.add_argument("--node", metavar="NAME", help="report this node only")
    group.add_argument(
        "-o", "--output", metavar="FORM", help="form of the result: text, json, markdown …"
    )
