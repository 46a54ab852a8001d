"""The parser of the command line: short usage errors with a suggestion, help in two languages."""

import argparse
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from calicovet.app.cli.environment import COLOURS, LANGUAGES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn

_ENGLISH: dict[str, str] = {
    "expected one argument": "it needs a value",
    "unrecognized arguments: %s": "not understood: %s",
    "invalid %(type)s value: %(value)r": "%(value)r is not a valid value",
    "argument %(argument_name)s: %(message)s": "%(argument_name)s: %(message)s",
    "the following arguments are required: %s": "missing: %s",
}
"""Words of argparse that are replaced in English, too."""


class Speech:
    """The language of help and usage errors; English sentences are the keys of every table."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._table: Mapping[str, str] = _read_table(language) if language == "zh" else _ENGLISH

    def say(self, english: str, **details: str) -> str:
        """The sentence in this language, with its details; in English where it has no translation."""
        sentence = self._table.get(english, english)
        return sentence.format(**details) if details else sentence

    @contextmanager
    def in_argparse(self) -> Iterator[None]:
        """In the block, argparse's own words are in this language as well."""
        own = vars(argparse)
        kept = own["_"], own["ngettext"]
        own["_"] = self.say
        own["ngettext"] = lambda one, many, count: self.say(one if count == 1 else many)
        try:
            yield
        finally:
            own["_"], own["ngettext"] = kept


