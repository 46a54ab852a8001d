"""Flags and environment."""

from argparse import Namespace

import pytest

from calicovet.app.cli.environment import language_of_words, output_format
from calicovet.app.cli.settings import choose_colour, choose_language, choose_width, settings_of
from calicovet.app.main import main
from calicovet.model.errors import BadUsage
from calicovet.model.language import Language


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, Language.EN),
        ({"LANG": "zh_CN.UTF-8"}, Language.ZH),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": "C"}, Language.EN),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "zh_TW"}, Language.ZH),
        ({"LANG": "zh_CN", "LC_ALL": ""}, Language.ZH),
        ({"LANG": "zh_CN", "CALICOVET_LANG": "en"}, Language.EN),
        ({"LC_ALL": "C", "CALICOVET_LANG": "zh"}, Language.ZH),
    ],
)
def test_the_first_variable_that_is_set_decides(
    environment: dict[str, str], language: Language
) -> None:
    assert choose_language(None, environment) is language


def test_the_flag_wins_over_the_locale() -> None:
    assert choose_language("en", {"LANG": "zh_CN.UTF-8"}) is Language.EN


@pytest.mark.parametrize(
    ("flag", "environment", "terminal", "colour"),
    [
        (None, {}, True, True),
        (None, {"CALICOVET_COLOR": "always"}, False, True),
        (None, {"CALICOVET_COLOR": "never"}, True, False),
        ("always", {"CALICOVET_COLOR": "never"}, False, True),
        ("auto", {}, True, True),
        ("auto", {}, False, False),
        ("auto", {"NO_COLOR": "1"}, True, False),
        ("auto", {"NO_COLOR": ""}, True, True),
        ("auto", {"TERM": "dumb"}, True, False),
        ("always", {"NO_COLOR": "1"}, False, True),
        ("never", {}, True, False),
    ],
)
def test_colour(
    flag: str | None, environment: dict[str, str], terminal: bool, colour: bool
) -> None:
    assert choose_colour(flag, environment, terminal) is colour


def test_what_no_flag_says_has_its_default() -> None:
    settings = settings_of(Namespace(), "calicovet")
    assert (settings.output, settings.node, settings.exit_zero) == ("text", "", False)


@pytest.mark.parametrize(
    ("environment", "width"),
    [
        ({}, 100),
        ({"COLUMNS": ""}, 100),
        ({"COLUMNS": "wide"}, 100),
        ({"COLUMNS": "0"}, 100),
        ({"COLUMNS": "72"}, 72),
        ({"COLUMNS": "20"}, 60),
        ({"COLUMNS": "400"}, 160),
    ],
)
def test_without_a_terminal_columns_decide(environment: dict[str, str], width: int) -> None:
    assert choose_width(environment, terminal=False) == width


@pytest.mark.parametrize("name", ["CALICOVET_LANG", "CALICOVET_COLOR", "CALICOVET_OUTPUT"])
def test_a_variable_that_no_flag_takes_is_wrong_usage(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, "purple")
    with pytest.raises(BadUsage) as caught:
        settings_of(Namespace(), "calicovet")
    assert caught.value.details["name"] == name and caught.value.details["value"] == "purple"


@pytest.mark.parametrize(
    ("variable", "formats", "chosen"),
    [
        ("", ("text", "json"), "text"),
        ("json", ("text", "json"), "json"),
        ("markdown", ("text", "json"), "text"),
    ],
)
def test_the_output_format_is_the_variables_where_the_command_has_it(
    variable: str, formats: tuple[str, ...], chosen: str
) -> None:
    assert output_format(formats, {"CALICOVET_OUTPUT": variable}) == chosen


@pytest.mark.parametrize(
    ("words", "language"),
    [
        (["--lang", "zh"], "zh"),
        (["demo", "--lang=zh"], "zh"),
        (["--lang=zh", "--lang", "en"], "en"),
        (["--", "--lang=zh"], "en"),
        (["--lang"], "en"),
        (["--lang=fr"], "en"),
    ],
)
def test_the_language_of_a_usage_error_is_that_of_the_flag(words: list[str], language: str) -> None:
    assert language_of_words(words, {}) == language


@pytest.mark.parametrize("name", ["CALICOVET_LANG", "CALICOVET_COLOR", "CALICOVET_OUTPUT"])
def test_a_variable_with_an_unknown_value_is_wrong_usage(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(name, "unheard-of")
    assert main(["demo"]) == 2
    assert f"{name} is unheard-of" in capsys.readouterr().err
