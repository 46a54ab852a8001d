"""`make_brief`: a diagnosis to the page that a terminal shows unless asked for details."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from calicovet.model.commands.again import Again
from calicovet.model.diagnosis import Diagnosis, NodeDiagnosis, SummaryVerdict
from calicovet.model.finding import NAMED, Finding, Verdict
from calicovet.model.language import Language
from calicovet.report.page import brief_rows, rows
from calicovet.report.page.from_diagnosis import head_of, make_page
from calicovet.report.page.gaps import gaps, left_out
from calicovet.report.page.grouping import groups_of
from calicovet.report.page.headline import headline, is_large, leading
from calicovet.report.page.parts import Brief, BriefBlock, Row
from calicovet.report.page.quotes import quotes_of, said_in
from calicovet.report.words import words

_MOST_QUOTES = 3
_ALL = 1_000_000
"""Rows are cut to one line here, which says how many there are."""
_AS_IT_STARTED = Again()


def make_brief(
    diagnosis: Diagnosis,
    language: Language,
    program: str = "calicovet",
    again: Again = _AS_IT_STARTED,
) -> Brief:
    """What a person needs to act; `make_page` has everything."""
    groups = groups_of(diagnosis)
    if not groups:
        page = make_page(diagnosis, language, program)
        harmless = list(rows.not_it(diagnosis, language, _ALL))
        told = [
            brief_rows.in_one_line(row, language) if any(line.quote for line in row.lines) else row
            for row in (*harmless, *page.rows)
            if row in harmless or row.label != words(language).say("label.not-it")
        ]
        return Brief(language=language, headline=page.headline, rows=tuple(told))
    named: dict[str, str] = {}
    blocks = [_block(group, diagnosis, language, again, named) for group in groups]
    common = _common(diagnosis, groups[0][0], language, program)
    if len(blocks) == 1:
        blocks = [replace(blocks[0], notes=(*blocks[0].notes, *common))]
        common = ()
    blocks = list(_with_reading(blocks, language, program))
    lead = headline(diagnosis, language) if is_large(diagnosis) else ""
    return Brief(language=language, headline=lead, blocks=tuple(blocks), rows=common)


def _common(
    diagnosis: Diagnosis, first: NodeDiagnosis, language: Language, program: str
) -> tuple[Row, ...]:
    """What holds for all blocks, in one line each."""
    seen = [*rows.not_it(diagnosis, language, _ALL), *rows.but(diagnosis, language)]
    over = [*rows.was(diagnosis, language, _ALL), *left_out(diagnosis, language)]
    missing = list(gaps(diagnosis, language, program))
    # Where no cause is known, what is missing is what to get: all of it.
    if diagnosis.summary.verdict is SummaryVerdict.EXPLAINED:
        missing = [brief_rows.in_one_line(row, language, spare=True) for row in missing]
    return (
        *(brief_rows.in_one_line(row, language, spare=True) for row in (*seen, *over)),
        *missing,
        *brief_rows.others(diagnosis, leading(first), language),
    )


def _block(
    group: list[NodeDiagnosis],
    diagnosis: Diagnosis,
    language: Language,
    again: Again,
    told: dict[str, str],
) -> BriefBlock:
    node, finding = group[0], leading(group[0])
    head = head_of(group, diagnosis, language)
    shown = node.look_at if finding is None else finding.evidence
    quotes = quotes_of(shown, _MOST_QUOTES, language)
    actions = _actions(node, finding, language, again, told)
    # What stands under another node needs no separate section.
    elsewhere = {words(language).say("line.same-plan", node=name) for name in told.values()}
    short = [row for row in actions if row.lines[0].text in elsewhere]
    return BriefBlock(
        block=head,
        deciding=said_in(head.sentence, quotes),
        quotes=quotes,
        actions=tuple(row for row in actions if row not in short),
        notes=(*short, *brief_rows.notes(group, finding, diagnosis, language)),
        next_step=brief_rows.next_step(node, finding, language),
    )


def _actions(
    node: NodeDiagnosis,
    finding: Finding | None,
    language: Language,
    again: Again,
    told: dict[str, str],
) -> list[Row]:
    """The fix and the command that decides; what is only likely is proven before much is disturbed."""
    asked = list(brief_rows.next_question(node, finding, language, told))
    # Where only what suffers is known, its document still says where to look instead.
    known = finding or next((one for one in node.findings if one.verdict in NAMED), None)
    if known is None:
        return asked
    put_right = list(brief_rows.fix(known, node.next, language, again, told))
    if put_right:
        told.setdefault(known.name, rows.called(node) or rows.unnamed(language))
    if known.verdict is not Verdict.PROVEN and brief_rows.is_risky(known.offer):
        return [*asked, *put_right]
    return [*put_right, *asked]


def _with_reading(
    blocks: Iterable[BriefBlock], language: Language, program: str
) -> Iterator[BriefBlock]:
    """The blocks, each with a last line that says where to read more; of one cause it is said once."""
    told = set()
    for block in blocks:
        cause = block.block.cause.partition(" ")[0]
        if not cause or cause in told:
            yield block
            continue
        told.add(cause)
        more = brief_rows.explained(cause, language, program)
        yield replace(block, notes=(*block.notes, more))
