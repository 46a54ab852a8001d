"""The command line: commands and common flags."""

import os
import sys

# Nothing else stands here: `--version` must not pay for a command line, nor `--help` for a command.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable, Sequence

    from calicovet.app.exits import ExitCode
    from calicovet.app.settings import Settings


_CTRL_C = 130
"""128 and the number of SIGINT, as shells count."""
_UNEXPECTED = 4
_NO_MEMORY = b"calicovet: unexpected error: out of memory\n"


def main(argv: "Sequence[str] | None" = None) -> int:
    """Runs one command and returns its exit code; no error but a usage error of argparse leaves it."""
    words = sys.argv[1:] if argv is None else list(argv)
    program = program_name(sys.argv[0])
    try:
        from calicovet.app.standard_streams import flush_output, open_missing_streams

        open_missing_streams()
        try:
            return _start(words, program)
        finally:  # also after --help and usage errors, which argparse ends with SystemExit
            flush_output()
    except KeyboardInterrupt as error:
        return _interrupted(error)
    except Exception as error:
        return _failed(error, program, debug="--debug" in words)


def _failed(error: Exception, program: str, *, debug: bool) -> int:
    """Reports the error, with less where there is no memory left even to load the code that reports it."""
    try:
        return _reported(error, program, debug=debug)
    except Exception:
        # Frees what the frames hold, which is nearly everything.
        error.__traceback__ = error.__context__ = None
    try:
        return _reported(error, program, debug=False)
    except Exception:
        return _out_of_memory()


def _out_of_memory() -> int:
    """Says so without loading or making anything."""
    try:
        os.write(2, _NO_MEMORY)
    except OSError:  # standard error is closed or full
        return _UNEXPECTED
    return _UNEXPECTED


def _interrupted(error: KeyboardInterrupt) -> int:
    from calicovet.world.temporary import remove_temporary_files

    remove_temporary_files()
    return getattr(error, "exit_code", _CTRL_C)


def _reported(error: Exception, program: str, *, debug: bool) -> int:
    from calicovet.app.last_resort import UNEXPECTED, report_unexpected
    from calicovet.app.standard_streams import OutputLost, write_last_words

    if isinstance(error, OutputLost) and not debug:
        write_last_words(f"{program}: standard output: {error}\n")
    else:
        report_unexpected(error, program, debug=debug)
    return UNEXPECTED


def _start(words: list[str], program: str) -> int:
    if words == ["--version"]:
        from calicovet import __version__
        from calicovet.app.standard_streams import write_output

        write_output(f"calicovet {__version__}\n")
        return 0
    if _names_no_command(words):
        words = ["diagnose", *words]
    return _run(_parser(program).parse_args(words), program)


def _names_no_command(words: list[str]) -> bool:
    """Whether there are only flags: they are meant for the main job."""
    rest = list(words)
    while rest and rest[0].startswith("-"):
        flag = rest.pop(0)
        if flag in ("-h", "--help"):
            return False
        if flag in ("--lang", "--color") and rest:
            rest.pop(0)
        elif flag.partition("=")[0] not in ("--lang", "--color", "-v", "--verbose", "--debug"):
            # A flag that only the main job has.
            return True
    return not rest


def program_name(called: str) -> str:
    """How the user calls it: kubectl finds a plugin by its file's name."""
    name = called.replace("\\", "/").rpartition("/")[2].removesuffix(".exe")
    return "kubectl calico-vet" if name.startswith("kubectl-") else "calicovet"


def _run(arguments: "Namespace", program: str) -> int:
    from gc import set_threshold

    from calicovet.app.interrupt import raised_when_terminated
    from calicovet.app.settings import settings_of
    from calicovet.model.errors import CannotGoOn

    # One answer leaves little behind; looking for garbage as often as a server must costs a start dearly.
    set_threshold(200_000)
    settings = settings_of(arguments, program)
    try:
        with raised_when_terminated():
            return int(_command(arguments.command)(arguments, settings))
    except CannotGoOn as error:
        from calicovet.app.streams import lament, mention

        if getattr(arguments, "debug", False):
            from calicovet.app.last_resort import traceback_of

            mention(traceback_of(error))
        lament(error, settings)
        return error.exit_code
    except BrokenPipeError:
        # The reader of the result has closed its end, as `head` does.
        from calicovet.app.standard_streams import discard

        discard(sys.stdout)
        return 0


