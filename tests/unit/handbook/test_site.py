"""The site as zensical builds it; left out where zensical is not installed (`make docs` installs it)."""

import json
import re
from functools import cache
from html.parser import HTMLParser
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from calicovet.causes.catalogue import load_catalogue
from calicovet.model.language import Language
from calicovet.report.catalogue_pages.cause_list import page_of
from handbook.build import build


class _Read(HTMLParser):
    """What a page leads to, loads, and can be led to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.ids: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        self.ids.update(told[name] for name in ("id", "name") if name in told)
        if tag == "a" and "href" in told:
            self.links.append(told["href"])
        if tag == "link" and told.get("rel") in ("stylesheet", "icon", "preconnect"):
            self.loads.append(told["href"])
        if tag in ("script", "img", "iframe") and "src" in told:
            self.loads.append(told["src"])


@cache
def _read(file: Path) -> _Read:
    return _Read(file.read_text(encoding="utf-8"))


# One test, because the tests of a file may run side by side, and each would build.
@pytest.mark.skipif(find_spec("zensical") is None, reason="zensical is not installed")
def test_the_site_is_whole_and_needs_no_network(tmp_path: Path) -> None:
    site = tmp_path / "site"
    build(tmp_path / "sources", site)
    pages = sorted(site.rglob("*.html"))
    _every_cause_has_its_page(site)
    assert [dead for page in pages for dead in _dead_links(page, site)] == []
    loads = [load for page in pages for load in _read(page).loads]
    assert [load for load in loads if "//" in load and not load.startswith("data:")] == []
    styles = "".join(file.read_text(encoding="utf-8") for file in site.rglob("*.css"))
    assert re.findall(r"@import|url\(\W?https?:[^)]*", styles) == []
    _every_page_leads_to_its_twin(site)
    assert "causes/ip-wrong-bridge.html" in _found(site, Language.EN, "nerdctl0")
    assert "causes/ip-wrong-bridge.html" in _found(site, Language.ZH, "nerdctl0")
    assert "causes/x509-expired.html" in _found(site, Language.ZH, "证书")


def _every_cause_has_its_page(site: Path) -> None:
    for cause in load_catalogue():
        for language in Language:
            assert (site / page_of(cause.name, language)).is_file()


def _dead_links(page: Path, site: Path) -> list[str]:
    dead = []
    for link in _read(page).links:
        parts = urlsplit(link)
        if parts.scheme:
            continue
        target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
        there = target.is_file() and target.is_relative_to(site.resolve())
        if not there or (parts.fragment and unquote(parts.fragment) not in _read(target).ids):
            dead.append(f"{page.relative_to(site)}: {link}")
    return dead


def _every_page_leads_to_its_twin(site: Path) -> None:
    for page in (site / "en").rglob("*.html"):
        if page.name != "404.html":
            twin = site / "zh" / page.relative_to(site / "en")
            ways = [(page.parent / link).resolve() for link in _read(page).links]
            assert twin.resolve() in ways, page


def _found(site: Path, language: Language, word: str) -> set[str]:
    """The pages whose entry in the search index holds the word."""
    script = (site / language / "assets" / "find-index.js").read_text(encoding="utf-8")
    index = json.loads(script.removeprefix("window.calicovetIndex="))
    return {
        entry["url"].partition("#")[0]
        for entry in index
        if word in entry["title"] or word in entry["text"]
    }
