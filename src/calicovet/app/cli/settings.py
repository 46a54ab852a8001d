"""Output format, language and colour, from flags and environment."""

import os
import sys
from argparse import Namespace
from collections.abc import Mapping, Sequence

from calicovet.app.cli.environment import COLOR, COLOURS, LANG, LANGUAGES, OUTPUT, language_code
from calicovet.model.commands.again import Again
from calicovet.model.errors import BadUsage
from calicovet.model.language import Language
from calicovet.model.record import record

NARROWEST, WIDEST = 60, 160
PIPED = 100
DEADLINE = 120.0


@record(kw_only=True)
class Settings:
    language: Language
    colour: bool
    width: int
    terminal: bool
    """The result is written to a terminal."""
    program: str
    """How the user called it: `calicovet` or `kubectl calico-vet`."""
    output: str
    watch: bool = False
    """Changes are the result, not only a note."""
    open: bool = False
    """The result is shown in a browser, not written."""
    node: str
    exit_zero: bool
    facts: bool
    details: bool = False
    """Everything that is known is shown, not only what is needed to act."""
    height: int | None = None
    """Lines of the screen; None where there is none."""
    again: Again = Again()
    all_findings: bool = False
    """JSON also holds the causes that are untested or ruled out."""
    verbose: bool
    debug: bool = False
    """Unexpected errors are shown with their traceback."""
    deadline: float
    """Seconds for the whole look at a live cluster."""


def settings_of(
    arguments: Namespace, program: str, environment: Mapping[str, str] = os.environ
) -> Settings:
    """One value out of flags and environment; nothing else reads either."""
    terminal = sys.stdout.isatty()
    if environment.get(OUTPUT):
        from calicovet.app.services.render import FORMATS

        _check_variable(OUTPUT, tuple(FORMATS), environment)
    opened = getattr(arguments, "open", False)
    return Settings(
        language=choose_language(getattr(arguments, "lang", None), environment),
        colour=choose_colour(getattr(arguments, "color", None), environment, terminal),
        width=choose_width(environment, terminal),
        terminal=terminal,
        program=program,
        output=getattr(
            arguments, "output", "html" if opened else environment.get(OUTPUT) or "text"
        ),
        watch=getattr(arguments, "watch", False),
        open=opened,
        node=getattr(arguments, "node", ""),
        exit_zero=getattr(arguments, "exit_zero", False),
        facts=getattr(arguments, "facts", False),
        details=getattr(arguments, "details", False),
        height=choose_height(environment, terminal),
        all_findings=getattr(arguments, "all_findings", False),
        verbose=getattr(arguments, "verbose", False),
        debug=getattr(arguments, "debug", False),
        deadline=getattr(arguments, "deadline", DEADLINE),
    )


def choose_language(flag: str | None, environment: Mapping[str, str]) -> Language:
    """The flag, else CALICOVET_LANG, else the locale."""
    _check_variable(LANG, LANGUAGES, environment)
    return Language(language_code(flag, environment))


def choose_colour(flag: str | None, environment: Mapping[str, str], terminal: bool) -> bool:
    """Colour where the flag or CALICOVET_COLOR says so, else on a terminal that has not asked for none."""
    _check_variable(COLOR, COLOURS, environment)
    flag = flag or environment.get(COLOR) or "auto"
    if flag != "auto":
        return flag == "always"
    return terminal and not environment.get("NO_COLOR") and environment.get("TERM") != "dumb"


def choose_width(environment: Mapping[str, str], terminal: bool) -> int:
    """What COLUMNS says, else the terminal's, within what can be read."""
    said = environment.get("COLUMNS", "")
    columns = int(said[:6]) if said.isdecimal() else 0
    if not columns and terminal:
        from shutil import get_terminal_size

        columns = get_terminal_size((PIPED, 24)).columns
    return min(max(columns, NARROWEST), WIDEST) if columns else PIPED


def choose_height(environment: Mapping[str, str], terminal: bool) -> int | None:
    """What LINES says, else the terminal's; None where the output goes elsewhere."""
    if not terminal:
        return None
    said = environment.get("LINES", "")
    if said.isdecimal() and int(said[:6]):
        return int(said[:6])
    from shutil import get_terminal_size

    return get_terminal_size((PIPED, 24)).lines


def _check_variable(name: str, known: Sequence[str], environment: Mapping[str, str]) -> None:
    """BadUsage where the variable is set to what no flag takes."""
    value = environment.get(name, "")
    if value and value not in known:
        raise BadUsage(
            f"{name}={value}", key="variable", name=name, value=value, known=", ".join(known)
        )
