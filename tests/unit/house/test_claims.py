"""README, usage and CHANGELOG say what the program has: commands, flags, formats, targets and numbers."""

import re
import shlex
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from calicovet.app.cli.command_line import with_command
from calicovet.app.cli.exit_codes import ExitCode
from calicovet.app.cli.main_parser import main_parser
from calicovet.app.commands.table import COMMANDS
from calicovet.app.main import main
from calicovet.app.services.render import FORMATS
from calicovet.causes.catalogue import load_catalogue
from calicovet.model.language import Language
from calicovet.report.words import words
from tests.support.demos import DEMOS

_ROOT = Path(__file__).parents[3]
_PAGES = ("README.md", "README.zh.md", "docs/usage.md", "docs/usage.zh.md", "CHANGELOG.md")
_FENCE = re.compile(r"^```\w*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_SPAN = re.compile(r"`([^`\n]+)`")
_PLACEHOLDERS = {
    "[=5m]": "=5m",
    "[METHOD]": "first-found",
    "[方式]": "first-found",
    "[COMMAND]": "fix",
    "bash|zsh|fish": "bash",
    "SHELL": "bash",
    "PATH…": "paste.txt",
    "FILE…": "paste.txt",
    "路径…": "paste.txt",
    "CAUSE": "ip-wrong-bridge",
    "原因": "ip-wrong-bridge",
    "AREA NAME": "host host-new-fault",
    "领域 名称": "host host-new-fault",
}
"""What a reader fills in, where not every word will do."""
_NUMBERS = {9: ("nine", "九"), 10: ("ten", "十")}


@cache
def _text(page: str) -> str:
    return (_ROOT / page).read_text(encoding="utf-8")


def _code(page: str) -> Iterator[str]:
    """Every line of a block that begins at its edge, and every span; comments are cut off."""
    text = _text(page)
    for block in _FENCE.findall(text):
        for line in block.splitlines():
            if line[:1].strip():
                yield re.sub(r"\s+#.*", "", line.removeprefix("$ ")).strip()
    for span in _SPAN.findall(_FENCE.sub("", text)):
        yield span.replace("\\|", "|").strip()


def _commands(page: str) -> Iterator[str]:
    for line in _code(page):
        for part in re.split(r" \| |<\(", line.partition(" > ")[0]):
            if re.match(r"(calicovet|kubectl calico-vet)( |$)", part):
                yield part.rstrip(")")


def _filled(command: str) -> list[str]:
    for placeholder, word in _PLACEHOLDERS.items():
        command = command.replace(placeholder, word)
    said = command.removeprefix("kubectl calico-vet").removeprefix("calicovet")
    return shlex.split(said.replace("[", "").replace("]", ""))


@cache
def _flags(command: str) -> frozenset[str]:
    parser = main_parser("calicovet", "en", command)
    [choices] = [each.choices for each in parser._actions if isinstance(each.choices, Mapping)]
    actions = choices[command]._actions
    return frozenset(flag for each in actions for flag in each.option_strings)


_ALL = [
    (page, command)
    for page in _PAGES
    for command in dict.fromkeys(_commands(page))
    # A command that is only named needs nothing after it.
    if command.removeprefix("calicovet ") not in COMMANDS
]


@pytest.mark.parametrize(("page", "command"), _ALL, ids=lambda value: value)
def test_every_command_is_understood(page: str, command: str) -> None:
    line = with_command(_filled(command), COMMANDS)
    parser = main_parser("calicovet", "en", *line[:1])
    assert parser.parse_args(line).command in COMMANDS
    if line[0] in ("fix", "explain") and not line[1].startswith("-"):
        assert line[1] in {cause.name for cause in load_catalogue()}


@pytest.mark.parametrize("page", _PAGES)
def test_every_flag_exists(page: str) -> None:
    every = frozenset[str]().union(*map(_flags, COMMANDS))
    told = {
        flag
        for code in _code(page)
        if not re.match(r"kubectl (?!calico-vet)|pip|python3|ssh|xclip|uv|make", code)
        for flag in re.findall(r"(?<!\S)--[a-z][a-z-]+", code)
    }
    assert told - every - {"--version"} == set()
    assert told or page == "README.zh.md"


@pytest.mark.parametrize("page", ["docs/usage.md", "docs/usage.zh.md"])
def test_every_command_has_a_row_and_the_codes_are_those_of_the_program(page: str) -> None:
    table = [line for line in _text(page).splitlines() if line.startswith("| `calicovet")]
    told = {word for row in table for word in re.findall(r"`calicovet ([a-z-]+)", row)}
    assert set(COMMANDS) - told == set()
    codes = {int(code) for code in re.findall(r"(?m)^\| (\d+) \|", _text(page))}
    assert codes == {*map(int, ExitCode), 130}


