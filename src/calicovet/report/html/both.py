"""Texts in both languages, for a page that switches between them."""

from collections.abc import Callable, Iterable
from functools import cache

from calicovet.model.language import Language
from calicovet.model.record import record
from calicovet.report.page.parts import Row
from calicovet.report.words import Words, read_words, words


@record
class Both:
    """One text in each language."""

    en: str
    zh: str

    def __bool__(self) -> bool:
        return bool(self.en or self.zh)

    @property
    def same(self) -> bool:
        """Whether the text needs no translation."""
        return self.en == self.zh

    def within(self, language: Language) -> str:
        """The text in that language."""
        return self.zh if language is Language.ZH else self.en


NOTHING = Both("", "")


@record
class Note:
    """A line of a row in both languages."""

    text: Both
    quote: Both = NOTHING
    source: str = ""
    command: bool = False


@record
class Notes:
    """A row of the page in both languages."""

    label: Both
    lines: tuple[Note, ...]


def in_both(make: Callable[[Language], str]) -> Both:
    """The text that `make` gives for each language."""
    return Both(make(Language.EN), make(Language.ZH))


def plain(text: str) -> Both:
    """A name or a quotation, which is the same in every language."""
    return Both(text, text)


def frame(key: str, **details: str | Both) -> Both:
    """A sentence of the reports' common words."""
    return _say(words, key, details)


def label(key: str, **details: str | Both) -> Both:
    """A sentence that only this page has."""
    return _say(html_words, key, details)


def _say(table: Callable[[Language], Words], key: str, details: dict[str, str | Both]) -> Both:
    return in_both(
        lambda language: table(language).say(
            key,
            **{
                name: value.within(language) if isinstance(value, Both) else value
                for name, value in details.items()
            },
        )
    )


@cache
def html_words(language: Language) -> Words:
    """The words that only this page has."""
    return read_words("html", language)


def notes(make: Callable[[Language], Iterable[Row]]) -> tuple[Notes, ...]:
    """Rows that were made in each language, joined line by line."""
    found = []
    for en, zh in zip(make(Language.EN), make(Language.ZH), strict=True):
        lines = tuple(
            Note(
                Both(first.text, second.text),
                Both(first.quote, second.quote),
                " · ".join(first.where),
                first.command,
            )
            for first, second in zip(en.lines, zh.lines, strict=True)
        )
        found.append(Notes(Both(en.label, zh.label), lines))
    return tuple(found)