def _command(name: str) -> "Callable[[Namespace, Settings], ExitCode]":
    from importlib import import_module

    module = import_module(f"calicovet.app.commands.{name.replace('-', '_')}")
    run: Callable[[Namespace, Settings], ExitCode] = module.run
    return run


def _parser(program: str) -> "ArgumentParser":
    from argparse import SUPPRESS, RawDescriptionHelpFormatter

    from calicovet import __version__
    from calicovet.app.argument_parser import ArgumentParser
    from calicovet.app.kube_flags import add_kube_flags
    from calicovet.app.live_flags import add_live_flags

    common = ArgumentParser(add_help=False, argument_default=SUPPRESS)
    common.add_argument("--lang", choices=("en", "zh"), help="language (default: the locale's)")
    common.add_argument(
        "--color", choices=("auto", "always", "never"), help="colour (default: auto; see NO_COLOR)"
    )
    common.add_argument("-v", "--verbose", action="store_true", help="say more on standard error")
    common.add_argument("--debug", action="store_true", help="show where an error came from")

    report = ArgumentParser(add_help=False, argument_default=SUPPRESS)
    report.add_argument(
        "-o",
        "--output",
        choices=("text", "json", "markdown", "jsonl"),
        help="form of the result (default: text)",
    )
    report.add_argument("--node", metavar="NAME", help="tell of this node only")
    report.add_argument(
        "--exit-zero", action="store_true", help="exit with 0 where calico-node is sick, too"
    )
    report.add_argument("--facts", action="store_true", help="list what was read, with its lines")

    parser = ArgumentParser(
        prog=program,
        parents=[common],
        formatter_class=RawDescriptionHelpFormatter,
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
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)

    def add(name: str, text: str, *parents: "ArgumentParser") -> "ArgumentParser":
        return commands.add_parser(name, parents=[common, *parents], help=text, description=text)

    diagnose = add(
        "diagnose",
        "Why calico-node does not start: in the cluster that kubectl talks to, or by text.",
        report,
    )
    add_kube_flags(diagnose)
    add_live_flags(diagnose)
    diagnose.add_argument(
        "paths",
        nargs="*",
        metavar="PATH",
        help="files, folders, bundles, or - for standard input; without: the live cluster",
    )
    diagnose.add_argument(
        "--each", action="store_true", help="every path is an incident of its own"
    )
    demo = add("demo", "The same on incidents that ship with the program.", report)
    demo.add_argument("name", nargs="?", metavar="NAME", help="one incident; without: all of them")
    collect = add("collect", "What the live cluster says, without secrets, in a file for diagnose.")
    collect.add_argument(
        "-o", "--output", dest="file", metavar="FILE", required=True, help="a new .tar.gz file"
    )
    collect.add_argument("--force", action="store_true", help="overwrite the file")
    collect.add_argument("--node", default="", metavar="NAME", help="look closely at this node")
    add_kube_flags(collect)
    add_live_flags(collect)
    script = add(
        "host-script", "A read-only shell script to run on a node; diagnose reads its output."
    )
    script.add_argument("--node", default="", metavar="NAME", help="the node's name in the cluster")
    script.add_argument(
        "--api",
        nargs="+",
        action="extend",
        metavar="HOST:PORT",
        help="also ask the API server there",
    )
    _add_preflight(
        add("preflight", "Whether calico-node is going to start: in this cluster, or on this host.")
    )
    whatif = add("whatif", "What calico-node would do on each node, on paper.")
    _add_address(
        whatif.add_subparsers(dest="what", metavar="WHAT", required=True).add_parser(
            "address",
            parents=[common],
            help="which address it would choose",
            description="Which address calico-node would choose on each node, now and then.",
        )
    )
    _add_fix(add("fix", "What puts a cause right: plan, diff, dry run; with --apply it is done."))
    rollback = add("rollback", "Takes back what `fix --apply` has done.")
    rollback.add_argument("journal", metavar="JOURNAL", help="a file, or an id of `fix --list`")
    rollback.add_argument(
        "--dry-run", action="store_true", help="only ask whether it could be done"
    )
    rollback.add_argument(
        "--plan",
        default="",
        metavar="ID",
        help="the id of what was shown; without it, you are asked",
    )
    rollback.add_argument(
        "-o",
        "--output",
        choices=("text", "json"),
        default="text",
        help="form of the result (default: text)",
    )
    add_kube_flags(rollback)
    explain = add("explain", "The page of a cause, of a stage, or of a harmless line.")
    explain.add_argument("cause", metavar="CAUSE", help="a name or a code")
    causes = add("causes", "The causes that are known, by stage, and how each is proven.")
    causes.add_argument("word", nargs="*", metavar="WORD", help="only those that speak of it")
    causes.add_argument("--stage", default="", help="only those that enter at this stage")
    causes.add_argument(
        "--red-herrings",
        action="store_true",
        help="instead: lines that frighten and are harmless",
    )
    causes.add_argument(
        "-o",
        "--output",
        choices=("text", "json"),
        default="text",
        help="form of the result (default: text)",
    )
    add("schema", "The JSON Schema of -o json.")
    new = add("new-cause", "For contributors: a folder with all files begun.")
    new.add_argument("area", metavar="AREA")
    new.add_argument("name", metavar="NAME")
    return parser


