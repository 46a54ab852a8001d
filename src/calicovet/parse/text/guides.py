"""Whether a text is a guide, which shows nothing of a cluster.

Documentation, runbooks and lists of known problems hold messages, commands and example outputs. None of
them was seen on the reader's cluster, so nothing in them is evidence.
"""

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache

from calicovet.parse.documents.anchors import FEW_LINES, LONG, MANY_LINES, is_tied_to_a_cluster
from calicovet.parse.documents.change_lists import is_change_list
from calicovet.parse.documents.failure_lists import different_failures
from calicovet.parse.documents.questions import is_questions_with_answers
from calicovet.parse.documents.source_code import is_source_code
from calicovet.parse.documents.titles import (
    is_documents_title,
    may_be_title,
    opens_a_document,
    proposes_a_change,
)
from calicovet.parse.text.blocks import Code, Item, Prose
from calicovet.parse.text.command_outputs import Segment, segments
from calicovet.parse.text.line_kinds import line_looks
from calicovet.parse.text.prose import is_list_item

_NO_CONCRETES = 3
"""So many points make a guide of a text in which nothing was printed on a cluster."""
_SOME_CONCRETES = 4
"""The same, where there are a few example outputs."""
_WORDS_FOR_AN_EXAMPLE = 200
"""One concrete line in so much prose is an example."""
_LONGEST_LABEL = 60
_FEWEST_FAILURES = 3
_FORM_SHOWS_WITHIN = 2_000
"""Lines: more of them do not change what a text is, and no person wrote them."""
_OF_A_TRACE = ("panic:", "goroutine ", "Traceback", "SIGSEGV", "[signal ")
_TIME = (
    r"\b20\d\d-\d\d-\d\d[ T]\d\d:\d\d:\d\d|\b[A-Z][a-z]{2} {1,2}\d{1,2} \d\d:\d\d:\d\d|\b[IWEF]\d{4} \d\d:\d\d:\d\d"
    r"|\b\d\d:\d\d:\d\d up \d"
)


def is_guide(items: Sequence[Item]) -> bool:
    """Whether the text instructs, and reports nothing."""
    first = next((line.text for item in items[:1] for line in item.lines[:1]), "")
    if first.startswith("#!"):
        return True  # a script
    seen = _Traits()
    for item in items:
        if isinstance(item, Prose):
            seen.add_prose(item)
        else:
            seen.add_code(item)
    if not seen.timed and _has_a_documents_form(
        [line.text for item in items for line in item.lines]
    ):
        return True
    if not seen.is_titled and may_be_title(first):
        seen.is_titled = is_documents_title(first)
    if seen.is_titled and not seen.concretes and not seen.speaks_of_itself():
        return True
    if _is_tied_to_no_cluster(items, seen):
        return True
    points = seen.points()
    if points >= _SOME_CONCRETES and seen.shows_no_cluster():
        return True
    if not seen.concretes or (seen.is_titled and not seen.timed):
        return points >= _NO_CONCRETES
    return points >= _SOME_CONCRETES and seen.concretes * _WORDS_FOR_AN_EXAMPLE <= seen.words


def _has_a_documents_form(texts: Sequence[str]) -> bool:
    texts = texts[:_FORM_SHOWS_WITHIN]
    return is_source_code(texts) or is_change_list(texts) or is_questions_with_answers(texts)


def _is_tied_to_no_cluster(items: Sequence[Item], seen: "_Traits") -> bool:
    """Whether a text of some length is all words, names no time, no pod and no host, and no author reports in it."""
    if seen.concretes or seen.speaks_of_itself() or seen.shows_a_session():
        return False
    lines = [line.text for item in items for line in item.lines if line.text.strip()]
    if len(lines) > _FORM_SHOWS_WITHIN:
        return False
    if len(lines) < FEW_LINES or (len(lines) < MANY_LINES and seen.words < LONG):
        return False
    output = sum(
        1
        for item in items
        if isinstance(item, Code)
        for line in item.lines
        if line_looks(line.text[:400]) is not None or line.text.startswith(_OF_A_TRACE)
    )
    said = " ".join(item.text for item in items if isinstance(item, Prose))
    return output == 0 and seen.words > 0 and not is_tied_to_a_cluster(said)


