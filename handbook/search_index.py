"""What the site's search looks through: names and codes, titles, messages and texts of all pages, as a script.

A page that was opened from a folder may load a script, and fetch nothing else.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from calicovet.causes.catalogue import load_catalogue
from calicovet.causes.document import document
from calicovet.model.language import Language
from handbook.page import capital

_SHORTEST_MESSAGE = 4
_OTHER_CAUSES = "not-to-be-confused-with"
"""The section of a cause's page that is about others."""
_LISTS = ("index.html", "causes/index.html", "causes/families.html")
"""Pages that only lead to others."""
_PAGE_OF_CAUSE = re.compile(r"causes/([a-z0-9-]+)\.html")

Entry = dict[str, Any]


class _Text(HTMLParser):
    """The words of a section, and those of them that stand as code."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.code: list[str] = []
        self._in_code = 0
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "code":
            self._in_code += 1
            self.code.append("")

    def handle_endtag(self, tag: str) -> None:
        if tag == "code":
            self._in_code -= 1

    def handle_data(self, data: str) -> None:
        self.words.append(data)
        if self._in_code:
            self.code[-1] += data

    @property
    def text(self) -> str:
        return " ".join("".join(self.words).split())

    @property
    def messages(self) -> list[str]:
        told = (" ".join(code.split()) for code in self.code)
        return [each for each in told if len(each) >= _SHORTEST_MESSAGE]


def search_index(items: Iterable[Mapping[str, Any]], language: Language) -> list[Entry]:
    """One entry for each cause; of other pages one for each section."""
    causes: dict[str, Entry] = {}
    others: list[Entry] = []
    for item in items:
        page, _, anchor = item["location"].partition("#")
        found = _PAGE_OF_CAUSE.fullmatch(page)
        if page in _LISTS or not item["text"]:
            continue
        if found:
            entry = causes.setdefault(found[1], {"url": page, "messages": [], "text": ""})
            _add(entry, anchor, item["text"])
        else:
            others.append(_section(item))
    return [*_with_titles(causes, language), *others]


def _add(entry: Entry, anchor: str, html: str) -> None:
    if anchor == _OTHER_CAUSES:
        return
    read = _Text(html)
    entry["messages"] += [each for each in read.messages if each not in entry["messages"]]
    entry["text"] = f"{entry['text']} {read.text}".strip()


def _with_titles(causes: Mapping[str, Entry], language: Language) -> Iterator[Entry]:
    for cause in load_catalogue():
        if entry := causes.get(cause.name):
            title = capital(document(cause.name, language).title)
            own = (cause.name, cause.code, cause.stage)
            messages = [each for each in entry["messages"] if each not in own]
            yield {
                **entry,
                "text": entry["text"].removeprefix(f"{cause.name} {cause.code} "),
                "name": cause.name,
                "code": cause.code,
                "title": title,
                "messages": messages,
            }


def _section(item: Mapping[str, Any]) -> Entry:
    read = _Text(item["text"])
    title = " ".join(_Text(item["title"]).text.split())
    path = [_Text(each).text for each in item["path"]]
    page = next((each for each in reversed(path) if each != title), "")
    return {
        "url": item["location"],
        "title": title,
        "page": page,
        "messages": read.messages,
        "text": read.text,
    }


def write_index(site: Path, language: Language) -> None:
    """Puts the index in the place of the one that zensical wrote, with what only its own search needs."""
    file = site / "search.json"
    items = json.loads(file.read_text(encoding="utf-8"))["items"]
    found = json.dumps(search_index(items, language), ensure_ascii=False, separators=(",", ":"))
    (site / "assets" / "find-index.js").write_text(
        f"window.calicovetIndex={found}\n", encoding="utf-8"
    )
    file.unlink()
