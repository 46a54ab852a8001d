"""What a command imports, each in a fresh process."""

import subprocess
import sys
from pathlib import Path

import pytest

from calicovet.app.commands.table import COMMANDS

SOURCE = Path(__file__).parents[2] / "src"

NEVER_FOR_A_VERSION = (
    "argparse",
    "asyncio",
    "calicovet.causes",
    "calicovet.diagnosis",
    "calicovet.model",
    "calicovet.parse",
    "calicovet.report",
    "dataclasses",
    "jinja2",
    "logging",
    "msgspec",
    "pathlib",
    "re",
    "rich",
    "typing",
    "yaml",
)
NEVER_FOR_HELP = (
    "asyncio",
    "calicovet.causes",
    "calicovet.diagnosis",
    "calicovet.model",
    "calicovet.parse",
    "calicovet.report",
    "dataclasses",
    "logging",
    "msgspec",
    "rich",
    "yaml",
)
NEVER_FOR_HELP_OF_A_COMMAND = (
    "asyncio",
    "calicovet.causes",
    "calicovet.diagnosis",
    "calicovet.parse",
    "calicovet.remedy",
    "calicovet.report",
    "calicovet.startup",
    "calicovet.world",
    "jinja2",
    "logging",
    "msgspec",
    "rich",
    "urllib3",
    "yaml",
)
NEVER_FOR_JSON = ("asyncio", "jinja2", "logging", "rich")


def imported(*words: str, stdin: str = "") -> set[str]:
    """The modules that a run leaves behind, without what the interpreter itself starts with."""
    program = (
        f"import sys; sys.path.insert(0, {str(SOURCE)!r}); before = set(sys.modules)\n"
        "from calicovet.app.main import main\n"
        f"try: main({list(words)!r})\n"
        "except SystemExit: pass\n"
        "print('', *sorted(set(sys.modules) - before), sep='\\n', file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", program]
        if words == ("--version",)
        else [sys.executable, "-c", program],
        input=stdin,
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stderr.split())


def forbidden(found: set[str], never: tuple[str, ...]) -> list[str]:
    return sorted(
        name for name in found if name in never or name.startswith(tuple(f"{n}." for n in never))
    )


def test_the_version_imports_nothing_heavy() -> None:
    found = imported("--version")
    assert forbidden(found, NEVER_FOR_A_VERSION) == []
    # What else is imported costs a start that `make bench` holds against Python's own.
    assert len([name for name in found if name.startswith("calicovet")]) <= 6


def test_help_imports_no_command() -> None:
    found = imported("--help")
    assert forbidden(found, NEVER_FOR_HELP) == []
    commands = {name for name in found if name.startswith("calicovet.app.commands.")}
    assert commands == {"calicovet.app.commands.table"}


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_a_command_imports_its_file_and_no_engine(name: str) -> None:
    found = imported(name, "--help")
    assert forbidden(found, NEVER_FOR_HELP_OF_A_COMMAND) == []
    commands = {name for name in found if name.startswith("calicovet.app.commands.")}
    own = f"calicovet.app.commands.{name.replace('-', '_')}"
    assert commands == {"calicovet.app.commands.table", own}


def test_completing_a_flag_imports_no_engine() -> None:
    found = imported("__complete", "diagnose", "--no")
    assert forbidden(found, NEVER_FOR_HELP_OF_A_COMMAND) == []


@pytest.mark.parametrize(
    "form", ["json", "jsonl", "yaml", "junit", "prometheus", "openreports", "markdown", "text"]
)
def test_a_result_that_is_piped_does_not_pay_for_colours(form: str) -> None:
    found = imported("diagnose", "-", "-o", form, stdin="nothing to see here\n")
    assert forbidden(found, NEVER_FOR_JSON) == []
