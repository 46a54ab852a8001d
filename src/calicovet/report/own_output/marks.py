"""The words by which calicovet's own texts are recognised, from word tables and catalogue."""

import re
from collections.abc import Iterable, Sequence
from functools import cache

from calicovet.causes.catalogue import PREFIXES, names
from calicovet.causes.document import HEADINGS
from calicovet.model.language import Language
from calicovet.model.record import record
from calicovet.report.catalogue_pages.red_herrings import herrings
from calicovet.report.words import Words, catalogue_words, words

_BOLD = re.compile(r"[ \t]*(?:- )?\*\*([^*]{1,24})\*\*(?:[:：]|$)")
_CODE = rf"(?:{'|'.join(PREFIXES.values())})\d{{3}}"
_CODED = re.compile(rf"\b{_CODE}\b", re.ASCII)
_QUOTE = re.compile(r"^[ \t]{0,3}(?:[>|][ \t]?){1,3}")
_ESCAPE = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]")
_HEADINGS = "|".join(re.escape(heading) for language in Language for heading in HEADINGS[language])
_GATE = re.compile(
    rf"calicovet|--> \S|-> [a-z]+(?:-[a-z0-9]+)+\s*$|\b{_CODE}\b|^ {{0,2}}[a-z]+(?:-[a-z0-9]+)+$"
    r"|^(?:[ \t]{0,8}[>|][ \t]?){0,3} {2,12}[A-Z\u4e00-\u9fff][^\s:]{0,12}(?: [^\s:]{1,12})? {2,}\S"
    rf"|^(?:> ?)?(?:\*\*[^*\n]{{1,24}}\*\*(?:[:：]|$)|(?:#{{1,4}} )?(?:{_HEADINGS})\s*$|tell:)",
    re.MULTILINE | re.ASCII,
)
_WORD = re.compile(r"[A-Za-z0-9'-]+|[\u4e00-\u9fff]")
_HOLE = re.compile(r"\{[^{}]*\}")
_BETWEEN_STAGES = re.compile(r" >|…|, |、")
_BRACKETS = re.compile(r"[\[\]()!?~*>]")
_COLON = re.compile(r"[:：]")
_EVIDENCE = re.compile(r"[ \t]*(?:--> \S.{0,200}?(?::\d+ *|\) *|） *)(?:\| |$)|\| +\^[ ^]*$)")
_FORMER = frozenset(
    {
        *(
            "Proof",
            "Seen",
            "Why it",
            "With it",
            "Victims",
            "Not it",
            "But",
            "Differs",
            "Later",
            "Do",
        ),
        *("Gaps", "Alike", "Others", "Left out"),
        *(
            "迹象",
            "为何是它",
            "连带",
            "受累",
            "无关",
            "看这里",
            "其后",
            "处理",
            "撤销",
            "始于",
            "相似",
        ),
        *("未读到", "其他", "未采用"),
    }
)
"""Labels of earlier releases, whose reports are no evidence either."""
_FORMER_VERDICTS = ("NOT KNOWN", "尚不清楚")
_IN_A_ROW = 4
"""So many words in the same order are a sentence of calicovet's."""


def may_hold_own_output(text: str) -> bool:
    """A cheap look: whether any mark can be in the text at all."""
    return "\x1b[" in text or _GATE.search(text) is not None


def bare(line: str) -> str:
    """The line without colours and marks of quotation; its indentation stays."""
    if "\x1b" in line:
        line = _ESCAPE.sub("", line)
    return _QUOTE.sub("", line) if line.lstrip()[:1] in (">", "|") else line


