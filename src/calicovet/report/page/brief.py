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

_MOST_QUOTES = 3
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
        return Brief(language=language, headline=page.headline, rows=page.rows)
    told: dict[str, str] = {}
    blocks = [_block(group, diagnosis, language, again, told) for group in groups]
    seen = [*rows.not_it(diagnosis, language), *rows.but(diagnosis, language)]
    common = [brief_rows.in_one_line(row, language) for row in seen]
    others = list(brief_rows.others(diagnosis, leading(groups[0][0]), language))
    if len(blocks) == 1:
        blocks = [replace(blocks[0], notes=(*blocks[0].notes, *common, *others))]
        common = others = []
    blocks = list(_with_reading(blocks, language, program))
    common += [
        brief_rows.in_one_line(row, language)
        for row in (
            *rows.was(diagnosis, language),
            *left_out(diagnosis, language),
        )
    ]
    missing = gaps(diagnosis, language, program)
    if diagnosis.summary.verdict is SummaryVerdict.EXPLAINED:
        missing = (brief_rows.in_one_line(row, language) for row in missing)
    common += missing  # where no cause is known, what is missing is what to get
    common += others
    lead = headline(diagnosis, language) if is_large(diagnosis) else ""
    return Brief(language=language, headline=lead, blocks=tuple(blocks), rows=tuple(common))


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
    # What is said of another node needs no section of its own.
    short = [row for row in actions if _points_elsewhere(row)]
    return BriefBlock(
        block=head,
        deciding=said_in(head.sentence, quotes),
        quotes=quotes,
        actions=tuple(row for row in actions if row not in short),
        notes=(*short, *brief_rows.notes(group, finding, diagnosis, language)),
        next_step=brief_rows.next_step(node, finding, language),
    )


def _points_elsewhere(row: Row) -> bool:
    """Whether the row says no more than where the same stands already."""
    return len(row.lines) == 1 and not row.lines[0].command


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
