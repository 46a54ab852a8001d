"""Flags and environment."""

from argparse import Namespace

import pytest

from calicovet.app.cli.settings import choose_colour, choose_language, choose_width, settings_of
from calicovet.model.language import Language


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, Language.EN),
        ({"LANG": "zh_CN.UTF-8"}, Language.ZH),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": "C"}, Language.EN),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "zh_TW"}, Language.ZH),
        ({"LANG": "zh_CN", "LC_ALL": ""}, Language.ZH),
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
        ("auto", {}, True, True),
        ("auto", {}, False, False),
        ("auto", {"NO_COLOR": "1"}, True, False),
        ("auto", {"NO_COLOR": ""}, True, True),
        ("auto", {"TERM": "dumb"}, True, False),
        ("always", {"NO_COLOR": "1"}, False, True),
        ("never", {}, True, False),
    ],
)
def test_colour(flag: str, environment: dict[str, str], terminal: bool, colour: bool) -> None:
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
