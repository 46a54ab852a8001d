"""Normalises pasted text: colours, carriage returns, entities, tags, quotation marks."""

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from calicovet.parse.logs.records_in_sentences import apart
from calicovet.parse.text.lost_line_ends import unfold
from calicovet.parse.text.wrapped_lines import unwrap


class Line(NamedTuple):
    """A cleaned line, and the raw line (from 1) that it stands on."""

    text: str
    at: int


FENCE = "```"
"""What a `<pre>` becomes, so that only one kind of marked block exists."""

_CHARACTERS = {
    **dict.fromkeys(map(ord, "\ufeff\u200b\u200c\u200d\u2060\u200e\u200f\u00ad"), ""),
    **dict.fromkeys(
        map(ord, "\u00a0\u3000\u2002\u2003\u2007\u2009\u202f\u2028\u2029\x0b\x0c\x85"), " "
    ),
    **dict.fromkeys(map(ord, "“”„‟＂"), '"'),
    **dict.fromkeys(map(ord, "‘’‚‛"), "'"),
    **dict.fromkeys(map(ord, "‐‑‒−"), "-"),
    ord("｜"): "|",
}
_VERY_LONG = 20_000
_BUTTON = re.compile(
    r"^\s*+(?:bash|shell|sh|yaml|json|text|plaintext|console|go|ini|toml|plain)?\s*+(?:复制代码|复制|Copy code|Copy|代码解读|AI写代码|运行项目并下载源码)\s*+$"
)
"""What a web page prints over its blocks of code."""


_PATTERNS = {
    "escape": (
        r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b\n]*(?:\x07|\x1b\\)?|[()][0-9A-B]|[@-Z\\^_=>])"
        r"|\[(?:[0-9]{1,3};){1,4}[0-9]{1,3}m(?!\])|\[(?:0|1|3[0-7]|9[0-7])m(?!\])"
        # Without a number it is a colour's end only where no word goes on, as in `[manifests v3.27]`.
        r"|\[m(?![\w\]])"
    ),
    "control": r"[\x00-\x08\x0e-\x1f\x7f]",
    "option": r"(?<=\s)[–—](?=[a-z]{2})",
    "entity": r"&(?:[a-z]{2,6}|#\d{2,5}|#x[0-9a-fA-F]{2,4});",
    "break": r"(?i)<br\s*/?>",
    "block_tag": r"(?i)</?pre\b[^<>]{0,200}>",
    "tag": (
        r"(?i)</?(?:code|details|summary|p|div|span|b|i|em|strong|a|ul|ol|li|h[1-6]|table|thead|"
        r"tbody|tr|td|th|img|hr|font|kbd|blockquote|sub|sup|section)(?:\s[^<>]{0,300})?/?>"
        r"|<!--[^<>]{0,500}-->"
    ),
    "page": r"(?i)^\s*+<(?:!doctype html|html|head|body|div|article|section|h[1-6]|p|table|ul|ol)\b[^<>]{0,300}>",
    "page_heading": r"(?i)<(?:h(?P<level>[1-6])|title)(?:\s[^<>]{0,300})?>",
    "page_entry": r"(?i)<li(?:\s[^<>]{0,300})?>",
    "page_block": (
        r"(?i)</?(?:p|div|ul|ol|table|tr|h[1-6]|title|blockquote|section|article|main|header|footer|nav|aside|head|body|html|details|summary)(?:\s[^<>]{0,300})?/?>"
    ),
    "page_tag": r"(?i)<(?:!doctype|meta|link|/?(?:button|label|form|input|script|style|svg|path|time|small|dl|dt|dd))\b[^<>]{0,600}>",
    "stress": r"^\s{0,8}\*\*(?=[^\s*])|(?<=[^\s*-])\*\*\s*$",
    # Exactly two stars on each side of something, which no glob, mask, pointer or keyword argument has.
    "stressed": (
        r"(?<![0-9A-Za-z_*/\\.-])\*\*(?=[^\s*/.,;:!?)\]}，。；：！？、）])(?!(?<=[\"'`]\*\*)[\"'`])"
        r"([^*]{1,400})(?<![\s/(\[{,-])\*\*(?![*/]|[.-]\w)"
        r"(?:(?![0-9A-Za-z_])|(?<=[\u4e00-\u9fff\uff00-\uffef]\*\*))"
    ),
    "heading": r"^\s{0,3}\*\*[^*]{2,120}\*\*[:：]?\s*$",
    "label": r"^\s{0,8}(?:[-*+•] {1,4}|\d{1,2}[.)、] {0,4})?\*\*[^*]{1,120}(?:[:：]\*\*|\*\* ?[:：])",
    "row": (
        r"^\S{1,100}\s{1,80}(?:\S{1,100}\s{1,80})?\d{1,3}/\d{1,3}\s"
        r"|^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} \["
    ),
    # No node has capitals in its name: a person hid its end (node-X).
    "masked_name": r"(?<![\w.-])(?:k8s-|kube-)?(?:node|master|worker|host)-[A-Z]{1,4}(?![\w-]|\.\w)",
    "quoted": r"^ {0,3}(?:> ?)++",
}


