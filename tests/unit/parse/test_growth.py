"""No regular expression takes more than linear time on long runs of a few characters."""

import re

import pytest

from tests.support.patterns import Used, patterns
from tests.support.runs import slow_run

SHARDS = 8
BOUNDED = {
    "calicovet.model.written:": "only whole names are matched, which Kubernetes bounds",
    "calicovet.parse.attribute:": "a name of at most 121 characters",
    "calicovet.parse.blocks:": "a command line, which is cut to 400 characters",
    "calicovet.parse.captions:": "a command of at most 300 characters",
    "calicovet.parse.host.api_curl:": "a part of other expressions, or matched at the beginning only",
    "calicovet.parse.host.iptables_backends:": "matched at the beginning of a command only",
    "calicovet.parse.host.paths:40": "a path of at most 400 characters",
    "calicovet.parse.line_kinds:": "the first 400 characters of a line",
    "calicovet.parse.rejoin:27": "the last 60 characters of a line",
    "calicovet.world.secrets:": "a part of other expressions",
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


def test_what_is_linear_is_not_accused() -> None:
    for good in (r"\s*+x", r"[^,]*+,", r"(?<!\s)\s++$", r"\bkey=(\S++)"):
        assert slow_run(re.compile(good), frozenset({"search"})) == "", good


@pytest.mark.parametrize(
    "where",
    [
        "message ",
        "calicovet.world.lines._ODD_BREAKS",
        "calicovet.parse.clean:",
        "calicovet.world.redact:",
        "calicovet.diagnosis.assemble._ENDLESS_NUMBER",
    ],
)
def test_expressions_are_found_wherever_they_are_made(where: str) -> None:
    assert any(used.where.startswith(where) for used in patterns())


def test_the_methods_that_are_called_are_known() -> None:
    used: dict[str, Used] = {each.where: each for each in patterns()}
    assert "findall" in used["calicovet.world.lines._ODD_BREAKS"].methods
    assert len(used) > 500
