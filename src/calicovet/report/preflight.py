"""The result of `preflight` as a check list and as JSON."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from calicovet.model.diagnosis import Diagnosis, Summary, SummaryVerdict
from calicovet.model.evidence import Gap
from calicovet.model.language import Language
from calicovet.preflight.check import Answer, Check, Result
from calicovet.preflight.run import Foreseen, Preflight
from calicovet.report.cause_sentences import in_both, summary
from calicovet.report.machine.json_text import json_text
from calicovet.report.page.gaps import gaps as gap_rows
from calicovet.report.page.parts import Tone
from calicovet.report.terminal.layout import Span, Styled
from calicovet.report.terminal.render import render_lines
from calicovet.report.terminal.wrap import pad, width_of, wrap
from calicovet.report.words import Words, words

_MARKS = {Answer.BAD: "x", Answer.RISK: "!", Answer.NOT_KNOWN: "?", Answer.OK: "v"}
_TONES = {
    Answer.BAD: Tone.PROVEN,
    Answer.RISK: Tone.LIKELY,
    Answer.NOT_KNOWN: Tone.UNKNOWN,
    Answer.OK: Tone.HEALTHY,
}
_WORST_FIRST = tuple(Answer)
_MOST_NODES = 4


def render_preflight(
    found: Preflight,
    language: Language,
    *,
    gaps: Sequence[Gap] = (),
    notes: Sequence[str] = (),
    hosts_asked: bool,
    everything: bool = False,
    program: str = "calicovet",
    width: int,
    colour: bool,
) -> str:
    """A sentence, then a line for each group and one for each check that is not fine.

    With `everything` also for those that are. Where no host was asked, what only hosts know is one line.
    """
    frame = words(language)
    headline = _headline(found, frame, hosts_asked=hosts_asked)
    lines: list[Styled] = [(Span(line, "bold"),) for line in wrap(headline, width)]
    lines.append(())
    drawing = _Drawing(found, frame, hosts_asked, everything, program, width)
    lines += drawing.groups()
    # In the form that a diagnosis prints.
    unread = Diagnosis(summary=Summary(SummaryVerdict.COULD_NOT_LOOK), gaps=tuple(gaps))
    rows = gap_rows(unread, language, program)
    closing = [*notes, *(f"{row.label}: {line.text}" for row in rows for line in row.lines)]
    if closing:
        lines.append(())
    for note in closing:
        for number, line in enumerate(wrap(note, width - 2)):
            lines.append((Span(f"  {line}" if number else line),))
    return render_lines(lines, width=width, colour=colour)


def render_preflight_json(found: Preflight, gaps: Sequence[Gap]) -> str:
    """The same for programs, in both languages."""
    from calicovet.report.machine.diagnosis_json import gap_json

    told = {
        "schema": "calicovet-preflight/v1",
        "answer": found.answer,
        "nodes": list(found.nodes),
        "untold": found.untold,
        "checks": [_check_json(each) for each in found.foreseen],
        "gaps": [gap_json(gap) for gap in gaps],
    }
    return json_text(told)


def _check_json(each: Foreseen) -> dict[str, object]:
    check, result = each.check, each.result
    said = result.answer in (Answer.BAD, Answer.RISK) or bool(result.key)
    return {
        "name": check.name,
        "group": check.group,
        "answer": result.answer,
        "nodes": list(each.nodes),
        "what": in_both(lambda language: _what(check, words(language))),
        "sentence": in_both(lambda language: _said(each, words(language))) if said else None,
        "cause": result.cause or None,
        "decided_by": check.shown_by or None,
        "evidence": [
            {"source": shown.source, "excerpt": shown.excerpt, "taken_by": shown.taken_by}
            for shown in each.evidence
        ],
    }


def _headline(found: Preflight, frame: Words, *, hosts_asked: bool) -> str:
    told = [each for each in found.foreseen if hosts_asked or not _of_hosts(each)]
    count = {answer: sum(each.result.answer is answer for each in told) for answer in _WORST_FIRST}
    names = found.nodes
    nodes = (
        frame.listed(names, _MOST_NODES)
        if 0 < len(names) <= _MOST_NODES
        else frame.count(len(names))
    )
    said = [
        frame.say(
            f"preflight.{found.answer}",
            nodes=nodes,
            bad=_things(count[Answer.BAD], frame),
            risk=_things(count[Answer.RISK], frame),
        )
    ]
    if found.answer is Answer.BAD and count[Answer.RISK]:
        said.append(frame.say("preflight.also-risk", risk=_things(count[Answer.RISK], frame)))
    if found.answer is not Answer.NOT_KNOWN and count[Answer.NOT_KNOWN]:
        said.append(frame.say("preflight.also-open", open=_things(count[Answer.NOT_KNOWN], frame)))
    return frame.say("preflight.between").join(said)


def _things(count: int, frame: Words) -> str:
    return frame.say(f"preflight.thing-{'one' if count == 1 else 'many'}", count=str(count))


class _Drawing:
    """Groups below each other."""

    def __init__(
        self,
        found: Preflight,
        frame: Words,
        hosts_asked: bool,
        everything: bool,
        program: str,
        width: int,
    ) -> None:
        self._found = found
        self._frame = frame
        self._hosts_asked = hosts_asked
        self._everything = everything
        self._program = program
        self._width = width
        self._comma = frame.say("page.comma")
        named = {each.check.group for each in found.foreseen}
        self._column = max((width_of(self._group_name(group)) for group in named), default=0)

    def groups(self) -> Iterator[Styled]:
        unasked: list[Foreseen] = []
        for group, members in groupby(self._found.foreseen, key=lambda each: each.check.group):
            every = tuple(members)
            if not self._hosts_asked and not self._everything:
                unasked += (each for each in every if _of_hosts(each))
                every = tuple(each for each in every if not _of_hosts(each))
            if every:
                yield from self._group(group, every)
        if unasked:
            yield self._unasked(unasked)

    def _group(self, group: str, members: tuple[Foreseen, ...]) -> Iterator[Styled]:
        counts = [
            self._frame.say(f"preflight.{key}", count=str(count))
            for answer, key in ((Answer.OK, "fine"), (Answer.NOT_KNOWN, "open"))
            if (count := len({each.check.name for each in members if each.result.answer is answer}))
        ]
        worst = min((each.result.answer for each in members), key=_WORST_FIRST.index)
        yield self._head(worst, self._group_name(group), self._comma.join(counts))
        for each in members:
            yield from self._check(each)

    def _unasked(self, unasked: Sequence[Foreseen]) -> Styled:
        """What only the hosts can tell, where none was asked."""
        count = len({each.check.name for each in unasked})
        groups = dict.fromkeys(self._group_name(each.check.group) for each in unasked)
        said = self._frame.say(
            "preflight.unasked", count=str(count), groups=self._comma.join(groups)
        )
        return self._head(Answer.NOT_KNOWN, self._frame.say("preflight.group.hosts"), said)

    def _head(self, worst: Answer, name: str, said: str) -> Styled:
        return (
            Span(f"{_MARKS[worst]} ", _TONES[worst]),
            Span(pad(name, self._column), "bold"),
            Span(f"  {said}"),
        )

    def _check(self, each: Foreseen) -> Iterator[Styled]:
        check, result = each.check, each.result
        if result.answer is Answer.OK:
            if self._everything:
                yield from self._line(result, self._on(each, _what(check, self._frame)))
        elif result.answer is Answer.NOT_KNOWN:
            yield from self._line(result, self._on(each, self._not_known(each)))
        else:
            yield from self._line(result, self._on(each, _said(each, self._frame)))
            if result.cause:
                page = self._frame.say("preflight.page", program=self._program, cause=result.cause)
                yield (Span("      "), Span(page, "command"))

    def _line(self, result: Result, text: str) -> Iterator[Styled]:
        first, *others = wrap(text, self._width - 4)
        yield (Span(f"  {_MARKS[result.answer]} ", _TONES[result.answer]), Span(first))
        yield from ((Span(f"    {line}"),) for line in others)

    def _on(self, each: Foreseen, sentence: str) -> str:
        """With the nodes, unless it is all of them."""
        if not each.nodes or each.nodes == self._found.nodes:
            return sentence
        nodes = self._frame.listed(each.nodes, _MOST_NODES)
        return self._frame.say("preflight.on", nodes=nodes, sentence=sentence)

    def _not_known(self, each: Foreseen) -> str:
        check = each.check
        if each.result.key:
            return _said(each, self._frame)
        key = "by-host" if check.shown_by else "by-api"
        what = _what(check, self._frame)
        return self._frame.say(f"preflight.{key}", what=what, command=check.shown_by)

    def _group_name(self, group: str) -> str:
        return self._frame.say(f"preflight.group.{group}")


def _of_hosts(each: Foreseen) -> bool:
    """Whether only the host could have told."""
    return each.result.answer is Answer.NOT_KNOWN and bool(each.check.shown_by)


def _what(check: Check, frame: Words) -> str:
    return frame.say(f"preflight.check.{check.name}.what")


def _said(each: Foreseen, frame: Words) -> str:
    result = each.result
    key = f"preflight.check.{each.check.name}.{result.key or result.answer}"
    details = {name: frame.heard(said) for name, said in result.details.items()}
    # A check that leaves all to a cause has no separate words.
    if key not in frame:
        return summary(result.cause, details, frame.language)
    return frame.say(key, **details)
