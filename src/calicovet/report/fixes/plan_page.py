"""A plan for the terminal: fault, owner, steps, result."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from calicovet.model.commands.shell import Part, command, joined, part
from calicovet.model.finding import Verdict
from calicovet.model.language import Language
from calicovet.model.remediation.change import (
    Elsewhere,
    HostScript,
    PlannedStep,
)
from calicovet.model.remediation.fix import Applied, Ending, Fix, Undo, UndoState
from calicovet.model.remediation.outcome import Outcome, Result
from calicovet.model.remediation.plan import Offer, Risk
from calicovet.report import cause_sentences
from calicovet.report.fixes.change_lines import (
    affected_nodes,
    change_text,
    promise,
    reason_text,
    refusals,
    undo_lines,
    why_refused,
)
from calicovet.report.fixes.host_script import file_name, render_script, scripts_in
from calicovet.report.fixes.steps import step_lines
from calicovet.report.page import rows
from calicovet.report.page.parts import Block, BoxState, Line, Page, Row, Tone
from calicovet.report.terminal.layout import Span, Styled, lay_out
from calicovet.report.terminal.render import render_lines
from calicovet.report.words import Words, words

_MOST_PROOF = 3
_ADDED, _TAKEN = BoxState.PASSED, BoxState.FAILED


def render_fix(
    fix: Fix, language: Language, *, program: str, width: int, colour: bool, apply: bool = False
) -> str:
    """The whole plan; with `apply`, it is about to be sent, and how to do that is left out."""
    page = Page(
        language=language,
        blocks=tuple(_blocks(fix, language)),
        rows=tuple(_rows(fix, language, program, apply=apply)),
    )
    return drawn(page, fix.diffs, width, colour)


def render_applied(
    applied: Applied, fix: Fix, language: Language, *, program: str, width: int, colour: bool
) -> str:
    """What was done, what came of it, and the way back."""
    frame = words(language)
    page = Page(
        language=language,
        headline=_ending(applied, frame),
        rows=tuple(_what_came(applied, fix, language, program)),
    )
    return drawn(page, (), width, colour)


def fix_line(fix: Fix, program: str) -> Part:
    """What to type for this very plan, in this very cluster."""
    parts = [part("{program} fix {causes}", program=part(program), causes=",".join(fix.causes))]
    parts += [part("--node {node}", node=fix.node)] if fix.node else []
    parts += [part("--even-if-managed")] if fix.even_if_managed else []
    return joined(" ", (*parts, *fix.where, *fix.how))


def rollback_line(program: str, journal: str, more: Iterable[Part]) -> str:
    """What to type to have it taken back."""
    begin = part("{program} rollback {journal}", program=part(program), journal=journal)
    return str(joined(" ", (begin, *more)))


def can_be_applied(fix: Fix) -> bool:
    """Whether a cluster is there that would take it, and the cause is sure enough."""
    return bool(fix.rehearsed) and fix.sure and not fix.refused


def next_line(fix: Fix, program: str) -> str:
    """What to type to have it done."""
    return command("{line} --apply", line=fix_line(fix, program))


def drawn(page: Page, diffs: Iterable[str], width: int, colour: bool) -> str:
    changed = {line for text in diffs for line in text.splitlines()}
    lines = [_coloured(line, changed) for line in lay_out(page, width)]
    return render_lines(lines, width=width, colour=colour)


def _coloured(line: Styled, changed: set[str]) -> Styled:
    """A line of a diff in the colours that everybody gives it."""
    if not line or line[-1].style != "command" or line[-1].text not in changed:
        return line
    text = line[-1].text
    style = {"+": _ADDED, "-": _TAKEN, "@": "dim"}.get(text[:1], "")
    return (*line[:-1], Span(text, style))


def _blocks(fix: Fix, language: Language) -> Iterator[Block]:
    """One for each cause."""
    frame = words(language)
    for cause in fix.causes:
        sick = [(node, finding) for node, finding in fix.sick if finding.name == cause]
        if not sick:
            continue
        node, finding = sick[0]
        tone = _TONES.get(finding.verdict, Tone.UNKNOWN)
        proof = [*rows.proof(finding, language)]
        yield Block(
            node=frame.listed(affected_nodes(sick, frame)),
            pod=node.pod if len(sick) == 1 else "",
            tone=tone,
            verdict=frame.say(f"verdict.{tone}" if tone in _SURE else "fix.not-proven"),
            sentence=cause_sentences.sentence(finding, language),
            cause=f"{finding.name} ({finding.code})",
            rows=tuple(Row(row.label, row.lines[:_MOST_PROOF], row.numbered) for row in proof),
        )


_TONES = {Verdict.PROVEN: Tone.PROVEN, Verdict.LIKELY: Tone.LIKELY}
_SURE = (Tone.PROVEN, Tone.LIKELY)


def _rows(fix: Fix, language: Language, program: str, *, apply: bool) -> Iterator[Row]:
    frame, plan = words(language), fix.plan
    if plan.chain or plan.owner:
        links = plan.chain or (cause_sentences.owner(plan.owner, language),)
        lines = [Line(link) for link in links]
        if not plan.chain and "Installation/" in plan.owner and "DaemonSet/" in plan.owner:
            lines.append(Line(frame.say("fix.either")))
        yield Row(frame.say("fix.label.decides"), tuple(lines))
    yield Row(frame.say("label.do"), tuple(step_lines(fix, language)))
    yield from _elsewhere(plan.steps, frame)
    if fix.diffs:
        lines = [Line(line, command=True) for text in fix.diffs for line in text.splitlines()]
        yield Row(frame.say("fix.label.diff"), tuple(lines))
    if undo := tuple(_undo(plan.steps, language)):
        yield Row(frame.say("label.undo"), undo)
    yield Row(frame.say("fix.label.risk"), (Line(_risk(fix, language)),))
    if less := tuple(_instead(plan.instead, language)):
        yield Row(frame.say("fix.label.instead"), less)
    if plan.does_not_help:
        vain = frame.listed([cause_sentences.vain(what, language) for what in plan.does_not_help])
        yield Row(frame.say("fix.label.vain"), (Line(vain),))
    yield Row(frame.say("fix.label.promise"), tuple(_promised(fix, language)))
    if fix.left_out:
        left = frame.say("fix.left-out", causes=frame.listed(fix.left_out))
        yield Row(frame.say("fix.label.left-out"), (Line(left),))
    if fix.unread:
        unread = (
            line
            for ref, refused in fix.unread
            for line in (
                Line(frame.say("fix.of", object=ref.title, told=frame.say("fix.unread"))),
                *why_refused(refused, frame),
            )
        )
        yield Row(frame.say("fix.label.unread"), tuple(unread))
    yield from _next(fix, frame, program, apply=apply)
    yield from _scripts(fix, language, program)


def _elsewhere(steps: Sequence[PlannedStep], frame: Words) -> Iterator[Row]:
    lines: list[Line] = []
    told: set[Elsewhere] = set()
    for step in steps:
        found = step.elsewhere
        if found is None or found in told:
            continue
        told.add(found)
        lines.append(Line(frame.say(f"fix.form.{found.form}", where=found.where)))
        lines += [Line(line, command=True) for line in found.text.splitlines()]
    if lines:
        yield Row(frame.say("fix.label.elsewhere"), tuple(lines))


def _scripts(fix: Fix, language: Language, program: str) -> Iterator[Row]:
    """What is done on hosts in one go, and why some of it is not."""
    frame, plan = words(language), fix.plan
    lines = [
        Line(frame.say(f"fix.no-script-{step.no_script}", number=str(number)))
        for number, step in enumerate(plan.steps, 1)
        if step.no_script
    ]
    key = "fix.script" if any(step.script for step in plan.steps) else "fix.script-instead"
    for script in scripts_in(plan):
        node, file = script.node or frame.say("page.this-node"), file_name(script)
        lines.append(Line(frame.say(key, node=node, file=file)))
        lines += [Line(line, command=True) for line in _script(script, fix, language, program)]
    if lines:
        yield Row(frame.say("fix.label.script"), tuple(lines))


def _script(script: HostScript, fix: Fix, language: Language, program: str) -> Sequence[str]:
    """The whole of it where one node was asked about; else how to get it, because it is long."""
    if fix.node or script.node is None:
        return render_script(script, fix.plan, language).splitlines()
    line = fix_line(replace(fix, node=script.node), program)
    # A text is given again; a cluster is there.
    paths = part(" PATH…" if fix.rehearsed is None else "")
    return (
        command(
            "{line}{paths} -o script > {file}",
            line=line,
            paths=paths,
            file=file_name(script),
        ),
    )


def _undo(steps: Sequence[PlannedStep], language: Language) -> Iterator[Line]:
    """The way back, last step first."""
    frame = words(language)
    lines = cause_sentences.undo([step.offered for step in steps if not step.elsewhere])
    yield from (Line(line, command=True) for line in lines)
    told = cause_sentences.no_undo([step.offered for step in steps], language)
    yield from (Line(text) for text in told)
    if any(step.elsewhere for step in steps):
        yield Line(frame.say("fix.undo-elsewhere"))
    disturbing = [step for step in steps if step.offered.risk is not Risk.NONE]
    if disturbing and all(step.offered.key in _RESTARTS for step in disturbing):
        yield Line(frame.say("fix.undo-restart"))


_RESTARTS = ("restart-pod", "restart-unit")


def _risk(fix: Fix, language: Language) -> str:
    """What is disturbed, and what restarts."""
    frame, plan = words(language), fix.plan
    risk = max((step.offered.risk for step in plan.steps), default=Risk.NONE)
    nothing = plan.restarts in ("", "restarts.none")
    restarts = frame.say(
        "line.restarts-nothing" if nothing else "line.restarts",
        restarts=cause_sentences.restarts(offer_of(fix), language),
    )
    if risk in _TOLD_BY_RESTARTS and not nothing:
        return restarts
    told = frame.say(f"risk.{risk.name.lower().replace('_', '-')}")
    return cause_sentences.joined((told, restarts), language)


_TOLD_BY_RESTARTS = (Risk.RESTARTS_ONE_POD, Risk.ROLLS_ALL_NODES, Risk.MOVES_WORKLOADS)


def _instead(steps: Sequence[PlannedStep], language: Language) -> Iterator[Line]:
    """Another way, as a rule the one with the least reach; of nodes that have the same, one for all."""
    if not steps:
        return
    frame, others = words(language), dict.fromkeys(step.node for step in steps if step.node)
    shown = [step for step in steps if step.node in (None, next(iter(others), None))]
    ways = [cause_sentences.step(step.cause, step.offered, language) for step in shown]
    told, choices = cause_sentences.choices(
        cause_sentences.other_way(ways, [step.offered for step in shown], language)
    )
    yield Line(told, choices=choices)
    lines = (line for step in shown if not step.elsewhere for line in step.offered.commands)
    yield from (Line(line, command=True) for line in dict.fromkeys(lines))
    if rest := [name for name in others if name][1:]:
        yield Line(frame.say("fix.same-on", nodes=frame.listed(rest)))


def _promised(fix: Fix, language: Language) -> Iterator[Line]:
    yield Line(promise(fix, language))
    if fix.plan.untried:
        frame = words(language)
        yield Line(frame.say("line.untried", nodes=frame.listed(fix.plan.untried)))


def offer_of(fix: Fix) -> Offer:
    """The plan in the form that a diagnosis prints."""
    plan = fix.plan
    return Offer(
        owner=plan.owner,
        steps=tuple(step.offered for step in plan.steps),
        restarts=plan.restarts,
        restarts_count=plan.restarts_count,
        instead=tuple(step.offered for step in plan.instead),
    )


def _next(fix: Fix, frame: Words, program: str, *, apply: bool) -> Iterator[Row]:
    """What the server says to it, and what to type to have it done."""
    rehearsal, label = frame.say("fix.label.rehearsal"), frame.say("fix.label.next")
    if fix.rehearsed is None:
        lines = (Line(frame.say("fix.no-server")), Line(str(fix_line(fix, program)), command=True))
        yield Row(rehearsal, lines)
        return
    if not fix.changes:
        managed = any(step.elsewhere for step in fix.plan.steps) and not fix.even_if_managed
        key = "fix.next-elsewhere" if managed else "fix.next-by-hand"
        yield Row(label, (Line(frame.say(key)),))
        return
    if fix.refused:
        yield Row(rehearsal, tuple(refusals(fix.refused, frame)))
    else:
        taken = frame.say("fix.taken", count=str(len(fix.rehearsed)))
        yield Row(rehearsal, (Line(taken),))
    yield Row(frame.say("fix.label.plan"), (Line(fix.plan.id, command=True),))
    if apply or fix.refused:
        return
    if fix.sure:
        yield Row(label, (Line(next_line(fix, program), command=True),))
    else:
        yield Row(label, (Line(frame.say("fix.next-not-proven")),))


def _ending(applied: Applied, frame: Words) -> str:
    if applied.ending is Ending.APPLIED and applied.outcome is not None:
        return frame.say(f"fix.result.{applied.outcome.result}")
    if applied.ending is Ending.HALF and all_back(applied.undone):
        return frame.say("fix.ending.taken-back")
    return frame.say(f"fix.ending.{applied.ending}")


def all_back(undone: Sequence[Undo]) -> bool:
    """Whether nothing of what was done is left."""
    back = (UndoState.UNDONE, UndoState.AS_BEFORE, UndoState.NO_UNDO)
    return bool(undone) and all(undo.state in back for undo in undone)


def _what_came(applied: Applied, fix: Fix, language: Language, program: str) -> Iterator[Row]:
    frame = words(language)
    if applied.done:
        lines = tuple(Line(change_text(change, frame)) for change in applied.done)
        yield Row(frame.say("fix.label.done"), lines)
    if applied.refused:
        yield Row(frame.say("fix.label.refused"), tuple(refusals(applied.refused, frame)))
    if applied.outcome is not None:
        yield from _outcome(applied.outcome, language)
    if applied.rolling:
        yield Row(frame.say("fix.label.rolling"), (Line(frame.say("fix.rolling")),))
    if applied.undone:
        yield Row(frame.say("label.undo"), undo_lines(applied.undone, language))
    if applied.journal and not all_back(applied.undone):
        line = rollback_line(program, applied.journal, fix.where)
        back = Line(line, command=True)
        yield Row(frame.say("fix.label.back"), (back,))
    if applied.journal:
        yield Row(frame.say("fix.label.journal"), (Line(applied.path, command=True),))


def _outcome(outcome: Outcome, language: Language) -> Iterator[Row]:
    frame = words(language)
    lines = tuple(Line(reason_text(reason, language)) for reason in outcome.reasons)
    if lines:
        kept = outcome.result is Result.KEPT
        yield Row(frame.say("fix.label.because" if not kept else "fix.label.seen"), lines)