def _add_preflight(preflight: "ArgumentParser") -> None:
    from calicovet.app.kube_flags import add_kube_flags
    from calicovet.app.live_flags import add_live_flags

    preflight.add_argument(
        "--host",
        action="store_true",
        help="look at this very host and at no cluster (with --host-facts: at the host it tells of)",
    )
    preflight.add_argument(
        "--api",
        nargs="+",
        action="extend",
        default=[],
        metavar="HOST:PORT",
        help="with --host: also try the API server there",
    )
    preflight.add_argument(
        "--to",
        default="",
        metavar="RELEASE",
        help="the release of Calico that is to be installed, as v3.31 (default: the one that runs)",
    )
    preflight.add_argument(
        "--rbac",
        action="store_true",
        help="only whether you may look at all that a diagnosis needs",
    )
    preflight.add_argument("--node", default="", metavar="NAME", help="tell of this node only")
    preflight.add_argument(
        "-o",
        "--output",
        choices=("text", "json"),
        default="text",
        help="form of the result (default: text)",
    )
    preflight.add_argument(
        "--exit-zero", action="store_true", help="exit with 0 where something is in the way, too"
    )
    add_kube_flags(preflight)
    add_live_flags(preflight)


def _add_fix(fix: "ArgumentParser") -> None:
    from calicovet.app.kube_flags import add_kube_flags, seconds
    from calicovet.app.live_flags import add_live_flags

    fix.add_argument(
        "cause", nargs="?", default="", metavar="CAUSE", help="a name or a code; several as A,B"
    )
    fix.add_argument(
        "paths",
        nargs="*",
        metavar="PATH",
        help="files, folders, bundles, or - for standard input; without: the live cluster",
    )
    fix.add_argument("--node", default="", metavar="NAME", help="put it right on this node only")
    fix.add_argument(
        "--apply",
        action="store_true",
        help="do it: rehearse, ask, send, look again, offer the undo",
    )
    fix.add_argument(
        "--plan", default="", metavar="ID", help="with --apply: confirms the plan of that id"
    )
    fix.add_argument(
        "--within",
        type=seconds,
        metavar="TIME",
        help="with --apply: how long to wait for the promise (default: the plan's; 0: not at all)",
    )
    fix.add_argument(
        "--even-if-managed",
        action="store_true",
        help="write objects that Helm, Argo CD and the like keep, though these will write them again",
    )
    fix.add_argument(
        "--list", action="store_true", help="what was done from here, and how it stands"
    )
    fix.add_argument(
        "-o",
        "--output",
        choices=("text", "json", "script"),
        default="text",
        help="form of the result (default: text); script: what to run on a node, with its undo",
    )
    add_kube_flags(fix)
    add_live_flags(fix)


def _add_address(address: "ArgumentParser") -> None:
    from calicovet.app.kube_flags import add_kube_flags
    from calicovet.app.live_flags import add_live_flags

    address.add_argument(
        "words",
        nargs="*",
        metavar="METHOD | PATH",
        help="a method as kubernetes-internal-ip or cidr=10.0.0.0/8 (without: every sensible one), "
        "then files, folders, bundles, or - for standard input (without: the live cluster)",
    )
    address.add_argument(
        "--family",
        choices=("4", "6", "both"),
        default="",
        help="IPv4 or IPv6 (default: those that the nodes have)",
    )
    address.add_argument(
        "-o",
        "--output",
        choices=("text", "json", "markdown"),
        default="text",
        help="form of the result (default: text)",
    )
    address.add_argument("--node", default="", metavar="NAME", help="tell of this node only")
    address.add_argument(
        "--exit-zero", action="store_true", help="exit with 0 where an address is wrong, too"
    )
    add_kube_flags(address)
    add_live_flags(address)