class ArgumentParser(argparse.ArgumentParser):
    """Raises where the help text cannot be written, and repeats arguments without control characters.

    argparse itself ignores a failed write and exits with 0. Sub-parsers are of the same class.
    """

    speech = Speech("en")

    def __init__(self, *args: "Any", **options: "Any") -> None:
        from calicovet.app.cli.help_layout import HelpFormatter

        options.setdefault("formatter_class", HelpFormatter)
        super().__init__(*args, **options)

    def error(self, message: str, hint: str = "") -> "NoReturn":
        """Ends the program with 2; two lines: what is wrong, and the next move."""
        from calicovet.model.display.visible_text import visible_line

        program, _, command = self.prog.removeprefix("kubectl ").partition(" ")
        program = f"kubectl {program}" if self.prog.startswith("kubectl ") else program
        line = f"{program} help {command}".rstrip()
        hint = hint or self.speech.say("`{line}` shows what it takes", line=line)
        self.exit(2, f"{program}: {visible_line(message)}\n  {visible_line(hint)}\n")

    def parse_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> argparse.Namespace:
        """Like argparse's, but an unknown flag is an error of the command that does not take it."""
        found, extra = self.parse_known_args(args, namespace)
        if extra:
            self._chosen(found)._unknown(extra)
        return found

    def format_help(self) -> str:
        self._translate()
        text = super().format_help()
        if self.speech.language != "zh":
            return text
        lines = (f"{line[:-1]}：" if _is_heading(line) else line for line in text.split("\n"))
        return "\n".join(lines)

    def print_help(self, file: "Any" = None) -> None:
        if file is None:
            from calicovet.app.cli.standard_streams import write_output

            write_output(self.format_help())
        else:
            super().print_help(file)

    def flags(self) -> Iterator[str]:
        """Every flag that is taken here, as it is typed."""
        for action in self._actions:
            if action.help != argparse.SUPPRESS:
                yield from action.option_strings

    def described(self) -> Iterator[tuple[str, str]]:
        """Every long flag with the sentence that help has for it."""
        for action in self._actions:
            if action.help != argparse.SUPPRESS and action.option_strings:
                yield action.option_strings[-1], action.help or ""

    def commands(self) -> Mapping[str, "ArgumentParser"]:
        """The parsers of the commands, by name."""
        for action in self._actions:
            if isinstance(action, argparse._SubParsersAction):
                return action.choices or {}
        return {}

    def choices_of(self, flag: str) -> tuple[str, ...]:
        """What a flag can be; empty where it can be anything or takes no value."""
        return tuple(map(str, self._option_string_actions[flag].choices or ()))

    def takes_value(self, flag: str) -> bool:
        return self._option_string_actions[flag].nargs != 0

    def _chosen(self, found: argparse.Namespace) -> "ArgumentParser":
        """The parser of the command that was named, or of the word after it."""
        parser = self
        for dest in ("command", "what"):
            name = vars(found).get(dest)
            parser = parser.commands().get(name, parser) if name else parser
        return parser

    def _unknown(self, extra: Sequence[str]) -> "NoReturn":
        flags = [word for word in extra if word.startswith("-") and word != "-"]
        if not flags:
            words = " ".join(extra)
            self.error(self.speech.say("too many arguments: {words}", words=words))
        flag = flags[0].partition("=")[0]
        message = self.speech.say("unknown flag {flag}", flag=flag)
        self.error(message, self._did_you_mean(flag, self.flags()))

    def _check_value(self, action: argparse.Action, value: "Any") -> None:
        if action.choices is None or value in action.choices:
            return
        names = [str(each) for each in action.choices]
        near = self._did_you_mean(str(value), names)
        if isinstance(action, argparse._SubParsersAction):
            key = "unknown command {word}"
            if action.dest == "command":
                key = "unknown command {word}, and no file of that name"
            self.error(self.speech.say(key, word=str(value)), near)
        flag = "/".join(action.option_strings) or str(action.metavar or action.dest)
        key = "{flag}: {value} is not among the choices: {choices}"
        choices = self.speech.say(", ").join(names)
        self.error(self.speech.say(key, flag=flag, value=str(value), choices=choices), near)

    def _did_you_mean(self, wrong: str, names: Iterable[str]) -> str:
        """A hint with the known word that is most alike; empty where none is."""
        from difflib import get_close_matches

        near = get_close_matches(wrong, list(names), 1, 0.6)
        return self.speech.say("did you mean `{near}`?", near=near[0]) if near else ""

    def _translate(self) -> None:
        say = self.speech.say
        self.description = say(self.description) if self.description else self.description
        self.epilog = say(self.epilog) if self.epilog else self.epilog
        for group in self._action_groups:
            group.title = say(group.title) if group.title else group.title
            group.description = say(group.description) if group.description else None
        for action in self._actions:
            shown: list[argparse.Action] = [action]
            if isinstance(action, argparse._SubParsersAction):
                shown += action._choices_actions
            for each in shown:
                each.help = say(each.help) if each.help else each.help

    def _print_message(self, message: str, file: "Any" = None) -> None:
        if not message:
            return
        from calicovet.app.cli.output import write, write_stderr

        (write if file is sys.stdout else write_stderr)(message)


def parser_class(speech: Speech) -> type[ArgumentParser]:
    """The parser for that language; the parsers of commands are of the same class."""
    return type("ArgumentParser", (ArgumentParser,), {"speech": speech})


def common_flags() -> ArgumentParser:
    """The flags that every command takes, as a parent of its parser."""
    common = ArgumentParser(add_help=False, argument_default=argparse.SUPPRESS)
    common.add_argument(
        "--lang", choices=LANGUAGES, help="language (default: CALICOVET_LANG, else the locale's)"
    )
    common.add_argument(
        "--color",
        choices=COLOURS,
        help="colour (default: CALICOVET_COLOR, else auto; see NO_COLOR)",
    )
    common.add_argument("-v", "--verbose", action="store_true", help="log more to standard error")
    common.add_argument("--debug", action="store_true", help="show the traceback of an error")
    return common


def _is_heading(line: str) -> bool:
    """Whether argparse has put its colon after the title of a group."""
    return line.endswith(":") and not line.startswith(" ")


def _read_table(language: str) -> Mapping[str, str]:
    from pathlib import Path
    from tomllib import loads

    text = Path(__file__).with_name(f"help.{language}.toml").read_text(encoding="utf-8")
    table: dict[str, str] = loads(text)
    return table
