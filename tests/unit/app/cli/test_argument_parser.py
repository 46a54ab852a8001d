"""Help and usage errors: short, with a suggestion, in both languages."""

import argparse
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from calicovet.app import cli, shells
from calicovet.app.cli.argument_parser import ArgumentParser
from calicovet.app.cli.help_layout import wrapped
from calicovet.app.cli.main_parser import main_parser
from calicovet.app.commands.table import COMMANDS
from calicovet.app.main import main

Capture = pytest.CaptureFixture[str]
WORDS = [[], *([name] for name in COMMANDS), ["whatif", "address"]]
LOADED = tuple(COMMANDS)


@pytest.fixture(autouse=True)
def _no_locale(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "CALICOVET_LANG", "CALICOVET_OUTPUT"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "100")


def told(words: Sequence[str], capsys: Capture) -> str:
    """What a run that the parser ends writes to either stream."""
    with pytest.raises(SystemExit) as ended:
        main(words)
    seen = capsys.readouterr()
    assert ended.value.code == (0 if "--help" in words else 2)
    return seen.out + seen.err


def english(text: str) -> list[str]:
    """Runs of three English words; quoted commands, choices and the list of examples left out."""
    prose = re.sub(r"`[^`]*`|\{[^}]*\}|\([^()]*troff\)", "", text)
    lines = [
        line
        for line in prose.splitlines()
        if not re.match(r"(  |用法：)(kubectl|calicovet)\b", line)
    ]
    return re.findall(r"\b[a-z']{2,}(?:,? [a-z']{2,}){2,}", "\n".join(lines))


def parsers(parser: ArgumentParser) -> Iterator[ArgumentParser]:
    yield parser
    for each in parser.commands().values():
        yield from parsers(each)


def sentences(parser: ArgumentParser) -> Iterator[str]:
    """Everything that help shows in words."""
    yield from filter(None, [parser.description])
    for group in parser._action_groups:
        yield from filter(None, [group.title, group.description])
    for action in parser._actions:
        if action.help and action.help != argparse.SUPPRESS:
            yield action.help
        if isinstance(action, argparse._SubParsersAction):
            yield from (str(each.help) for each in action._choices_actions)


@pytest.mark.parametrize("words", WORDS, ids=" ".join)
def test_help_in_chinese_has_no_english_sentence(words: list[str], capsys: Capture) -> None:
    shown = told([*words, "--help", "--lang=zh"], capsys)
    assert "选项：" in shown and "用法：" in shown
    assert english(shown) == []


@pytest.mark.parametrize("words", WORDS, ids=" ".join)
def test_a_usage_error_in_chinese_has_no_english_sentence(
    words: list[str], capsys: Capture
) -> None:
    for wrong in (["--no-such-flag"], ["--lang"], ["--color=pink"], ["--verb=1"]):
        shown = told([*(words or ["diagnose"]), "--lang=zh", *wrong], capsys)
        assert len(shown.splitlines()) == 2 and re.search(r"[\u4e00-\u9fff]{2}", shown)
        assert english(shown) == []


