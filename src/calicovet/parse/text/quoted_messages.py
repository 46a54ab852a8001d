"""Messages of programs that people quote in prose."""

import re
from collections.abc import Iterator, Sequence

from calicovet.model.evidence import YOU_SAY
from calicovet.model.evidence import EvidenceKind as Kind
from calicovet.model.provenance import Basis, EvidenceRole
from calicovet.parse.claims.statements import asks_or_supposes
from calicovet.parse.commands.command import Command
from calicovet.parse.text.attribution import Names
from calicovet.parse.text.blocks import Prose
from calicovet.parse.text.cleaning import Line
from calicovet.parse.text.prose import is_prose, program_speaks
from calicovet.parse.text.unfinished_piece import UnfinishedPiece

# Messages that people quote in their sentences


_QUOTES = re.compile(
    r"`[^`]{8,}`|\"[^\"]{12,}\"|(?<!\w)'[^']{16,}'|\berrors?\b|\bfail(?:ed|s|ure)\b|\brefused\b|\btime(?:d )?out\b|\bdenied\b|\bfatal\b"
    r"|\bpanic\b|\bunable to\b|\bforbidden\b|(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w.])|(?<!\w)/[a-z]+/[\w./-]+|\.go[: ]\d+"
    r"|\bcould(?:n.t| not)\b|\bcannot\b|\bcan.t\b|\binvalid\b|\balready\b|\bno such\b|\bnot found\b|日志|提示"
    r"|not ready|报错|失败|\bOOM ?-?kill|\bthrottling of CPU\b",
    re.IGNORECASE | re.ASCII,
)


_WITHIN_QUOTES = re.compile(r"`[^`]{20,}`|\"[^\"]{20,}\"")
_SUPPOSED = re.compile(
    r"\b(?:if|in case) you (?:see|get|encounter)\b[^.;]{0,40}[`\"']"
    r"|\b(?:if|in case) (?:\S{1,30} ){1,4}(?:shows?|says?|contains?|prints?|reports?|reads?) [`\"']"
    r"|(?:如果|假如|若)[^。；`\"'“「]{0,24}(?:看到|出现|遇到|提示|显示|包含) ?[`\"'“「]"
    r"|\b(?:docs?|documentation|guide|manual) (?:says?|states?|mentions?|describes?)\b[^.;]{0,40}[`\"']"
    r"|文档(?:里|中|上)?(?:说|写|提到)[^。；]{0,20}[`\"'“「]"
    r"|(?:如果|假如|若是)(?:你|您)?(?:看到|出现|遇到|提示)[^。；]{0,20}[`\"'“「]"
    r"|(?:看到|出现|遇到|提示) ?[`\"'“「][^`\"'”」。；]{4,200}[`\"'”」] ?(?:的?时候?|则|就)",
    re.IGNORECASE | re.ASCII,
)
"""A message that a guide mentions as possible: it did not occur."""
_COMMENT = re.compile(r"\s{2,200}(?:#|//)")
"""A comment in a configuration; a heading stands at the edge."""
_MAY_BE = re.compile(
    r"\byou (?:may|might|could|would|will) (?:\w{2,12} ){0,2}(?:see|get|encounter|find|notice|observe|receive)\b"
    r"|\bif (?:you|the (?:logs?|output|command|pod)) (?:\w{2,12} )?(?:see|get|encounter|shows?|says?|contains?|prints?|returns?|reports?)\b"
    r"|^\W{0,6}(?:\d{1,2}[.)] )?(?:if|in case)\b(?! I\b| we\b)[^.;,]{0,200}\b(?:see|shows?|says?|contains?|prints?|returns?|reports?|reads?)\W{0,6}$"
    r"|\bif (?!I\b|we\b)(?:\S{1,30} ){1,12}(?:says?|shows?|prints?|reports?|contains?)\W{0,4}$"
    r"|^\W{0,6}when (?:it|this) (?:fails?|happens?)\b[^.;]{0,120}\bshows?\W{0,4}$|\bexpected output\b"
    r"|\b(?:errors?|messages?|output) (?:such as|similar to)\b"
    r"|(?:可能)会?(?:看到|出现|遇到|报)|(?:如果|假如|若)[^。；]{0,24}(?:看到|出现|遇到|报错|提示|显示|包含)",
    re.IGNORECASE | re.ASCII,
)
_STOP = re.compile(r"[。！？]|[!?.](?=[\s\"'”」)）]|$)")
"""The end of a sentence; a list goes on behind a semicolon, and so does what it lists."""
_POSITION = re.compile(r"\b[\w-]{1,40}\.go[ :]\d", re.ASCII)


