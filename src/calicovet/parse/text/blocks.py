"""Separates prose from program output in a paste."""

import re
from collections.abc import Iterable, Sequence

from calicovet.model.evidence import EvidenceKind as Kind
from calicovet.model.record import record
from calicovet.parse.commands.known_programs import is_call
from calicovet.parse.commands.log_marks import read_log_mark
from calicovet.parse.commands.prompts import Prompt, host_of_first_row, read_prompt
from calicovet.parse.text.cleaning import Line
from calicovet.parse.text.line_kinds import line_looks
from calicovet.parse.text.prose import has_han, is_heading, is_list_item, is_prose, is_rule


@record
class Prose:
    """One paragraph or heading."""

    lines: tuple[Line, ...]
    heading: bool = False

    @property
    def text(self) -> str:
        return " ".join(line.text.strip() for line in self.lines)


@record
class Code:
    """Lines of a terminal or a file; `marked`: by a fence or by indentation."""

    lines: tuple[Line, ...]
    marked: bool
    typed: str = ""
    """The command whose output all of it is, by the marks around it; empty: the lines themselves show."""


Item = Prose | Code

_FENCE = re.compile(r"^\s*+(?:[-*+] |\d{1,2}[.)] )?\s*+(?P<fence>`{3,}|~{3,})(?P<rest>.*)$")
_LANGUAGE = re.compile(r"^\s*+\{?[.\w+#-]{0,20}\}?(?:\s++\{[^}]*+\})?\s*+$")
_GOROUTINE = re.compile(r"goroutine \d+ \[")
"""As a trace goes on, some of whose states read like a sentence: `running, locked to thread`."""
_MESSAGE_OF_CHAT = re.compile(r"^\s*\[?\d{1,2}:\d\d(?::\d\d)?(?: ?[AP]M)?\]?\s+\S{1,30}[:：]\s")


def cut(lines: Sequence[Line]) -> list[Item]:
    """The paragraphs and the blocks of code, in order; a log between marks is one block, whatever it holds."""
    items: list[Item] = []
    outside: list[Line] = []
    log: list[Line] = []
    typed = ""
    for line in lines:
        mark = read_log_mark(line.text)
        if mark is None:
            (log if typed else outside).append(line)
            continue
        items += [Code(tuple(log), True, typed)] if log else _cut_unmarked(outside)
        outside, log, typed = [], [], mark.typed
    return items + ([Code(tuple(log), True, typed)] if log else _cut_unmarked(outside))


def _cut_unmarked(lines: Sequence[Line]) -> list[Item]:
    items: list[Item] = []
    loose: list[Line] = []
    fenced: list[Line] | None = None
    fence = ""
    for line in lines:
        text = line.text
        mark = _FENCE.match(text[:400]) if "```" in text or "~~~" in text else None
        if fenced is None:
            if mark is None:
                loose.append(line)
                continue
            items += _cut_loose(loose)
            loose, fenced, fence = [], [], mark["fence"][:3]
            rest = text[mark.start("rest") :]
            if not _LANGUAGE.match(rest) or is_call(rest.strip()):
                body = rest.strip()
                if body.endswith(fence):
                    items.append(Code((Line(body[: -len(fence)].rstrip("`~ "), line.at),), True))
                    fenced = None
                else:
                    fenced.append(Line(body, line.at))
        elif mark is not None and mark["fence"].startswith(fence) and not mark["rest"].strip("`~ "):
            items.append(Code(_dedent(fenced), True))
            fenced = None
        elif text.endswith(fence) and text.count(fence) == 1:
            fenced.append(Line(text[: -len(fence)].rstrip(), line.at))
            items.append(Code(_dedent(fenced), True))
            fenced = None
        else:
            fenced.append(line)
    if fenced is not None:
        # The fence is not closed: the rest may be a mixture, and is cut as unmarked text.
        items += _cut_loose(fenced)
    return items + _cut_loose(loose)


