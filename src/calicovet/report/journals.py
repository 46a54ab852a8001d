"""Rollbacks and journals as people read them."""

from collections.abc import Sequence

from calicovet.model.fix import RolledBack, UndoState
from calicovet.model.journal import Journal
from calicovet.model.language import Language
from calicovet.report.fix import undo_lines
from calicovet.report.page import Line, Page, Row
from calicovet.report.since import stamp
from calicovet.report.terminal import render_terminal
from calicovet.report.words import words
from calicovet.report.wrap import pad, width_of


def render_rollback(
    rolled: RolledBack, language: Language, *, program: str, width: int, colour: bool
) -> str:
    """What was undone, or why nothing was."""
    frame = words(language)
    if not rolled.undone:
        headline = frame.say("rollback.nothing")
    elif rolled.failed:
        some = any(undo.state is UndoState.UNDONE for undo in rolled.undone)
        headline = frame.say("rollback.some-left" if some else "rollback.none-undone")
    else:
        headline = frame.say("rollback.could" if rolled.dry_run else "rollback.all")
    rows = [Row(frame.say("label.undo"), undo_lines(rolled.undone, language))]
    if not rolled.undone:
        rows = []
    if rolled.dry_run and rolled.undone and not rolled.failed:
        line = " ".join((program, "rollback", rolled.journal, *rolled.where))
        rows.append(Row(frame.say("label.next"), (Line(line, command=True),)))
    rows.append(Row(frame.say("fix.label.journal"), (Line(rolled.path, command=True),)))
    page = Page(language=language, headline=headline, rows=tuple(rows))
    return render_terminal(page, width=width, colour=colour)


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
                frame.say(f"rollback.journal.{each.state}"),
            )
        )
    widths = [max(width_of(row[at]) for row in table) for at in range(len(columns))]
    lines = ("  ".join(map(pad, row, widths)).rstrip() for row in table)
    return "".join(f"{line}\n" for line in lines)