@record(kw_only=True)
class Marks:
    """The marks of both languages."""

    labels: frozenset[str]
    verdicts: frozenset[str]
    stages: frozenset[str]
    named: re.Pattern[str]
    """`ip-wrong-bridge (ADR003)`, with any signs between name and code."""
    cause: re.Pattern[str]
    harmless: frozenset[str]
    """The keys of the lines that look bad and are harmless."""
    headings: tuple[tuple[str, ...], ...]
    """Of the pages of causes, by language."""

    def row(self, line: str) -> tuple[int, str] | None:
        """The indentation and the label of a row of a page."""
        text = line.lstrip()
        label, gap, _ = text.partition("  ")
        if not gap:
            label, gap, _ = text.partition("\t")
        if gap and (label in self.labels or label in self.verdicts):
            return len(line) - len(text), label
        return None

    def markdown_row(self, line: str) -> str:
        """The label in bold that a block of Markdown begins with; empty: none."""
        if "**" not in line[:12]:
            return ""
        found = _BOLD.match(line)
        return found[1] if found and found[1] in (self.labels | self.verdicts) else ""

    def names_a_cause(self, line: str) -> bool:
        """Whether a cause stands there with its code."""
        return _CODED.search(line) is not None and self.named.search(line) is not None

    def points_to_a_cause(self, line: str) -> bool:
        """Whether the line ends as a hint of what to look for next does: `-> ip-wrong-bridge`."""
        head, arrow, name = line.rpartition("-> ")
        return bool(arrow and head.strip()) and self.cause.fullmatch(name.strip()) is not None

    def is_stage_bar(self, line: str) -> bool:
        """`pod … datastore ok > [init: stuck] > name … ready: not reached`, or a part of it."""
        if ">" not in line:
            return False
        # A label may stand before it.
        bar = line.strip().rpartition("  ")[2]
        boxes = [box for box in _BETWEEN_STAGES.split(bar) if box.strip()]
        known = sum(1 for box in boxes if self._is_a_stage(box))
        return known >= 2 and known * 3 >= len(boxes) * 2

    def _is_a_stage(self, box: str) -> bool:
        parts = [part.strip() for part in _COLON.split(_BRACKETS.sub(" ", box))]
        return any(
            part == stage or part.startswith(f"{stage} " if stage.isascii() else stage)
            for part in parts
            for stage in self.stages
        )

    def is_evidence_line(self, line: str) -> bool:
        """`--> describe.txt:41 | its words`, or the marks below them."""
        return _EVIDENCE.match(line) is not None

    def is_own_sentence(self, line: str) -> bool:
        """Whether most words of the line stand in this order in the word tables."""
        found = _WORD.findall(line)
        if len(found) < _IN_A_ROW:
            return False
        own: set[int] = set()
        for at, row in enumerate(_rows_of(found)):
            if row in _sentences():
                own.update(range(at, at + _IN_A_ROW))
        return len(own) * 5 >= len(found) * 3


@cache
def marks() -> Marks:
    """The marks, from all tables in both languages."""
    frames = [words(language) for language in Language]
    pages = [catalogue_words(language) for language in Language]
    labels = (
        _FORMER
        | frozenset(label for frame in frames for label in _labels(frame))
        | frozenset(
            frame.say(key)
            for frame in pages
            for key in frame
            if key.startswith("herring.") or key in _PAGE_LABELS
        )
    )
    verdicts = [
        *_FORMER_VERDICTS,
        *(frame.say(key) for frame in frames for key in frame if key.startswith("verdict.")),
    ]
    name = _any_of(names())
    return Marks(
        labels=labels,
        verdicts=frozenset(verdicts),
        stages=frozenset(
            frame.say(key).strip() for frame in frames for key in frame if key.startswith("stage.")
        ),
        named=re.compile(
            rf"(?<![\w-])(?:{name})\W{{1,12}}(?:(?:md|html|br|code|a)\W{{1,6}}){{0,4}}{_CODE}\b"
            rf"|\b{_CODE}\W{{1,4}}(?:{name})(?![\w-])",
            re.ASCII,
        ),
        cause=re.compile(rf"(?<![\w-])(?:{name})(?![\w-])", re.ASCII),
        harmless=frozenset(herring.key for herring in herrings()),
        headings=tuple(HEADINGS[language] for language in Language),
    )


@cache
def _sentences() -> frozenset[tuple[str, ...]]:
    """Words in a row of all sentences; most texts hold nothing that looks like a report, and need none of them."""
    return frozenset(
        row
        for language in Language
        for frame in (words(language), catalogue_words(language))
        for key in frame
        if not key.startswith("said.")
        for part in _HOLE.split(frame.template(key))
        for row in _rows_of(_WORD.findall(part))
    )


_PAGE_LABELS = frozenset(
    f"page.{key}"
    for key in ("stage", "family", "looks", "scope", "proof", "takes-along", "effect-of")
)


def _labels(frame: Words) -> Iterable[str]:
    return (frame.say(key) for key in frame if key.rpartition(".")[0].split(".")[-1] == "label")


def _rows_of(found: Sequence[str]) -> Iterable[tuple[str, ...]]:
    lower = [*map(str.lower, found)]
    return zip(*(lower[at:] for at in range(_IN_A_ROW)), strict=False)


def _any_of(texts: Iterable[str]) -> str:
    return "|".join(re.escape(text) for text in sorted(texts, key=len, reverse=True))