def typed_at(text: str) -> Prompt | None:
    """What was typed, if the line is a prompt or a bare call of a known program."""
    prompt = read_prompt(text)
    if prompt is not None:
        return prompt
    bare = _without_label(text)
    if bare and is_call(bare) and not _reads_as_sentence(bare):
        return Prompt(bare)
    return None


_SENTENCE_WORDS = frozenset(
    [
        "the",
        "is",
        "are",
        "was",
        "did",
        "does",
        "not",
        "but",
        "it",
        "that",
        "which",
        "this",
        "shows",
        "help",
        "i",
        "we",
    ]
)


def _reads_as_sentence(bare: str) -> bool:
    """Whether a sentence only begins with the name of a program."""
    return sum(word in _SENTENCE_WORDS for word in bare[:400].lower().split()) >= 2


_MARKS_BEFORE = re.compile(r"(?:\*\*|__|`{1,2}|#{1,6}\s++|[-*+]\s++)*")
_MARKS_AFTER = ("**", "__", "`")


def _without_label(text: str) -> str:
    """A bare command without the Markdown around it."""
    head = text.strip()
    if not head or len(head) > 2000:
        return ""
    if head[0].islower() or head[0] in "./":
        return head.rstrip("：").rstrip() if not head.endswith(("::", "：")) else head[:-1].rstrip()
    typed = _without_marks_after(_MARKS_BEFORE.sub("", head, count=1))
    is_typed = typed[:1].isascii() and (typed[:1].isalpha() or typed[:1] in "./")
    return typed if is_typed and "`" not in typed and " " in typed.strip() else ""


def _without_marks_after(text: str) -> str:
    """The text without one colon at its end and the marks before that."""
    bare = text[:-1].rstrip() if text.endswith((":", "：")) else text
    while bare.endswith(_MARKS_AFTER):
        bare = bare[:-1] if bare.endswith("`") else bare[:-2]
    return bare


def _dedent(lines: Sequence[Line]) -> tuple[Line, ...]:
    depths = [len(line.text) - len(line.text.lstrip()) for line in lines if line.text.strip()]
    depth = min(depths, default=0)
    return tuple(Line(line.text[depth:], line.at) for line in lines) if depth else tuple(lines)


