"""No regular expression takes more than linear time on long runs of a few characters."""

import re

import pytest

from calicovet.world.bundles.text_lines import _ODD_BREAKS
from tests.support.patterns import Used, patterns
from tests.support.runs import slow_run

SHARDS = 8
BOUNDED = {
    r"(?:[a-z0-9]+-)*(?:cali": "only whole names are matched, which Kubernetes bounds",
    r"^(?:v?\d[\w.]*|(?:eth|ens|": "a name of at most 121 characters",
    r"(?<![.!?:,;]) {2,}(?=\S)": "a command line, which is cut to 400 characters",
    r"\s*(?:[:.]\s*$|[,;]\s|": "a command of at most 300 characters",
    r"\[?([\w.:-]*\w)\]?": "a part of other expressions",
    r"(?:curl: \(\d+\)|nc: .*": "matched at the beginning only",
    r"\s*\"gitVersion\"|\s*\"maj": "matched at the beginning only",
    r"(?:sudo\s+)?(?:\S*/)?ip6?tables-": "matched at the beginning of a command only",
    r"""['\"‘“]?(/[^\s'""": "a path of at most 400 characters",
    r"(?:^|.*/)": "only whole paths are matched",
    r"\{\d+(?:,\d*)?\}|\[(?![": "reads only the patterns of this program",
}
"""Expressions that see only a few characters, by how they begin: their callers cut the text before."""


@pytest.mark.parametrize("shard", range(SHARDS))
def test_time_grows_with_the_text_and_not_faster(shard: int) -> None:
    slow = {
        used.where: found
        for used in patterns()[shard::SHARDS]
        if not _is_bounded(used) and (found := slow_run(used.pattern, used.methods))
    }
    assert slow == {}


def _is_bounded(used: Used) -> bool:
    text = used.pattern.pattern
    return isinstance(text, str) and text.startswith(tuple(BOUNDED))


@pytest.mark.parametrize("begins", BOUNDED)
def test_every_exemption_is_of_an_expression_that_is_there(begins: str) -> None:
    found = [used.pattern.pattern for used in patterns() if _is_bounded(used)]
    assert any(text.startswith(begins) for text in found)


def test_an_expression_that_tries_all_ways_is_found() -> None:
    for bad in (r"\s*\s*x", r"(?:a|a)*b", r"(\w+\.)*\w+@", r"a.*b.*c", r"\s+$"):
        assert slow_run(re.compile(bad), frozenset({"search"})), bad


@pytest.mark.parametrize(
    ("good", "method"),
    [
        (r"\s*+x", "match"),
        (r"[^,]*+,", "match"),
        (r"(?<!\s)\s*+x", "search"),
        (r"(?<!\s)\s++$", "search"),
        (r"\bkey=(\S++)", "search"),
    ],
)
def test_what_is_linear_is_not_accused(good: str, method: str) -> None:
    assert slow_run(re.compile(good), frozenset({method})) == ""


@pytest.mark.parametrize(
    "where",
    [
        "message ",
        "calicovet.world.bundles.text_lines:",
        "calicovet.parse.text.cleaning:",
        "calicovet.world.redaction.redact:",
        "calicovet.diagnosis.assembly.pipeline:",
    ],
)
def test_expressions_are_found_wherever_they_are_made(where: str) -> None:
    assert any(used.where.startswith(where) for used in patterns())


def test_the_methods_that_are_called_are_known() -> None:
    (odd_breaks,) = (each for each in patterns() if each.pattern == _ODD_BREAKS)
    assert odd_breaks.methods == {"findall"}
    assert len(patterns()) > 500