@pytest.mark.parametrize(
    "words",
    [
        *(["whatif"], ["whatif", "x"], ["explain"], ["collect"], ["diagnos"], ["help", "fx"]),
        *(["diagnose", "--deadline=x"], ["preflight", "--exec", "--ssh=x"], ["schema", "a", "b"]),
        *(["diagnose", "--co=x"], ["preflight", "--api"], ["new-cause", "a"]),
    ],
    ids=" ".join,
)
def test_every_kind_of_usage_error_is_two_lines_in_both_languages(
    words: list[str], capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def both() -> str:
        try:
            assert main(words) == 2
        except SystemExit as ended:
            assert ended.code == 2
        return capsys.readouterr().err

    assert len(both().splitlines()) == 2
    monkeypatch.setenv("CALICOVET_LANG", "zh")
    shown = both()
    assert len(shown.splitlines()) == 2 and english(shown) == []


def test_every_sentence_of_help_is_translated_and_no_translation_is_left_over() -> None:
    whole = main_parser("calicovet", "en", *LOADED)
    shown = {sentence for each in parsers(whole) for sentence in sentences(each)}
    table = main_parser("calicovet", "zh").speech._table
    assert shown - table.keys() == set()
    ours = [Path(cli.__file__).parent / name for name in ("argument_parser.py", "main_parser.py")]
    ours.append(Path(shells.__file__).parent / "man_page.py")
    files = [Path(argparse.__file__), *ours]
    source = "".join(path.read_text(encoding="utf-8") for path in files)
    # A sentence of argparse may be missing from another release of Python.
    joined = re.sub(r'"\s*\n\s*"', "", source)
    assert [key for key in table if not (key in shown or key in joined or "%" in key)] == []


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (["diagnos"], "diagnose"),
        (["demo", "--colour=never"], "--color"),
        (["diagnose", "-o", "markdwn"], "markdown"),
        (["whatif", "adress"], "address"),
        (["fix", "--aply", "x"], "--apply"),
        (["help", "colect"], "collect"),
    ],
)
def test_a_typo_is_answered_with_what_was_meant(
    words: list[str], meant: str, capsys: Capture
) -> None:
    try:
        assert main(words) == 2
    except SystemExit as ended:
        assert ended.code == 2
    shown = capsys.readouterr().err.splitlines()
    assert shown[1] == f"  did you mean `{meant}`?" and len(shown) == 2


def test_control_characters_of_an_argument_are_not_repeated(capsys: Capture) -> None:
    assert "\x1b" not in told(["diagnose", "--x\x1b[2J"], capsys)


@pytest.mark.parametrize("words", WORDS[1:], ids=" ".join)
def test_help_of_a_command_is_its_help_flag(words: list[str], capsys: Capture) -> None:
    shown = told([*words, "--help"], capsys)
    assert main(["help", *words]) == 0
    assert capsys.readouterr().out == shown
    assert shown.startswith(f"usage: calicovet {' '.join(words)}")


def test_help_alone_is_the_help_of_the_program(capsys: Capture) -> None:
    shown = told(["--help"], capsys)
    assert main(["help"]) == 0
    assert capsys.readouterr().out == shown


def test_help_shows_every_flag_and_command_of_its_examples(capsys: Capture) -> None:
    shown = told(["--help"], capsys)
    above, _, examples = shown.partition("examples:")
    lines = [line for line in examples.splitlines() if line.startswith("  ")]
    assert len(lines) > 5
    for flag in re.findall(r"(?<=calicovet).*?(--[a-z-]+)", "\n".join(lines)):
        assert f"{flag} " in above
    commands = set(re.findall(r"calicovet ([a-z]+)\b(?!\.)", "\n".join(lines)))
    assert commands and commands <= set(COMMANDS)


def test_chinese_lines_fit_the_screen() -> None:
    lines = list(wrapped("检查 calico-node 能否启动：在集群中，或在本机上，以及其他地方。" * 3, 30))
    assert all(sum(2 if ord(sign) > 0x2E80 else 1 for sign in line) <= 32 for line in lines)
    assert not any(line[0] in "，。：" for line in lines)
    assert "".join(lines).count("calico-node") == 3


def test_a_parser_of_one_command_reads_it_as_the_whole_one_does() -> None:
    one = main_parser("calicovet", "en", "diagnose", only=True)
    whole = main_parser("calicovet", "en", "diagnose")
    assert list(one.commands()) == ["diagnose"]
    words = ["diagnose", "--node", "n1", "-o", "json", "--lang", "zh", "paste.txt"]
    assert one.parse_args(words) == whole.parse_args(words)
    assert one.commands()["diagnose"].format_help() == whole.commands()["diagnose"].format_help()