class _Cutter:
    """Tells code from prose where nothing marks either."""

    def __init__(self) -> None:
        self.items: list[Item] = []
        self.code: list[Line] = []
        self.prose: list[Line] = []
        self.kind: Kind | None = None
        self.in_command = False
        self.indented = False
        self.blanks = 0

    def end_code(self) -> None:
        while self.code and not self.code[-1].text.strip():
            self.code.pop()
        if self.code:
            self.items.append(Code(_dedent(self.code), self.indented))
        self.code, self.kind, self.in_command, self.indented = [], None, False, False

    def end_prose(self) -> None:
        if self.prose:
            self.items.append(Prose(tuple(self.prose)))
        self.prose = []

    def add(self, line: Line) -> None:
        text = line.text
        if not text.strip() or is_rule(text):
            self._blank(line)
            return
        if self._is_code(text):
            self.end_prose()
            self.code.append(line)
        else:
            self.end_code()
            self._add_prose(line)
        self.blanks = 0

    def _blank(self, line: Line) -> None:
        self.blanks += 1
        self.end_prose()
        if self.code:
            self.code.append(Line("", line.at))

    def _add_prose(self, line: Line) -> None:
        if is_heading(line.text):
            self.end_prose()
            self.items.append(Prose((line,), heading=True))
            return
        if is_list_item(line.text) or _MESSAGE_OF_CHAT.match(line.text[:100]):
            self.end_prose()
        self.prose.append(line)

    def _is_code(self, text: str) -> bool:
        deep = text.startswith("    ")
        if self.indented and deep:
            return True
        if self._is_typed(text):
            if deep and not self.code:
                self.indented = self.blanks > 0 or not self.items
            elif self.indented:
                self.end_code()
            self.in_command, self.kind = True, None
            return True
        looks = line_looks(text)
        if looks is not None and not self._only_seems(text, looks.strong):
            if deep and not self.code and not self.prose:
                self.indented = True
            elif self.indented and not deep:
                self.end_code()
            self.kind = looks.kind
            return True
        if (
            deep
            and not self.prose
            and not self.code
            and not is_list_item(text)
            and not has_han(text)
        ):
            self.indented = True
            return True
        return bool(self.code) and not self.indented and self._goes_on(text)

    def _is_typed(self, text: str) -> bool:
        if host_of_first_row(text.strip()) is not None:
            return True
        typed = typed_at(text)
        if typed is None:
            return False
        if not typed.typed:
            return True
        return not (has_han(typed.typed) and not typed.host) and not _ends_as_sentence(typed.typed)

    def _only_seems(self, text: str, strong: bool) -> bool:
        """A line of prose that looks like a line of output by accident."""
        if strong:
            return is_list_item(text) and is_prose(text)
        if self.code:
            seems = is_heading(text) or (self.blanks > 0 and is_prose(text))
            return seems and _GOROUTINE.match(text) is None
        return is_prose(text) or is_list_item(text) or re.fullmatch(r"\s*\d+\s*", text) is not None

    def _is_rest_of_a_line(self, text: str) -> bool:
        """Whether the line above was broken here: it was full, and nothing begins with this one."""
        if self.kind not in _MESSAGES or len(self.code[-1].text) < _FULL:
            return False
        first = text.split(maxsplit=1)[0].lower()
        return not text[0].isupper() and first not in _OPENERS and not has_han(text[:400])

    def _is_row(self, text: str) -> bool:
        """Whether it stands in columns below a table: names may be words of sentences."""
        return self.kind in _TABLES and len(_BETWEEN_COLUMNS.findall(text[:400])) >= 2

    def _goes_on(self, text: str) -> bool:
        """Whether a line that looks like nothing still belongs to the output before it."""
        if is_heading(text) and not re.match(r"^\s*#{1,2}\s", text):
            return False
        if self.blanks == 0 and (
            text[0].isspace() or self._is_rest_of_a_line(text) or self._is_row(text)
        ):
            return True
        if is_prose(text) or (self.blanks > 0 and _is_label(text)):
            return False
        if text.startswith((" ", "\t", "|", "+", "}", "]", ")")):
            return True
        if self.blanks == 0:
            return True
        return self.in_command and self.blanks <= 1 and not is_list_item(text)


_MESSAGES = frozenset(
    {
        Kind.CALICO_LOG,
        Kind.OTHER_LOG,
        Kind.KUBELET_JOURNAL,
        Kind.RUNTIME_JOURNAL,
        Kind.SYSTEM_JOURNAL,
        Kind.EVENT_LINES,
        Kind.EVENT_TABLE,
    }
)
_TABLES = frozenset(
    {
        Kind.POD_TABLE,
        Kind.NODE_TABLE,
        Kind.WORKLOAD_TABLE,
        Kind.EVENT_TABLE,
        Kind.OTHER_TABLE,
    }
)
_BETWEEN_COLUMNS = re.compile(r"(?<![.!?:,;]) {2,}(?=\S)")
_FULL = 70
"""A line that is shorter was not broken because it was full."""
_OPENERS = frozenset(
    {
        "i",
        "we",
        "you",
        "my",
        "our",
        "how",
        "what",
        "why",
        "please",
        "any",
        "anyone",
        "thanks",
        "so",
        "but",
        "now",
        "also",
        "then",
        "hi",
        "help",
        "here",
    }
)


def _is_label(text: str) -> bool:
    """Whether the line announces what follows it."""
    return text.endswith((":", "：")) and "  " not in text and not text[0].isspace() and " " in text


_LAST_WORDS = re.compile(
    r"(?:(?<![a-z])[a-z]{3,}[.!?]|\b(?:shows?|returns?|says?|output|gives?))\s*:?$"
)


def _ends_as_sentence(typed: str) -> bool:
    return _LAST_WORDS.search(typed[-60:]) is not None and is_prose(typed)


def _cut_loose(lines: Iterable[Line]) -> list[Item]:
    cutter = _Cutter()
    for line in lines:
        cutter.add(line)
    cutter.end_prose()
    cutter.end_code()
    return cutter.items
