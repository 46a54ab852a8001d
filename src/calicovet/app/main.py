"""The command line: finds the command, runs it, turns errors into exit codes."""

import os
import sys

# Nothing else stands here: `--version` must not pay for a command line, nor `--help` for a command.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence

_CTRL_C = 130
"""128 and the number of SIGINT, as shells count."""
_UNEXPECTED = 4
_COMPLETE = "__complete"
"""What the completion scripts call; the name that kubectl and Cobra use."""
_NO_MEMORY = b"calicovet: unexpected error: out of memory\n"


def main(argv: "Sequence[str] | None" = None) -> int:
    """Runs one command and returns its exit code; no error but a usage error of argparse leaves it."""
    words = sys.argv[1:] if argv is None else list(argv)
    program = program_name(sys.argv[0])
    try:
        from calicovet.app.cli.standard_streams import flush_output, open_missing_streams

        open_missing_streams()
        try:
            return _start(words, program, keep=argv is None)
        finally:  # also after --help and usage errors, which argparse ends with SystemExit
            flush_output()
    except KeyboardInterrupt as error:
        return _interrupted(error)
    except Exception as error:
        return _failed(error, program, debug="--debug" in words)


def _failed(error: Exception, program: str, *, debug: bool) -> int:
    """Reports the error, with less where there is no memory left even to load the code that reports it."""
    if isinstance(error, MemoryError) and not debug:
        _free(error)
    try:
        return _reported(error, program, debug=debug)
    except Exception:
        _free(error)
    try:
        return _reported(error, program, debug=False)
    except Exception:
        return _out_of_memory()


def _free(error: Exception) -> None:
    """Drops what the frames hold, which is nearly everything: the report and the exit need memory, too."""
    error.__traceback__ = error.__context__ = None


def _out_of_memory() -> int:
    """Says so without loading or making anything."""
    try:
        os.write(2, _NO_MEMORY)
    except OSError:  # standard error is closed or full
        return _UNEXPECTED
    return _UNEXPECTED


def _interrupted(error: KeyboardInterrupt) -> int:
    from calicovet.world.temporary_files import remove_temporary_files

    remove_temporary_files()
    return getattr(error, "exit_code", _CTRL_C)


def _reported(error: Exception, program: str, *, debug: bool) -> int:
    from calicovet.app.cli.standard_streams import OutputLost, write_last_words
    from calicovet.app.cli.unexpected_errors import UNEXPECTED, report_unexpected

    if isinstance(error, OutputLost) and not debug:
        write_last_words(f"{program}: standard output: {error}\n")
    else:
        report_unexpected(error, program, debug=debug)
    return UNEXPECTED


def _start(words: list[str], program: str, *, keep: bool) -> int:
    if words == ["--version"]:
        from calicovet import __version__
        from calicovet.app.cli.standard_streams import write_output

        write_output(f"calicovet {__version__}\n")
        return 0
    if words[:1] == [_COMPLETE]:
        return _complete(words[1:])
    from gc import set_threshold

    # One answer leaves little behind; looking for garbage as often as a server must costs a start dearly.
    set_threshold(200_000)
    from calicovet.app.cli.command_line import with_command
    from calicovet.app.cli.environment import language_of_words
    from calicovet.app.cli.main_parser import main_parser
    from calicovet.app.commands.table import COMMANDS

    words = with_command(words, COMMANDS)
    parser = main_parser(
        program, language_of_words(words, os.environ), *words[:1], only=words[0] in COMMANDS
    )
    with parser.speech.in_argparse():
        arguments = parser.parse_args(words)
    return _run_kept(arguments, program) if keep else _run(arguments, program)


def complete_for_kubectl() -> int:
    """The program `kubectl_complete-calico_vet`, which kubectl asks what can follow."""
    return main([_COMPLETE, *sys.argv[1:]])


def _complete(words: list[str]) -> int:
    from calicovet.app.cli.environment import language_code
    from calicovet.app.cli.output import write
    from calicovet.app.shells.completion import answer

    write(answer(words, language_code(None, os.environ)))
    return 0


def program_name(called: str) -> str:
    """How the user calls it: kubectl finds a plugin by its file's name."""
    name = called.replace("\\", "/").rpartition("/")[2].removesuffix(".exe")
    return "kubectl calico-vet" if name.startswith("kubectl-") else "calicovet"


def _run_kept(arguments: "Namespace", program: str) -> int:
    """A run that takes from the start cache, and adds to it once the user has the answer."""
    from calicovet.app.cli.standard_streams import flush_output
    from calicovet.app.start_cache.session import StartCache

    cache = StartCache()
    cache.install()
    code = _run(arguments, program)
    flush_output()
    cache.save()
    return code


def _run(arguments: "Namespace", program: str) -> int:
    from calicovet.app.cli.interrupt import raised_when_terminated
    from calicovet.app.cli.settings import settings_of
    from calicovet.app.commands.table import load
    from calicovet.model.errors import CannotGoOn

    try:
        settings = settings_of(arguments, program)
    except CannotGoOn as error:
        from calicovet.app.cli.output import report_error

        # A variable has a value that no flag takes: the message is in the language of the rest.
        locale = {
            name: said for name, said in os.environ.items() if not name.startswith("CALICOVET_")
        }
        report_error(error, settings_of(arguments, program, locale))
        return error.exit_code
    try:
        with raised_when_terminated():
            return int(load(arguments.command).run(arguments, settings))
    except CannotGoOn as error:
        from calicovet.app.cli.output import report_error, write_stderr

        if getattr(arguments, "debug", False):
            from calicovet.app.cli.unexpected_errors import traceback_of

            write_stderr(traceback_of(error))
        report_error(error, settings)
        return error.exit_code
    except BrokenPipeError:
        # The reader of the result has closed its end, as `head` does.
        from calicovet.app.cli.standard_streams import discard

        discard(sys.stdout)
        return 0