@pytest.mark.parametrize("page", _PAGES)
def test_every_format_and_every_target_exists(page: str) -> None:
    formats = {
        form
        for code in _code(page)
        for found in re.findall(r"-o ([a-z]+(?:\|[a-z]+)*)(?![\w.-])", code)
        for form in found.split("|")
    }
    # The plan of `fix` can also be printed as a script for the host; `wide` is kubectl's.
    assert formats - {"script", "wide"} <= set(FORMATS)
    targets = set(re.findall(r"(?m)^([a-z-]+):", (_ROOT / "Makefile").read_text("utf-8")))
    said = {name for code in _code(page) for name in re.findall(r"^make ([a-z-]+)$", code)}
    assert said <= targets


@pytest.mark.parametrize(
    ("page", "pattern", "number"),
    [
        ("README.md", r"It knows (\w+) causes", len(load_catalogue())),
        ("README.zh.md", r"收录了 (\w+) 种原因", len(load_catalogue())),
        ("README.md", r"diagnoses (\w+) incidents that ship", len(DEMOS)),
        ("README.md", r"(\w+) incidents are real", len(DEMOS)),
        ("README.zh.md", r"附带的(\w)个案例", len(DEMOS)),
        ("README.zh.md", r"(\w)个案例来自真实故障", len(DEMOS)),
        ("CHANGELOG.md", r"`calicovet demo`: (\w+) incidents", len(DEMOS)),
        ("README.md", r"calico-node of (\w+) releases", len([*(_ROOT / "lab/releases").glob("v*")])),
        ("README.zh.md", r"(\w)个版本的 calico-node", len([*(_ROOT / "lab/releases").glob("v*")])),
        ("CHANGELOG.md", r"error lines of (\w+) releases", len([*(_ROOT / "lab/releases").glob("v*")])),
        ("CHANGELOG.md", r"public reports in (\w+) rounds", len(re.findall(r"(?m)^## Round \d", _text("docs/field-test.md")))),
    ],
)  # fmt: skip
def test_every_number_is_the_program_s(page: str, pattern: str, number: int) -> None:
    told = re.findall(pattern, _text(page))
    assert told
    assert set(told) <= {str(number), *_NUMBERS.get(number, ())}


@pytest.mark.parametrize("page", ["README.md", "README.zh.md"])
def test_the_newest_release_is_the_newest_of_the_lab(page: str) -> None:
    newest = max(
        tuple(map(int, folder.name[1:].split(".")))
        for folder in (_ROOT / "lab" / "releases").glob("v*")
    )
    [(_, last)] = re.findall(r"v3\.(\d+) (?:to|到) v3\.(\d+)", _text(page))
    assert (3, int(last)) == newest[:2]


def test_the_changelog_promises_no_more_causes_than_there_are() -> None:
    [least] = re.findall(r"More than (\d+) causes", _text("CHANGELOG.md"))
    assert len(load_catalogue()) > int(least)


@pytest.mark.parametrize("language", Language)
def test_the_plan_that_is_shown_has_the_labels_that_are_printed(language: Language) -> None:
    page = "docs/usage.md" if language is Language.EN else "docs/usage.zh.md"
    [plan] = [block for block in _FENCE.findall(_text(page)) if block.startswith("$ calicovet fix")]
    labels = re.findall(r"(?m)^  (?! )(\S+(?: \S+)?)  +\S", plan)
    frame = words(language)
    assert labels[0] == frame.say("fix.label.decides")
    known = {frame.template(key) for key in frame}
    assert [label for label in labels if label not in known] == []


@pytest.mark.parametrize("command", ["demo", "causes bridge", "schema", "help --man", "help fix", "host-script", "completion fish", "explain ip-wrong-bridge"])  # fmt: skip
def test_what_needs_no_cluster_runs(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    code = main([*command.split(), "--lang", "en"])
    assert code == (ExitCode.UNEXPLAINED if command == "demo" else ExitCode.HEALTHY)
    assert capsys.readouterr().out.strip()
