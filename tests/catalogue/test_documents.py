"""What documents say of other causes holds, and the Chinese ones have one term for each thing."""

import re
from collections.abc import Iterator

import pytest

from calicovet.causes.catalogue import folder_of, load_catalogue
from calicovet.causes.document import document
from calicovet.model.cause import Cause
from calicovet.model.language import Language

every_document = pytest.mark.parametrize(
    ("cause", "language"),
    [(cause, language) for cause in load_catalogue() for language in Language],
    ids=lambda value: value.name if isinstance(value, Cause) else value,
)
_CODE = re.compile(r"\b[A-Z]{3}\d{3}\b")
_OTHER_TERMS = re.compile(r"API [Ss]erver|manifest|(?<![-\w])namespace|“有可能”|排空")


def _text(cause: Cause, language: Language) -> str:
    return (folder_of(cause.name) / f"doc.{language}.md").read_text(encoding="utf-8")


@every_document
def test_a_code_stands_beside_the_name_it_belongs_to(cause: Cause, language: Language) -> None:
    names = {cause.code: cause.name for cause in load_catalogue()}
    text = _text(cause, language)
    for code in _CODE.finditer(text):
        if code[0][:3] in {known[:3] for known in names}:
            before = text[max(0, code.start() - 6 - len(names.get(code[0], ""))) : code.start()]
            assert f"`{names.get(code[0])}`" in before, code[0]


@every_document
def test_a_title_goes_on_after_because(cause: Cause, language: Language) -> None:
    first = document(cause.name, language).title.split()[0]
    assert first not in {"The", "A", "An", "No", "This", "Its"}


@pytest.mark.parametrize("cause", load_catalogue(), ids=lambda cause: cause.name)
def test_chinese_has_one_term_for_each_thing(cause: Cause) -> None:
    assert [told for told in _prose(cause) if _OTHER_TERMS.search(told)] == []


def _prose(cause: Cause) -> Iterator[str]:
    """The Chinese sentences, without code, keys, holes and paths."""
    text = re.sub(
        r"`[^`]*`|^[a-z.-]+:|\{\w+\}|[\w.-]*/[\w./-]+", " ", _text(cause, Language.ZH), flags=re.M
    )
    yield from text.splitlines()
