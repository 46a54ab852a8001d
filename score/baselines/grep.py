"""Baseline: a search for the sentences that name a cause, as an engineer would do it with grep -E."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from calicovet.model.record import record
from score.sample import Answer, Place, Sample

_SENTENCES = Path(__file__).with_name("grep.toml")
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")


@record
class Hit:
    """A sentence that stands in a text."""

    cause: str
    line: int
    words: str


def grep(sample: Sample) -> Answer:
    """All causes of which a sentence is found, the longest first: it says the most."""
    hits = [(hit, name) for name, text in sample.texts.items() for hit in hits_in(text)]
    hits.sort(key=lambda found: -len(found[0].words))
    causes = tuple(dict.fromkeys(hit.cause for hit, _ in hits))
    return Answer(causes, tuple(Place(name, hit.line) for hit, name in hits[:1]))


def hits_in(text: str) -> tuple[Hit, ...]:
    """Where each cause's longest sentence stands; of several on one line, the longest counts."""
    found = tuple(_longest(_prepared(text)))
    most = {hit.line: 0 for hit in found}
    for hit in found:
        most[hit.line] = max(most[hit.line], len(hit.words))
    return tuple(hit for hit in found if len(hit.words) == most[hit.line])


def _longest(text: str) -> Iterator[Hit]:
    for cause, patterns in _sentences().items():
        matches = [match for pattern in patterns for match in pattern.finditer(text)]
        if matches:
            best = max(matches, key=lambda match: len(match[0]))
            yield Hit(cause, text.count("\n", 0, best.start()) + 1, best[0])


def _prepared(text: str) -> str:
    """Without colours and escapes; lines that never matter are empty, so that numbers stay."""
    plain = _COLOUR.sub("", text).replace('\\"', '"').replace("\\n", " ")
    return "\n".join("" if _is_harmless(line) else line for line in plain.split("\n"))


def _is_harmless(line: str) -> bool:
    return any(pattern.search(line) for pattern in _harmless())


@cache
def _harmless() -> tuple[re.Pattern[str], ...]:
    return tuple(map(_compiled, _data()["harmless"]))


@cache
def _sentences() -> Mapping[str, tuple[re.Pattern[str], ...]]:
    causes = _data()["causes"]
    return {name: tuple(map(_compiled, patterns)) for name, patterns in causes.items()}


@cache
def _data() -> dict[str, dict[str, list[str]]]:
    return tomllib.loads(_SENTENCES.read_text(encoding="utf-8"))


def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(re.sub(" +", r"\\s+", pattern), re.IGNORECASE)
