import pytest

from calicovet.causes.document import HEADINGS, holes, read_document
from calicovet.causes.scaffold import scaffold
from calicovet.model.cause import Cause
from calicovet.model.errors import BadUsage
from calicovet.model.language import Language

_FOLDER = "datastore/api_too_far_away"


def test_a_new_folder_has_every_file_that_a_cause_needs() -> None:
    assert set(scaffold("datastore", "api-too-far-away")) == {
        f"{_FOLDER}/__init__.py",
        f"{_FOLDER}/cause.py",
        f"{_FOLDER}/doc.en.md",
        f"{_FOLDER}/doc.zh.md",
        f"{_FOLDER}/cases/first.case",
    }


def test_the_new_cause_can_be_loaded() -> None:
    names: dict[str, object] = {}
    exec(scaffold("datastore", "api-too-far-away")[f"{_FOLDER}/cause.py"], names)
    cause = names["CAUSE"]
    assert isinstance(cause, Cause)
    assert cause.name == "api-too-far-away"


@pytest.mark.parametrize("language", Language)
def test_the_new_documents_have_their_sections(language: Language) -> None:
    read = read_document(scaffold("datastore", "api-too-far-away")[f"{_FOLDER}/doc.{language}.md"])
    assert tuple(section.heading for section in read.sections) == HEADINGS[language]
    assert holes(read.summary) == {"load"}
    assert read.steps.keys() == {"first"}


@pytest.mark.parametrize(
    ("area", "name"),
    [
        ("kitchen", "api-too-far-away"),
        ("datastore", "Api-Too-Far"),
        ("datastore", "api"),
        ("datastore", "../evil-path"),
        ("datastore", ""),
    ],
)
def test_what_is_no_area_or_no_name_is_refused_with_a_hint(area: str, name: str) -> None:
    with pytest.raises(BadUsage) as refused:
        scaffold(area, name)
    assert refused.value.hint
