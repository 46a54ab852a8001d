"""The pages of the site before they are built."""

import re
from html import unescape

import pytest

from calicovet.causes.catalogue import load_catalogue
from calicovet.causes.document import HEADINGS, document
from calicovet.model.language import Language
from calicovet.model.stage import StageId
from calicovet.report.catalogue_pages.red_herrings import herrings
from handbook.cause_page import cause_page
from handbook.lists import family_list, herring_list, stage_list
from handbook.not_found import not_found
from handbook.page import capital, linked, plain
from handbook.project_pages import project_pages
from handbook.search_index import search_index
from handbook.start_line import start_line
from handbook.words import site_words

NAMES = [cause.name for cause in load_catalogue()]


def page_of(name: str, language: Language = Language.EN) -> str:
    return cause_page(next(one for one in load_catalogue() if one.name == name), language).text


def test_both_languages_have_the_same_words() -> None:
    assert site_words(Language.EN).keys() == site_words(Language.ZH).keys()


@pytest.mark.parametrize("language", Language)
def test_the_start_has_every_stage_in_order_and_every_cause_once_by_its_title(
    language: Language,
) -> None:
    told = start_line(language)
    assert re.findall(r"<code>([a-z-]+)</code>", told) == list(StageId)
    links = re.findall(r'<li><a href="causes/([a-z0-9-]+)\.html"[^>]*>([^<]*)</a></li>', told)
    assert sorted(name for name, _ in links) == sorted(NAMES)
    assert {unescape(title) for _, title in links} == {
        capital(document(name, language).title) for name in NAMES
    }
    assert not set(NAMES) & {title for _, title in links}


def test_a_title_begins_with_a_capital_unless_it_begins_with_a_name() -> None:
    assert capital("the pod exists") == "The pod exists"
    for title in ("calico-node is killed", "containerd hangs", "kubeadm 配置", "operator 拒绝"):
        assert capital(title) == title


@pytest.mark.parametrize("language", Language)
def test_the_page_for_what_is_not_there_leads_to_pages_of_the_site(language: Language) -> None:
    links = re.findall(r'href="([^"]+)"', not_found(language))
    other = next(each for each in Language if each is not language)
    assert links == [
        "index.html",
        "causes/index.html",
        "red-herrings.html",
        f"../{other}/index.html",
    ]


def test_the_search_has_one_entry_for_a_cause_with_its_messages_and_not_those_of_others() -> None:
    def item(location: str, text: str, title: str = "x") -> dict[str, object]:
        return {"location": location, "text": text, "title": title, "path": ["Causes", "page"]}

    page = "causes/ip-wrong-bridge.html"
    items = [
        item("index.html", "<p>leads to all</p>"),
        item(page, ""),
        item(f"{page}#top", "<p><code>ip-wrong-bridge</code> <code>ADR003</code></p> <p>Took.</p>"),
        item(f"{page}#what-you-see", "<p>It says <code>on  interface &lt;nerdctl0&gt;</code>.</p>"),
        item(f"{page}#not-to-be-confused-with", "<p><code>another message</code></p>"),
        item("red-herrings.html#sctp", "<pre><code>modprobe sctp\n</code></pre>", "sctp"),
    ]
    cause, herring = search_index(items, Language.EN)
    assert (cause["name"], cause["code"], cause["url"]) == ("ip-wrong-bridge", "ADR003", page)
    assert cause["title"] == capital(document("ip-wrong-bridge", Language.EN).title)
    assert cause["messages"] == ["on interface <nerdctl0>"]
    assert cause["text"] == "Took. It says on interface <nerdctl0>."
    assert herring == {
        "url": "red-herrings.html#sctp",
        "title": "sctp",
        "page": "page",
        "messages": ["modprobe sctp"],
        "text": "modprobe sctp",
    }


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