def spoken(prose: Sequence[Prose], names: Names) -> Iterator[UnfinishedPiece]:
    """Paragraphs that hold something like a program's message, to be searched as well."""
    from calicovet.parse.messages.index import keys_in

    for item in prose:
        if all(_COMMENT.match(line.text) for line in item.lines):
            continue
        if not any(
            _QUOTES.search(line.text[:4000]) or program_speaks(line.text) for line in item.lines
        ) and not keys_in(item.text[:4000]):
            continue
        # A name within a quoted message is the program's word, and may be another node's.
        nodes = names.found_in(_WITHIN_QUOTES.sub(" ", item.text[:4000]))
        for said, lines in _by_speaker(item):
            if said:
                lines = _stated(lines)
            if not lines:
                continue
            yield UnfinishedPiece(
                kind=Kind.TEXT,
                lines=lines,
                at=lines[0].at,
                command=Command(text=YOU_SAY) if said else Command(),
                nodes=nodes if len(nodes) == 1 else (),
                attributed_by=Basis.SENTENCE if len(nodes) == 1 else Basis.NONE,
                role=EvidenceRole.QUOTATION if said else EvidenceRole.EVIDENCE,
            )


def is_supposed(caption: str) -> bool:
    """Whether the words over a block say that it shows what might be: `You may see an error such as`."""
    return _MAY_BE.search(caption[-400:]) is not None


def _by_speaker(item: Prose) -> Iterator[tuple[bool, list[Line]]]:
    """A paragraph's lines in runs: those in which the person speaks, and those that a program printed."""
    run: list[Line] = []
    said = True
    for line in item.lines:
        text = line.text[:4000]
        if not text.strip() or _SUPPOSED.search(text):
            continue
        # What is no sentence after a program's line is its continuation.
        now = not _is_printed(text) and (said or is_prose(text))
        if run and now is not said:
            yield said, run
            run = []
        said = now
        run.append(line)
    if run:
        yield said, run


def _stated(run: Sequence[Line]) -> list[Line]:
    """The lines without the sentences that ask, suppose or list, but for those that quote a program."""
    text = " ".join(line.text for line in run)
    kept, start = "", 0
    for sentence in _sentences(text):
        states = _quotes_a_program(sentence) or not asks_or_supposes(sentence.strip().lower())
        kept += sentence if states else " " * len(sentence)
    lines: list[Line] = []
    for line in run:
        part = kept[start : start + len(line.text)]
        start += len(line.text) + 1
        if part.strip():
            lines.append(Line(part, line.at))
    return lines


def _sentences(text: str) -> Iterator[str]:
    """The parts of a text up to each stop that ends a sentence; an address or a number is not cut."""
    start = 0
    for stop in _STOP.finditer(text):
        yield text[start : stop.end()]
        start = stop.end()
    yield text[start:]


def _quotes_a_program(sentence: str) -> bool:
    """Whether a message stands in it that is in no person's own words."""
    from calicovet.parse.messages.index import words_of
    from calicovet.parse.messages.matches import matches_in

    if _POSITION.search(sentence):
        return True
    hits = matches_in([sentence], 0, frozenset(words_of(sentence)), True)
    return any(not hit.message.in_sentences for hit in hits)


def _is_printed(text: str) -> bool:
    """Whether a line is a program's own, or holds one whole: it begins with a message or names its source."""
    from calicovet.parse.messages.index import words_of
    from calicovet.parse.messages.matches import matches_in

    if _POSITION.search(text):
        return True
    text = text.strip("`\"'>*- ")
    hits = matches_in([text], 0, frozenset(words_of(text)), True)
    return any(hit.match.start() == 0 and not hit.message.in_sentences for hit in hits)
