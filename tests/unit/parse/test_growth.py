"""No regular expression takes more than linear time on long runs of a few characters."""

import re

import pytest

from calicovet.world.bundles.text_lines import _ODD_BREAKS
from tests.support.patterns import patterns
from tests.support.runs import slow_run

SHARDS = 8
BOUNDED = {
    "calicovet.model.remediation.writable_objects:": "only whole names are matched, which Kubernetes bounds",
    "calicovet.parse.text.attribution:": "a name of at most 121 characters",
    "calicovet.parse.text.blocks:": "a command line, which is cut to 400 characters",
    "calicovet.parse.text.captions:": "a command of at most 300 characters",
    "calicovet.parse.host.api_curl:": "a part of other expressions, or matched at the beginning only",
    "calicovet.parse.host.iptables_backends:": "matched at the beginning of a command only",
    "calicovet.parse.host.paths:46": "a path of at most 400 characters",
    "calicovet.parse.text.line_kinds:": "the first 400 characters of a line",
    "calicovet.parse.text.wrapped_lines:30": "the last 60 characters of a line",
    "calicovet.world.bundles.layouts.paths:108": "only whole paths are matched",
    "calicovet.world.redaction.secret_patterns:": "a part of other expressions",
}
"""Expressions that see only a few characters, by where they are made: their callers cut the text before."""


@pytest.mark.parametrize("shard", range(SHARDS))
def test_time_grows_with_the_text_and_not_faster(shard: int) -> None:
    slow = {
        used.where: found
        for used in patterns()[shard::SHARDS]
        if not used.where.startswith(tuple(BOUNDED))
        and (found := slow_run(used.pattern, used.methods))
    }
    assert slow == {}


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