class _Traits:
    """What speaks for a guide, and what for a report."""

    def __init__(self) -> None:
        self.words = 0
        self.concretes = 0
        """Times, generated pod names, prompts with a host, levels with a process: only a cluster gives them."""
        self.timed = 0
        """Those of them that no author makes up for an example: times, and prompts with a host."""
        self.is_titled = False
        """Whether its title says that it is a guide."""
        self._found: Counter[str] = Counter()
        self._entries: list[str] = []
        self._paragraphs = 0
        self._sections: Counter[str] = Counter()
        self._commands = self._silent = 0
        self._typed_on_a_host = False

    def add_prose(self, item: Prose) -> None:
        text = item.text[:8000]
        patterns = _patterns()
        if not item.heading:
            self._paragraphs += 1
            self._found["opening"] += self._paragraphs <= 2 and opens_a_document(text)
            self._found["change"] += self._paragraphs <= 2 and proposes_a_change(text)
        self._found["explains"] += patterns["explains"].search(text) is not None
        self.words += len(patterns["word"].findall(text))
        for name in ("addressed", "supposed", "own", "placeholder"):
            if name != "own" or not (item.heading and _asks(text)):
                own = patterns["to the reader"].sub(" ", text) if name == "own" else text
                self._found[name] += len(patterns[name].findall(own))
        self.concretes += len(patterns["concrete"].findall(text))
        self.timed += len(patterns["time"].findall(text))
        if patterns["in that case"].match(text[:600]):
            self._found["in that case"] += 1
            self._found["told to"] += 1
        self.is_titled |= item.heading and is_documents_title(text)
        for line in item.lines:
            self._found["told to"] += patterns["told to"].match(line.text[:200]) is not None
            self._found["remedy"] += patterns["remedy"].search(line.text[:1000]) is not None
            if item.heading or _is_label(line.text):
                self._add_section(line.text)
                self._found["question"] += _asks(line.text)
            elif line.text.lstrip().startswith("|"):
                self._add_table_row(line.text)
                self._entries.append(line.text)
            elif is_list_item(line.text):
                self._entries.append(line.text)

    def _add_section(self, text: str) -> None:
        text = text.strip("#*=:： \t")
        for name, pattern in _sections().items():
            if len(text) <= _LONGEST_LABEL and pattern.search(text):
                self._sections[name] += 1
                return

    def _add_table_row(self, text: str) -> None:
        """A header that names what a list of known problems says about each."""
        cells = text[:400].strip().strip("|").split("|")
        found = [
            name
            for name, pattern in _sections().items()
            for cell in cells
            if pattern.fullmatch(cell.strip())
        ]
        if len(set(found)) >= 2:
            self._sections.update(found)

    def add_code(self, item: Code) -> None:
        for segment in segments(item.lines):
            self._add_segment(segment)

    def _add_segment(self, segment: Segment) -> None:
        if segment.typed:
            self._commands += 1
            self._silent += segment.is_empty or segment.has_only_notes
            self.concretes += bool(segment.host)
            self._typed_on_a_host |= bool(segment.host)
            self.timed += bool(segment.host)
            self._found["placeholder"] += len(_patterns()["placeholder"].findall(segment.typed))
        self.concretes += _lines_with("concrete", segment)
        self.timed += _lines_with("time", segment)
        self._entries += [line.text for line in segment.lines]

    def shows_a_session(self) -> bool:
        """Whether a command was typed and answered."""
        return self._commands > self._silent

    def speaks_of_itself(self) -> bool:
        """Whether its author speaks of what he has, or typed something on a host."""
        return bool(self._found["own"]) or self._typed_on_a_host

    def shows_no_cluster(self) -> bool:
        """Whether a text that is called a guide has one example line, and speaks of no cluster of its author's."""
        return (
            (self.is_titled or self._found["opening"] > 0)
            and self.timed <= 1
            and not self.speaks_of_itself()
        )

    def _of_a_list(self) -> int:
        """What it counts that each entry of a list names another failure; of what was timed, none is asked."""
        if self.timed or len(self._entries) < _FEWEST_FAILURES:
            return 0
        found = different_failures(self._entries)
        return 0 if found < _FEWEST_FAILURES else 2 if found == _FEWEST_FAILURES else 3

    def points(self) -> int:
        """How much speaks for a guide."""
        found, problems = self._found, sum(self._sections.values())
        return (
            2 * self.is_titled
            + 2 * (found["opening"] > 0)
            + 3 * (found["change"] > 0)
            + min(found["explains"], 2)
            + self._of_a_list()
            + 2 * (len(self._sections) >= 2)
            + (len(self._sections) >= 3)
            + (problems >= 5)
            + (found["placeholder"] >= 1)
            + (found["placeholder"] >= 4)
            + (self._silent >= 3 and self._silent * 5 >= self._commands * 3)
            + (self._silent >= 8 and self._silent * 5 >= self._commands * 3)
            + (found["addressed"] >= 2 and found["addressed"] * 60 >= self.words)
            + (found["supposed"] >= 3 and found["supposed"] * 80 >= self.words)
            + (found["told to"] >= 3)
            + min(found["in that case"], 2)
            + (min(found["remedy"], 3) if found["remedy"] >= 2 else 0)
            + (min(found["question"], 3) if found["question"] >= 2 else 0)
            - 3 * (found["own"] * 100 > self.words)
        )


