"""The rows of a block at a glance: what to run, and one line for each thing worth knowing."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from calicovet.model.commands.again import Again
from calicovet.model.diagnosis import Diagnosis, NodeDiagnosis
from calicovet.model.finding import Contrast, Finding, NextQuestion, Verdict
from calicovet.model.language import Language
from calicovet.model.remediation.plan import Offer, Risk
from calicovet.report import cause_sentences
from calicovet.report.page import rows
from calicovet.report.page.onset import since
from calicovet.report.page.parts import Line, Row
from calicovet.report.words import close_up, words

_MOST_COMMANDS = 2
"""A plan with more of them is shown by its steps, and `fix` prints the commands."""
_MOST_STEPS = 4
_MOST_OUTCOMES = 3
_FITS = (Verdict.PROVEN, Verdict.LIKELY, Verdict.POSSIBLE)


def fix(
    finding: Finding,
    asked: NextQuestion | None,
    language: Language,
    again: Again,
    told: dict[str, str],
) -> Iterator[Row]:
    """What puts it right, what that restarts, and how to undo it; once for nodes with the same cause."""
    frame = words(language)
    if finding.name in told:
        yield Row(
            frame.say("label.do"), (Line(frame.say("line.same-plan", node=told[finding.name])),)
        )
        return
    offer = finding.offer
    if offer is None or not offer.steps or _only_asks(offer, asked):
        return
    # Beside a question there is room for one command.
    if sum(len(step.commands) for step in offer.steps) > (1 if asked else _MOST_COMMANDS):
        asked_first = finding.verdict is not Verdict.PROVEN and is_risky(offer)
        most = 1 if asked_first else _MOST_STEPS
        yield from _in_steps(finding.name, offer, language, again, most)
    else:
        yield from _in_commands(finding.name, offer, language)


def _only_asks(offer: Offer, asked: NextQuestion | None) -> bool:
    """Whether the plan only looks for what lies behind, and the next question does that as well."""
    commands = cause_sentences.commands(offer.steps)
    return asked is not None and bool(commands) and all(one in asked.command for one in commands)


def _in_commands(cause: str, offer: Offer, language: Language) -> Iterator[Row]:
    """A plan of one command or two, ready to copy."""
    frame = words(language)
    said = _steps_of(cause, offer, language)
    reach = _reach(offer, language)
    lines: list[Line] = []
    for number, (step, text) in enumerate(zip(offer.steps, said, strict=True), 1):
        if len(said) == 1:
            text = cause_sentences.joined((text, reach), language)
        lines.append(Line(f"{number}. {text}" if len(said) > 1 else text))
        lines += [Line(line, command=True) for line in step.commands]
    if len(said) > 1:
        lines.append(Line(reach))
    yield Row(frame.say("label.do"), tuple(lines))
    back = cause_sentences.undo(offer.steps)
    if 0 < len(back) <= _MOST_COMMANDS:
        yield Row(frame.say("label.undo"), tuple(Line(line, command=True) for line in back))
    elif not back and (none := cause_sentences.no_undo(offer.steps, language)):
        yield Row(frame.say("label.undo"), (Line(none[0]),), one_line=True)


def _in_steps(
    cause: str, offer: Offer, language: Language, again: Again, most: int
) -> Iterator[Row]:
    """A plan of many commands by its first steps, and the one command that prints them all."""
    frame = words(language)
    said = _steps_of(cause, offer, language)
    shown = [_without_place(text) for text in said[:most]]
    if most > 1 and (more := len(said) - most) > 0:
        shown.append(frame.say("page.more", count=str(more)))
    told = cause_sentences.joined(shown, language)
    if len(said) > 1:
        place = next(
            (found["place"] or found["place_zh"] for text in said if (found := _PLACE.match(text))),
            "",
        )
        told = frame.say(
            "line.steps" if most > 1 else "line.first-step", count=str(len(said)), steps=told
        )
        told = close_up(f"{place}{told}")
    reach = _reach(offer, language)
    command = again.fix.replace("{cause}", cause) if again.fix else again.details
    told = frame.say(
        "line.all-commands" if command else "line.all-commands-in-details",
        steps=told,
        reach=f"{reach[:1].upper()}{reach[1:]}",
    )
    lines = (Line(told), Line(command, command=True)) if command else (Line(told),)
    yield Row(frame.say("label.do"), lines)


_PLACE = re.compile(r"(?P<place>On \S+, )|先?(?P<place_zh>在 \S+ 上)，?")
"""Where a step is done, at its beginning; said once for all steps."""


def _without_place(text: str) -> str:
    rest = _PLACE.sub("", text, count=1) if _PLACE.match(text) else text
    return rest[:1].lower() + rest[1:] if rest[1:2].islower() else rest


def _steps_of(cause: str, offer: Offer, language: Language) -> list[str]:
    """What each step does, without reasons and choices."""
    told = (cause_sentences.step(cause, step, language) for step in offer.steps)
    return [_main_clause(cause_sentences.choices(text)[0]) for text in told]


_ENDS_A_CLAUSE = re.compile(r"; |；|。|\. ")
_IN_BRACKETS = re.compile(r" ?\([^()]{1,200}\)|（[^（）]{1,200}）")


def _main_clause(text: str) -> str:
    """The beginning of a sentence, up to reasons and special cases."""
    plain = _IN_BRACKETS.sub("", text)
    return _ENDS_A_CLAUSE.split(plain, maxsplit=1)[0].rstrip(".")


def _reach(offer: Offer, language: Language) -> str:
    """What it restarts; special cases are among the details."""
    nothing = offer.restarts in ("", "restarts.none")
    told = words(language).say(
        "line.restarts-nothing" if nothing else "line.restarts",
        restarts=cause_sentences.restarts(offer, language),
    )
    return _main_clause(told)


def is_risky(offer: Offer | None) -> bool:
    """Whether a plan disturbs more than a pod, so that a likely cause is better proven first."""
    return offer is not None and offer.risk > Risk.RESTARTS_ONE_POD


def next_question(
    node: NodeDiagnosis, finding: Finding | None, language: Language, told: dict[str, str]
) -> Iterator[Row]:
    """The one command that decides, with at most three outcomes; the suspected one first."""
    frame = words(language)
    for row in rows.next_question(node, language):
        asked, command, *answers = row.lines
        key = "\n".join(line.text for line in (command, *answers))
        if answers and key in told:
            yield Row(row.label, (Line(frame.say("line.same-plan", node=told[key])),))
            return
        told[key] = rows.called(node) or rows.unnamed(language)
        shown = _concerning(answers, node, finding)[:_MOST_OUTCOMES]
        yield Row(
            row.label,
            (asked, command, *shown),
            outcomes=len(shown),
            more=len(answers) - len(shown),
        )


def _concerning(lines: Sequence[Line], node: NodeDiagnosis, finding: Finding | None) -> list[Line]:
    """The outcomes that make a likely cause surer, or one of its rivals; its own first."""
    answers = node.next.answers if node.next else ()
    if finding is None or finding.verdict is Verdict.PROVEN or not finding.wants:
        return list(lines)
    fits = {one.name for one in node.findings if one.verdict in _FITS}
    told = zip(answers, lines, strict=True)
    shown = [(answer.then, line) for answer, line in told if answer.then in fits]
    return [line for _, line in sorted(shown, key=lambda one: one[0] != finding.name)]


def next_step(node: NodeDiagnosis, finding: Finding | None, language: Language) -> str:
    """What to do now, in one phrase."""
    if finding is not None and finding.offer is not None and finding.offer.steps:
        proven = finding.verdict is Verdict.PROVEN
        if proven or node.next is None or not is_risky(finding.offer):
            return _steps_of(finding.name, finding.offer, language)[0]
    if node.next is not None:
        return cause_sentences.question(node.next, node.node or "", node.pod, language)
    return ""


def notes(
    group: Sequence[NodeDiagnosis],
    finding: Finding | None,
    diagnosis: Diagnosis,
    language: Language,
) -> Iterator[Row]:
    """What else is known of the nodes, in one line each."""
    node = group[0]
    told: list[Row] = []
    if finding is None:
        told += rows.bystanders(node, language)
        told += rows.differences(node, language)
        told += _possible(node, language)
    else:
        told += _peers(finding, diagnosis, language)
        if finding.verdict is not Verdict.PROVEN:
            told += (replace(row, spare=True) for row in _possible(node, language))
    if node.changes:
        told += since(list(group), diagnosis, language)
    told += rows.ahead(node, language)
    told += rows.victims(list(group), diagnosis, language)
    told += rows.alike(list(group), language)
    yield from (in_one_line(row, language) for row in told)


def _possible(node: NodeDiagnosis, language: Language) -> Iterator[Row]:
    """The suspects, unless the outcomes of the next command name them all."""
    named = {answer.then for answer in node.next.answers[:_MOST_OUTCOMES]} if node.next else set()
    suspects = {one.name for one in node.findings if one.verdict is Verdict.POSSIBLE}
    if suspects - named:
        yield from rows.possible(node, language)


def _peers(finding: Finding, diagnosis: Diagnosis, language: Language) -> Iterator[Row]:
    """All that the peers show, in one line; nothing where none was examined."""
    if not (finding.contrast.absent_on or finding.contrast.shows_on):
        return
    for row in rows.peers(finding, diagnosis, language):
        text = words(language).say("page.separator").join(line.text for line in row.lines)
        yield Row(row.label, (Line(text),))


def in_one_line(row: Row, language: Language, *, spare: bool = False) -> Row:
    """The first line of a row, and how many more there are; the rest is among the details."""
    first, *more = row.lines
    aside = words(language).say("page.more", count=str(len(more))) if more else ""
    text = _main_clause(first.text) if first.quote else first.text
    line = Line(text, quote=first.quote, aside=aside)
    return Row(row.label, (line,), one_line=True, spare=spare or row.spare)


def others(diagnosis: Diagnosis, finding: Finding | None, language: Language) -> Iterator[Row]:
    """How the other nodes are, unless all of them were named as peers."""
    contrast = finding.contrast if finding is not None else Contrast()
    peers = len(contrast.absent_on)
    for row in rows.others(diagnosis, language):
        if len(row.lines) > 1 or peers < diagnosis.summary.healthy:
            text = words(language).say("page.separator").join(line.text for line in row.lines)
            yield Row(row.label, (Line(text),), one_line=True, spare=True)


def explained(cause: str, language: Language, program: str) -> Row:
    """Where to read more."""
    frame = words(language)
    explain = frame.say("line.explain", program=program, cause=cause)
    aside = frame.say("line.more-details")
    return Row(frame.say("label.more"), (Line(explain, command=True, aside=aside),))
