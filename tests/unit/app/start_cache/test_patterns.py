"""Stored programs of regular expressions give the same expressions, and hold nothing of the evidence."""

import re
from collections.abc import Iterator

import pytest

from calicovet.app.start_cache import patterns as kept
from calicovet.app.start_cache.patterns import PatternCache, Program
from calicovet.model.evidence_kinds.evidence_patterns import of_evidence
from calicovet.startup.autodetection.go_regexp import go_pattern
from tests.support.patterns import patterns

COMPILER = vars(re)["_compiler"]


@pytest.fixture
def cache(monkeypatch: pytest.MonkeyPatch) -> Iterator[PatternCache]:
    """An empty cache, installed for one test."""
    monkeypatch.setattr(COMPILER, "compile", COMPILER.compile)
    made = PatternCache({})
    made.install()
    re.purge()
    yield made
    re.purge()


def test_every_pattern_of_the_package_is_equal_after_a_restart(
    cache: PatternCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    # `patterns` calls each function that makes a pattern, also those for words of the evidence.
    monkeypatch.setattr(kept, "is_of_evidence", lambda _: False)
    used = {(each.pattern.pattern, each.pattern.flags): each.pattern for each in patterns()}
    cache.learn()
    cache.programs.clear()
    for text, flags in used:
        COMPILER.compile(text, flags)
    assert cache.learn()
    assert set(cache.programs) == set(used)
    assert not cache.learn()
    for (text, flags), pattern in used.items():
        taken = COMPILER.compile(text, flags)
        assert taken == pattern, text
        assert taken.groupindex == pattern.groupindex, text
    assert not cache.learn(), "a known program was compiled again"


def test_a_pattern_that_is_taken_finds_what_a_compiled_one_finds(cache: PatternCache) -> None:
    first = re.compile(r"(?P<day>\d+)-(?P<month>[a-zäö]+)|(x)", re.IGNORECASE)
    cache.learn()
    re.purge()
    taken = re.compile(r"(?P<day>\d+)-(?P<month>[a-zäö]+)|(x)", re.IGNORECASE)
    assert taken is not first
    for text in ("17-MÄRZ", "x", "nothing"):
        old, new = first.search(text), taken.search(text)
        assert (old and (old.groupdict(), old.groups(), old.lastgroup)) == (
            new and (new.groupdict(), new.groups(), new.lastgroup)
        )


def test_patterns_of_evidence_are_not_stored(cache: PatternCache) -> None:
    of_evidence("node-of-somebody")
    go_pattern(r"link-of-somebody[0-9]\Q.\E")
    re.compile("of the package")
    cache.learn()
    assert [text for text, _ in cache.programs if "somebody" in str(text)] == []
    assert ("of the package", 0) in cache.programs


@pytest.mark.parametrize(
    "program",
    [
        pytest.param((0, b"\xff\xff\xff\xff", 0, {}, (None,)), id="no-such-operation"),
        pytest.param((0, b"\x01", 0, {}, (None,)), id="cut-off"),
        pytest.param((0, "text", 0, {}, (None,)), id="another-type"),
        pytest.param((0, b"", 0, {}), id="too-short"),
    ],
)
def test_a_wrong_program_is_compiled_again(cache: PatternCache, program: Program) -> None:
    cache.programs[r"ca(lico)", 0] = program
    found = re.compile(r"ca(lico)").search("calico")
    assert found is not None and found[1] == "lico"
    assert cache.learn()
    assert cache.programs[r"ca(lico)", 0] != program


def test_patterns_of_former_releases_do_not_pile_up(cache: PatternCache) -> None:
    for number in range(5_000):
        cache.programs[f"old {number}", 0] = (0, b"", 0, {}, ())
    re.compile("a new pattern")
    assert cache.learn()
    assert [text for text, _ in cache.programs] == ["a new pattern"]
