"""Rollbacks and journals for the terminal."""

from collections.abc import Sequence

from calicovet.model.commands.shell import part
from calicovet.model.language import Language
from calicovet.model.remediation.fix import RollbackEnding, RolledBack, UndoState
from calicovet.model.remediation.journal import Journal, Trust
from calicovet.report.fixes.change_lines import undo_lines
from calicovet.report.fixes.plan_page import drawn, rollback_line
from calicovet.report.page.onset import stamp
from calicovet.report.page.parts import Line, Page, Row
from calicovet.report.terminal.render import render_terminal
from calicovet.report.terminal.wrap import pad, width_of
from calicovet.report.words import Words, words


def render_rollback(
    rolled: RolledBack, language: Language, *, program: str, width: int, colour: bool
) -> str:
    """What was undone, or why nothing was."""
    frame = words(language)
    rows = []
    if rolled.undone:
        rows.append(Row(frame.say("label.undo"), undo_lines(rolled.undone, language)))
    if rolled.trust is not Trust.SEALED:
        lines = (Line(frame.say(f"rollback.trust.{rolled.trust}")),)
        rows.insert(0, Row(frame.say("rollback.label.seal"), lines))
    if rolled.ending is RollbackEnding.REHEARSED and rolled.plan:
        line = Line(rollback_line(program, rolled.journal, rolled.where), command=True)
        rows.append(Row(frame.say("fix.label.plan"), (Line(rolled.plan, command=True),)))
        rows.append(Row(frame.say("label.next"), (line,)))
    rows.append(Row(frame.say("fix.label.journal"), (Line(rolled.path, command=True),)))
    page = Page(language=language, headline=_headline(rolled, frame), rows=tuple(rows))
    return render_terminal(page, width=width, colour=colour)


def render_undo_plan(rolled: RolledBack, language: Language, *, width: int, colour: bool) -> str:
    """What is about to be sent, as one has to see it before saying yes."""
    frame = words(language)
    rows = (
        Row(frame.say("label.undo"), undo_lines(rolled.undone, language)),
        Row(frame.say("fix.label.plan"), (Line(rolled.plan, command=True),)),
    )
    page = Page(language=language, headline=frame.say("rollback.will"), rows=rows)
    diffs = tuple(undo.diff for undo in rolled.undone if undo.diff)
    return drawn(page, diffs, width, colour)


def confirming_line(rolled: RolledBack, program: str) -> str:
    """What to type where there is no terminal to ask on."""
    plan = part("--plan {plan}", plan=rolled.plan)
    return rollback_line(program, rolled.journal, (*rolled.where, plan))


def _headline(rolled: RolledBack, frame: Words) -> str:
    if rolled.ending is RollbackEnding.CANNOT:
        some = any(undo.state is UndoState.UNDONE for undo in rolled.undone)
        return frame.say("rollback.some-left" if some else "rollback.none-undone")
    if not rolled.undone:
        return frame.say("rollback.nothing")
    return frame.say(f"rollback.ending.{rolled.ending}")


def render_journals(journals: Sequence[Journal], language: Language) -> str:
    """One line each, the newest first."""
    frame = words(language)
    if not journals:
        return frame.say("rollback.no-journals") + "\n"
    columns = ("journal", "began", "cause", "nodes", "cluster", "state")
    table = [tuple(frame.say(f"rollback.column.{name}") for name in columns)]
    for each in journals:
        table.append(
            (
                each.id,
                stamp(each.began),
                frame.listed(each.causes),
                frame.listed(each.nodes, 3),
                each.context or each.server,
                _state(each, frame),
            )
        )
    widths = [max(width_of(row[at]) for row in table) for at in range(len(columns))]
    lines = ("  ".join(map(pad, row, widths)).rstrip() for row in table)
    return "".join(f"{line}\n" for line in lines)


def _state(journal: Journal, frame: Words) -> str:
    told = frame.say(f"rollback.journal.{journal.state}")
    if journal.trust is Trust.SEALED:
        return told
    return frame.say("rollback.unsealed", state=told)
