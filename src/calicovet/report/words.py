"""The word tables of reports, by language."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from calicovet.causes.document import fill
from calicovet.model.evidence_kinds.registry import EvidenceKind
from calicovet.model.language import Language
from calicovet.report.toml_files import read_toml


class Words:
    """Sentences by key; a hole that nothing fills shows as a question mark."""

    __slots__ = ("_sentences", "language")

    def __init__(self, language: Language, sentences: Mapping[str, str]) -> None:
        self.language = language
        self._sentences = sentences

    def __contains__(self, key: str) -> bool:
        return key in self._sentences

    def __iter__(self) -> Iterator[str]:
        return iter(self._sentences)

    def template(self, key: str) -> str:
        """The sentence with its holes."""
        return self._sentences[key]

    def say(self, key: str, **details: str) -> str:
        """The sentence with its holes filled."""
        return close_up(fill(self._sentences[key], details))

    def say_one(self, table: str, key: str, otherwise: str, **details: str) -> str:
        """The sentence of that key, or of another one where it has no words."""
        wanted = f"{table}.{key}"
        return self.say(wanted if wanted in self else f"{table}.{otherwise}", **details)

    def heard(self, text: str) -> str:
        """What a system said, in this language where it is one of the usual sayings."""
        return self._sentences.get(f"said.{text}", text)

    def listed(self, names: Sequence[str], most: int = 6) -> str:
        """Names in a row; where there are many, the first and how many more."""
        comma = self.say("page.comma")
        shown = comma.join(names[:most])
        if len(names) <= most:
            return shown
        return shown + comma + self.say("page.more", count=str(len(names) - most))

    def count(self, nodes: int) -> str:
        """`1 node`, `3 nodes`."""
        return self.say("page.node-one" if nodes == 1 else "page.node-many", count=str(nodes))


_HAN = r"[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]"
_APART = re.compile(f"(?<={_HAN}) +(?={_HAN})")


def close_up(text: str) -> str:
    """The text without spaces between two Chinese characters: a hole has them around it for a name."""
    return _APART.sub("", text)


@cache
def words(language: Language) -> Words:
    """The frame in that language, with the questions of the evidence registry."""
    frame = read_words("words", language)
    questions = {
        f"question.{kind}": kind.row.question(language) for kind in EvidenceKind if kind.row.asks
    }
    return Words(language, {**frame._sentences, **questions})


def read_words(name: str, language: Language) -> Words:
    """A table of words that stands beside this module."""
    path = Path(__file__).with_name(f"{name}.{language}.toml")
    return Words(language, dict(_flat(read_toml(path), "")))


def _flat(table: Mapping[str, object], prefix: str) -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", str(value)


@cache
def catalogue_words(language: Language) -> Words:
    """Stages, families, facts and the frame of a cause's page."""
    return read_words("catalogue", language)
