"""Reads an HTML page as a browser would cut it: elements, attributes, text."""

from collections import Counter
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = frozenset({"meta", "input", "br", "link", "rect", "line", "circle"})


@dataclass
class Seen:
    elements: Counter[str] = field(default_factory=Counter)
    attributes: set[str] = field(default_factory=set)
    values: list[tuple[str, str, str]] = field(default_factory=list)
    """Element, attribute, value."""
    text: str = ""
    unbalanced: list[str] = field(default_factory=list)
    raw: dict[str, str] = field(default_factory=dict)
    """What stands in `style` and `script`."""


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.seen = Seen()
        self._open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.elements[tag] += 1
        for name, value in attrs:
            self.seen.attributes.add(name)
            self.seen.values.append((tag, name, value or ""))
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        if not self._open or self._open.pop() != tag:
            self.seen.unbalanced.append(tag)

    def handle_data(self, data: str) -> None:
        inside = self._open[-1] if self._open else ""
        if inside in ("style", "script"):
            self.seen.raw[inside] = self.seen.raw.get(inside, "") + data
        else:
            self.seen.text += data

    def close(self) -> None:
        super().close()
        self.seen.unbalanced += self._open


def read_html(page: str) -> Seen:
    """What a browser makes of the page."""
    reader = _Reader()
    reader.feed(page)
    reader.close()
    return reader.seen