@cache
def _pattern(name: str) -> re.Pattern[str]:
    """Compiled when first needed: most pastes have neither colours nor tags."""
    return re.compile(_PATTERNS[name])


def clean(text: str) -> list[Line]:
    """The text's lines without what a terminal, an editor or a web page put into them."""
    text = _plain_characters(text)
    raw = text.split("\n")
    quoting = _is_quoted(raw)
    tagged = "<" in text and _pattern("tag").search(text) is not None
    tagged = tagged or "<pre" in text or "<PRE" in text or "<br" in text
    page = tagged and _pattern("page").match(text[:2000]) is not None
    few = sum(1 for line in raw[:50] if line.strip()) <= 3 and len(raw) <= 50
    lines: list[Line] = []
    for line, first in unwrap([_unquoted(line, quoting).expandtabs(8) for line in raw]):
        at = first + 1
        for part in _parts(line, page) if tagged and "<" in line else (line,):
            part = _without_stress(_without_button(part))
            lines.extend(
                Line(record.rstrip(), at)
                for piece in unfold(part, few)
                for record in apart(piece, few=few)
            )
    return lines


def _unquoted(line: str, quoting: bool) -> str:
    return _pattern("quoted").sub("", line) if quoting and line.lstrip().startswith(">") else line


def _plain_characters(text: str) -> str:
    if "\r" in text:
        text = text.replace("\r\n", "\n")
        text = text.replace("\r", " " if "\n" in text else "\n")
    if "\x1b" in text or re.search(r"\[[0-9;]{0,9}m", text):
        text = _pattern("escape").sub("", text)
    if not text.isascii():
        text = _pattern("option").sub("--", text.translate(_CHARACTERS))
        text = text.replace("–", "-").replace("—", "-")
    text = _pattern("masked_name").sub(lambda name: name[0].lower(), text)
    if not text.isprintable():
        text = _pattern("control").sub("", text)
    if "&" in text:
        # Twice, because a forum that escapes what was escaped already is not rare.
        text = _pattern("entity").sub(_entity, text)
        text = _pattern("entity").sub(_entity, text)
    return text


def _entity(match: re.Match[str]) -> str:
    from html import unescape

    return unescape(match[0]).replace("\u00a0", " ").replace("\n", " ")


def _is_quoted(raw: list[str]) -> bool:
    """Whether `>` in front of lines quotes them; a lone one may be part of an output."""
    return sum(1 for line in raw if line.lstrip(" ").startswith(">")) >= 2


def _parts(line: str, page: bool) -> Iterator[str]:
    for part in _lines_of_page(line) if page else (line,):
        yield from _without_tags(part)


def _without_tags(line: str) -> list[str]:
    if len(line) > _VERY_LONG:
        return [line]
    line = _pattern("break").sub("\n", line)
    line = _pattern("block_tag").sub(f"\n{FENCE}\n", line)
    stripped = _pattern("tag").sub("", line)
    parts = stripped.split("\n")
    if len(parts) > 1:
        parts = [part for part in parts if part.strip()]
    return parts or [""]


def _lines_of_page(line: str) -> list[str]:
    """A line of a web page with its headings, entries and paragraphs on separate lines, as Markdown has them."""
    line = _pattern("page_heading").sub(
        lambda found: "\n" + "#" * int(found["level"] or 1) + " ", line
    )
    line = _pattern("page_entry").sub("\n- ", line)
    line = _pattern("page_tag").sub("", _pattern("page_block").sub("\n", line))
    return [part for part in line.split("\n") if part.strip()] or [""]


def _without_stress(line: str) -> str:
    """A line without the stars by which a person stressed it or words in it; headings and labels keep theirs."""
    if "**" not in line or len(line) > _VERY_LONG:
        return line
    ends_bare = _pattern("stress").sub("", line)
    if _pattern("heading").match(line):
        return ends_bare if _pattern("row").search(ends_bare) else line
    begun_or_ended_elsewhere = line.count("**") % 2 == 1
    # `**Name:** x` of a form would read as a line of a description.
    label = _pattern("label").match(line)
    kept = label.end() if label and not begun_or_ended_elsewhere else 0
    bare = line[:kept] + _pattern("stressed").sub(r"\1", line[kept:])
    if begun_or_ended_elsewhere or _pattern("row").search(ends_bare):
        return _pattern("stress").sub("", bare)
    return bare


def _without_button(line: str) -> str:
    return "" if len(line) < 40 and _BUTTON.match(line) else line