def _lines_with(name: str, segment: Segment) -> int:
    pattern = _patterns()[name]
    return sum(1 for line in segment.lines if pattern.search(line.text[:400]))


def _asks(text: str) -> bool:
    """Whether a heading is a question of a list of questions and answers."""
    bare = text.strip("#*_ \t")
    return bare.endswith(("?", "？")) or _patterns()["question"].match(bare) is not None


def _is_label(text: str) -> bool:
    bare = text.strip()
    return len(bare) <= _LONGEST_LABEL and (
        bare.rstrip("*_ ").endswith((":", "：")) or bare.startswith("**")
    )


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    return {
        "word": re.compile(r"[A-Za-z']+|[\u4e00-\u9fff]"),
        "addressed": re.compile(r"\b(?:you|your|yours|you're|you'll)\b|请|[您你]", re.IGNORECASE),
        "supposed": re.compile(
            r"\b(?:if|when|whenever|in case|may|might|can|could|should|must|usually|typically|often|such as|for example|let's say|suppose|assume|imagine|you'd)\b"
            r"|如果|假如|一旦|可能|一般|通常|常见|例如|比如|应该|需要|或者",
            re.IGNORECASE,
        ),
        "own": re.compile(
            r"\b(?:I|I'm|I've|my|we've|our|me|us|mine|we (?:have|had|are|were|see|saw|did|tried|found))\b(?!-)"
            r"|我(?!们(?:可以|需要|来|要))|本人|求助|各位"
        ),
        "to the reader": re.compile(r"\b(?:let|tell|give|show|send) (?:me|us)\b", re.IGNORECASE),
        "explains": re.compile(
            r"^\W{0,6}(?:\d{1,2}[.)] )?(?:an )?examples?(?: output| session)?\W{0,6}$|^\W{0,6}(?:输出)?示例(?:输出)?\W{0,6}$"
            r"|\b(?:it|this|that|which) (?:usually |typically |just )?(?:means|indicates)\b|\bhope (?:this|that|it) helps\b|\blet me know if\b|\bhint:"
            r"|\bthat's the classic\b|\bin this (?:example|article|guide|tutorial|lesson|chapter|section)\b|\bnext (?:slide|chapter|section)\b"
            r"|(?:表示|说明|意味着)(?:该|此|这|节点|你|您)|希望(?:对你|对您|能)有?(?:所)?帮助|(?:本文|本篇|下一篇|下文|上文)",
            re.IGNORECASE,
        ),
        "told to": re.compile(
            r"^\W{0,6}(?:\d{1,2}[.)] )?\W{0,4}(?:[A-Z]\w{1,20}: )?"
            r"(?:(?:check|verify|ensure|make sure|run|use|confirm|inspect|restart|delete|look|find|identify|review|see|set"
            r"|let|give|update|upgrade|remove|add|create|install|enable|disable)\b"
            r"|检查|确认|查看|确保|验证|使用|执行|重启|修改|删除|运行|设置|升级|让|给)",
            re.IGNORECASE,
        ),
        "in that case": re.compile(
            r"^\W{0,6}(?:\d{1,2}[.)] )?(?:if|when|where)\b(?! I\b| we\b)[^.;]{0,300}[,)] (?:then )?"
            r"(?:check|verify|ensure|make sure|run|use|confirm|inspect|restart|delete|look|compare|raise|increase|set|remove)\b",
            re.IGNORECASE,
        ),
        "question": re.compile(r"(?:Q|问)\d{0,2}\s?[:：.]", re.IGNORECASE),
        "remedy": re.compile(
            r"[`\"“][^`\"”]{12,200}[`\"”][^`]{0,80}?(?:[:：,，;；|]|\bmeans\b|->|=>|→)[^`]{0,80}?"
            r"(?:\b(?:check|verify|set|restart|open|renew|load|install|upgrade|increase|change|remove|add)\b"
            r"|检查|确认|修改|重启|升级|安装|加载|设置|续期|更新|调整)",
            re.IGNORECASE,
        ),
        "placeholder": re.compile(
            r"<(?!none|invalid|unknown|unset|nil|pending|no value|empty)[A-Za-z][\w -]{1,30}>|\byour-[a-z-]{3,20}\b|\bx\.x\.x\.x\b|\bx{4,}\b|\{\{ ?[\w.]{1,40}|\$\[\w{1,40}\]"
            r"|\b[A-Z]{2,12}_(?:NAME|IP|ID|CIDR|ADDRESS)\b|(?<= )(?:NODE|POD|NAMESPACE|NODENAME)(?=[ `\n]|$)(?!  )"
        ),
        "time": re.compile(_TIME),
        "concrete": re.compile(
            _TIME
            + r"|\[(?:DEBUG|INFO|WARNING|ERROR|FATAL|PANIC)\]\[\d{1,7}\] "
            + r"|\bcalico-node-(?!x{5}|abc\w\w\b|xyz\w\w\b|abcde|fghij|vwxyz|12345)[a-z0-9]{5}\b"
        ),
    }


@cache
def _sections() -> dict[str, re.Pattern[str]]:
    """What the sections of a list of known problems are called."""
    return {
        "symptom": re.compile(
            r"\bsymptoms?\b|\berror(?: messages?)?\b|现象|症状|报错(?:信息)?|错误信息",
            re.IGNORECASE,
        ),
        "meaning": re.compile(r"\bmeanings?\b|\bwhat it means\b|含义", re.IGNORECASE),
        "cause": re.compile(r"\b(?:causes?|reasons?|why it happens)\b|原因|根因", re.IGNORECASE),
        "remedy": re.compile(
            r"\b(?:solutions?|resolution|resolve|fix(?:es)?|remed(?:y|ies)|workaround|mitigation|prevention|what to do)\b|解决|处理|修复|预防",
            re.IGNORECASE,
        ),
        "check": re.compile(
            r"\b(?:diagnos(?:is|tics?|e)|troubleshoot(?:ing)?|verif(?:y|ication)|investigat(?:e|ion)|debug(?:ging)?|how to recogni[sz]e\w*|faq|common (?:issues|errors|problems))\b"
            r"|诊断|排查|排障|验证|如何判断|常见(?:问题|报错|错误|故障)",
            re.IGNORECASE,
        ),
    }
