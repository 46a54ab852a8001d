import re
from pathlib import Path

import pytest

from calicovet.causes.catalogue import next_code
from calicovet.causes.document import HEADINGS, holes, read_document
from calicovet.causes.scaffold import scaffold
from calicovet.model.cause import Cause
from calicovet.model.errors import BadUsage
from calicovet.model.language import Language
from tests.support.casefile import KEYS, read_case

_FOLDER = "datastore/api_too_far_away"


def test_a_new_folder_has_every_file_that_a_cause_needs() -> None:
    assert set(scaffold("datastore", "api-too-far-away")) == {
        f"{_FOLDER}/__init__.py",
        f"{_FOLDER}/cause.py",
        f"{_FOLDER}/doc.en.md",
        f"{_FOLDER}/doc.zh.md",
        f"{_FOLDER}/cases/first.case",
        f"{_FOLDER}/cases/near_miss.case",
    }


def test_the_new_cause_can_be_loaded() -> None:
    names: dict[str, object] = {}
    exec(scaffold("datastore", "api-too-far-away")[f"{_FOLDER}/cause.py"], names)
    cause = names["CAUSE"]
    assert isinstance(cause, Cause)
    assert (cause.name, cause.code) == ("api-too-far-away", next_code("datastore"))


@pytest.mark.parametrize("case", ["first", "near_miss"])
def test_the_head_of_a_new_case_explains_every_key(case: str, tmp_path: Path) -> None:
    text = scaffold("datastore", "api-too-far-away")[f"{_FOLDER}/cases/{case}.case"]
    head = text.partition("\n-- ")[0]
    explained = re.findall(r"^# [A-Z].*\n(?:# [a-z ,-]+\.\n)?(?:# )?(\w+) +=", head, re.MULTILINE)
    assert sorted(explained) == sorted(KEYS)
    (tmp_path / "new.case").write_text(text, encoding="utf-8")
    read = read_case(tmp_path / "new.case")
    assert read.finds.keys() | {*read.not_found} == {"api-too-far-away"}


def test_a_case_may_hold_every_key_that_a_new_one_explains(tmp_path: Path) -> None:
    text = scaffold("datastore", "api-too-far-away")[f"{_FOLDER}/cases/first.case"]
    used = re.sub(r"^# (\w+ +=)", r"\1", text, flags=re.MULTILINE)
    (tmp_path / "new.case").write_text(used, encoding="utf-8")
    read = read_case(tmp_path / "new.case")
    assert read.stated == KEYS
    assert read.shape and read.exit and read.next and read.plan


def test_every_key_of_a_case_is_explained_to_contributors() -> None:
    page = (Path(__file__).parents[3] / "CONTRIBUTING.md").read_text(encoding="utf-8")
    part = page.partition("**Cases.**")[2].partition("\n\n**")[0]
    assert {*re.findall(r"^\| `(\w+)` \|", part, re.MULTILINE)} == KEYS


def test_a_name_that_a_cause_has_is_refused() -> None:
    with pytest.raises(BadUsage, match="exists"):
        scaffold("datastore", "ip-wrong-bridge")


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
