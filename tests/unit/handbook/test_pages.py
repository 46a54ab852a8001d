"""The pages of the site before they are built."""

import re

import pytest

from calicovet.causes.catalogue import load_catalogue
from calicovet.causes.document import HEADINGS
from calicovet.model.language import Language
from calicovet.model.stage import StageId
from calicovet.report.catalogue_pages.red_herrings import herrings
from handbook.cause_page import cause_page
from handbook.lists import family_list, herring_list, stage_list
from handbook.page import linked, plain
from handbook.picture import NARROW, WIDE, Sheet, draw_start
from handbook.project_pages import project_pages
from handbook.words import site_words

NAMES = [cause.name for cause in load_catalogue()]


def page_of(name: str, language: Language = Language.EN) -> str:
    return cause_page(next(one for one in load_catalogue() if one.name == name), language).text


def test_both_languages_have_the_same_words() -> None:
    assert site_words(Language.EN).keys() == site_words(Language.ZH).keys()


@pytest.mark.parametrize("sheet", [WIDE, NARROW], ids=lambda sheet: sheet.name)
@pytest.mark.parametrize("language", Language)
def test_the_picture_has_every_stage_and_every_cause_once(sheet: Sheet, language: Language) -> None:
    drawn = draw_start(language, sheet)
    assert re.findall(r'class="stage"[^>]*>([a-z-]+)<', drawn) == list(StageId)
    assert sorted(re.findall(r'href="causes/([a-z0-9-]+)\.html"', drawn)) == sorted(NAMES)


@pytest.mark.parametrize("sheet", [WIDE, NARROW], ids=lambda sheet: sheet.name)
def test_nothing_hangs_over_the_edge_of_the_picture(sheet: Sheet) -> None:
    boxes = re.findall(
        r'<rect x="([\d.]+)" y="[\d.]+" width="([\d.]+)"', draw_start(Language.EN, sheet)
    )
    assert len(boxes) == len(NAMES)
    assert max(float(x) + float(width) for x, width in boxes) <= sheet.width


def test_the_name_of_a_cause_in_a_document_is_a_link_and_other_code_is_not() -> None:
    text = linked("`ip-vip-selected` is no `first-found`", "")
    assert text == "[`ip-vip-selected`](ip-vip-selected.md) is no `first-found`"
    assert "(ip-vip-selected.md)" in page_of("ip-wrong-bridge")


def test_the_address_of_a_report_is_a_link_and_one_in_code_is_not() -> None:
    text = "见 https://github.com/projectcalico/calico/issues/3097。`curl https://10.0.0.1/a_b`"
    told = linked(plain(text), "")
    assert told == text.replace("https://github", "<https://github").replace("3097", "3097>")


def test_signs_of_markup_in_a_document_stay_what_they_are() -> None:
    assert plain("k8s_pod * <node> `a_b`") == "k8s\\_pod \\* &lt;node&gt; `a_b`"


def test_sections_have_the_same_anchors_in_both_languages() -> None:
    english, chinese = (
        re.findall(r"^## .* \{ #([a-z-]+) \}$", page_of("ip-wrong-bridge", language), re.MULTILINE)
        for language in Language
    )
    assert english == chinese
    assert len(english) == len(HEADINGS[Language.EN])


@pytest.mark.parametrize("language", Language)
def test_the_lists_name_every_cause_and_every_red_herring(language: Language) -> None:
    for page in (stage_list(language), family_list(language)):
        assert sorted(re.findall(r"\]\(([a-z0-9-]+)\.md\)", page.text)) == sorted(NAMES)
    text = herring_list(language).text
    assert re.findall(r"\{ #([a-z0-9-]+) \}", text) == [row.key for row in herrings()]


@pytest.mark.parametrize("language", Language)
def test_the_project_s_documents_link_only_to_pages_of_the_site(language: Language) -> None:
    pages = {page.path: page.text for page in project_pages(language)}
    assert "project/architecture.md" in pages
    for text in pages.values():
        bare = re.sub(r"^```.*?^```|`[^`\n]+`", "", text, flags=re.MULTILINE | re.DOTALL)
        targets = re.findall(r"(?<!!)\[[^\]]*\]\(([^)#\s]+)", bare)
        inside = [target for target in targets if "://" not in target]
        assert [each for each in inside if each.removeprefix("../") not in pages] == []
