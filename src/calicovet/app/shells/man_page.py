"""The man page of calicovet(1), from the parsers that also make the help."""

from argparse import SUPPRESS
from collections.abc import Iterator

from calicovet import __version__
from calicovet.app.cli.argument_parser import ArgumentParser
from calicovet.app.cli.main_parser import ENVIRONMENT, EXAMPLES, EXIT_CODES, main_parser
from calicovet.app.commands.table import COMMANDS

_PROGRAM = "calicovet"


def man_page(language: str) -> str:
    """The whole page as troff."""
    parser = main_parser(_PROGRAM, language, *COMMANDS)
    return "".join(f"{line}\n" for line in _lines(parser))


def _lines(parser: ArgumentParser) -> Iterator[str]:
    say = parser.speech.say
    with parser.speech.in_argparse():
        parser.format_help()  # translates
        commands = dict(parser.commands())
        for command in commands.values():
            command.format_help()
    yield f'.TH CALICOVET 1 "" "calicovet {__version__}"'
    yield f'.SH "{say("name").upper()}"'
    yield f"{_PROGRAM} \\- {_text(parser.description or '')}"
    yield f'.SH "{say("synopsis").upper()}"'
    yield _text((parser.usage or "").strip())
    yield f'.SH "{say("options").upper()}"'
    yield from _arguments(parser)
    yield f'.SH "{say("commands").upper()}"'
    for name, command in commands.items():
        yield f'.SS "{name}"'
        yield _text(command.description or "")
        yield from _arguments(command, left_out=frozenset(parser.flags()) - {"-n", "-o", "--node"})
        for inner, nested in command.commands().items():
            yield f'.SS "{name} {inner}"'
            yield from _arguments(nested, left_out=frozenset(parser.flags()))
    yield f'.SH "{say("examples").upper()}"'
    yield ".nf"
    yield from (
        _text(line.strip()) for line in EXAMPLES.format(program=_PROGRAM).split("\n") if line
    )
    yield ".fi"
    for sentence in (ENVIRONMENT, EXIT_CODES):
        title, _, rest = say(sentence).replace("：", ": ").partition(": ")
        yield f'.SH "{title.upper()}"'
        yield _text(rest)


def _arguments(parser: ArgumentParser, left_out: frozenset[str] = frozenset()) -> Iterator[str]:
    """Each argument with its sentence; the flags of every command stand once, at the top."""
    for action in parser._actions:
        names = [flag for flag in action.option_strings if flag not in left_out]
        if action.help in (None, SUPPRESS) or (action.option_strings and not names):
            continue
        value = str(action.metavar or "|".join(map(str, action.choices or ())))
        shown = ", ".join(names) if names else value
        if names and value and action.nargs != 0:
            shown += f" {value}"
        yield ".TP"
        yield f".B {_text(shown)}"
        yield _text(action.help or "")


def _text(text: str) -> str:
    """The text without what troff takes for its own."""
    safe = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{safe}" if safe.startswith((".", "'")) else safe
