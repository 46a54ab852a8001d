"""The result of `whatif`: a table, JSON, and commands for what is unknown."""

from collections.abc import Iterable, Iterator, Sequence
from ipaddress import ip_address

from calicovet.diagnosis.whatif.trial import Answer, Trial, Tried, WhatIf
from calicovet.model.commands.manual_commands import by_hand
from calicovet.model.commands.shell import command
from calicovet.model.diagnosis import Diagnosis, Summary, SummaryVerdict
from calicovet.model.display.natural_order import natural
from calicovet.model.evidence import EvidenceKind, Gap, Request
from calicovet.model.facts.addresses import Interface
from calicovet.model.language import Language
from calicovet.report.machine.json_text import json_text
from calicovet.report.page.gaps import gaps as gap_rows
from calicovet.report.page.parts import Tone
from calicovet.report.terminal.layout import MARKS, Span, Styled
from calicovet.report.terminal.render import render_lines
from calicovet.report.terminal.wrap import pad, shorten, width_of, wrap
from calicovet.report.words import Words, words
from calicovet.startup.autodetection.what_if import Lack

_TONES = {
    Answer.RIGHT: Tone.HEALTHY,
    Answer.WRONG: Tone.PROVEN,
    Answer.NOT_KNOWN: Tone.UNKNOWN,
}
_COLUMNS = ("node", "now", "then", "link", "internal", "peers")
_WORST_FIRST = (Answer.WRONG, Answer.NOT_KNOWN, Answer.RIGHT)
_MOST_ROWS = 60
_LONGEST_NAME = 40


def render_whatif(
    found: Sequence[WhatIf],
    language: Language,
    *,
    gaps: Sequence[Gap] = (),
    hosts_unasked: bool = False,
    program: str = "calicovet",
    width: int,
    colour: bool,
    one: bool,
) -> str:
    """A sentence, the methods unless there is only `one`, and the best of them on every node.

    With `hosts_unasked` there is a way to hosts that was not taken.
    """
    lines: list[Styled] = []
    for whatif in found:
        if lines:
            lines.append(())
        lines += _family(whatif, words(language), width, one)
    lacks = {lack for whatif in found for lack, _, _ in undecided(whatif.trials)}
    if hosts_unasked and lacks & {Lack.LINKS, Lack.ROUTES}:
        lines += _noted((words(language).say("whatif.hosts"),), width)
    # In the form that a diagnosis prints.
    unread = Diagnosis(summary=Summary(SummaryVerdict.COULD_NOT_LOOK), gaps=tuple(gaps))
    for row in gap_rows(unread, language, program):
        lines += [(), *_noted((f"{row.label}: {line.text}" for line in row.lines), width)]
    return render_lines(lines, width=width, colour=colour)


def render_whatif_markdown(found: Sequence[WhatIf], language: Language, *, one: bool) -> str:
    """The same for tickets and chats."""
    frame = words(language)
    parts: list[str] = []
    for whatif in found:
        parts.append(f"**{_sentence(whatif, frame, one)}**")
        if not one:
            rows = [
                (_code(trial.method), frame.say(f"whatif.{trial.answer}"), _told(trial, frame))
                for trial in whatif.trials
            ]
            parts.append(_table(((frame.say("whatif.method"), "", ""), *rows)))
        head = tuple(frame.say(f"whatif.{column}") for column in _COLUMNS)
        ordered = _ordered(whatif.trials[0].nodes)
        parts.append(_table((head, *(_cells(tried, frame) for tried in ordered))))
        if notes := [*_notes(whatif, frame)]:
            parts.append("\n".join(f"- {note}" for note in notes))
    return "\n\n".join(parts) + "\n"


def render_whatif_json(found: Sequence[WhatIf], gaps: Sequence[Gap]) -> str:
    """The same for programs."""
    from calicovet.report.machine.diagnosis_json import gap_json

    told = {
        "schema": "calicovet-whatif/v1",
        "families": [
            {
                "family": whatif.family,
                "answer": whatif.answer,
                "methods": [_trial_json(trial) for trial in whatif.trials],
                "fixed": [{"node": node or None, "value": said} for node, said in whatif.fixed],
                "release_unknown": list(whatif.release_unknown),
                "untold": whatif.untold,
            }
            for whatif in found
        ],
        "gaps": [gap_json(gap) for gap in gaps],
    }
    return json_text(told)


def _trial_json(trial: Trial) -> dict[str, object]:
    return {
        "method": trial.method,
        "in_force": trial.in_force,
        "answer": trial.answer,
        "nodes": [_tried_json(tried, trial.method) for tried in trial.nodes],
    }


def _tried_json(tried: Tried, method: str) -> dict[str, object]:
    is_internal = None
    if tried.then is not None and tried.internal is not None:
        is_internal = tried.then.ip == tried.internal
    return {
        "node": tried.node or None,
        "now": _address(tried.now) or None,
        "then": _address(tried.then) or None,
        "link": tried.link or None,
        "internal": str(tried.internal) if tried.internal else None,
        "is_internal": is_internal,
        "beside_peers": tried.beside_peers,
        "answer": tried.answer,
        "error": tried.error or None,
        "not_known": tried.lacks,
        "decided_by": decides(tried.lacks, method) if tried.lacks else None,
    }


def _family(whatif: WhatIf, frame: Words, width: int, one: bool) -> Iterator[Styled]:
    yield from ((Span(line, "bold"),) for line in wrap(_sentence(whatif, frame, one), width))
    yield ()
    if not one:
        yield from _methods(whatif.trials, frame, width)
        yield ()
    yield from _nodes(whatif.trials[0], frame, width)
    if notes := [*_notes(whatif, frame)]:
        yield ()
    yield from _noted(notes, width)


def _noted(notes: Iterable[str], width: int) -> Iterator[Styled]:
    for note in notes:
        for number, line in enumerate(wrap(note, width - 4)):
            yield (Span("    " if number else "  "), Span(line))


def _sentence(whatif: WhatIf, frame: Words, one: bool) -> str:
    best = whatif.trials[0]
    open_ones = len(best.of(Answer.NOT_KNOWN)) + whatif.untold
    key = f"{'one' if one else 'best'}-{whatif.answer}"
    if not one and open_ones == len(best.nodes) + whatif.untold:
        key = "best-nothing"
    return frame.say(
        f"whatif.{key}",
        family=str(whatif.family),
        method=best.method,
        nodes=frame.count(len(best.nodes) + whatif.untold),
        wrong=str(len(best.of(Answer.WRONG))),
        open=str(open_ones),
    )


def _methods(trials: Sequence[Trial], frame: Words, width: int) -> Iterator[Styled]:
    longest = max(width_of(trial.method) for trial in trials)
    column = min(longest, max(width // 2, _LONGEST_NAME))
    for trial in trials:
        tone = _TONES[trial.answer]
        told = wrap(_told(trial, frame), max(width - column - 6, 24))
        yield (
            Span(f"  {MARKS[tone]} ", tone),
            Span(pad(trial.method, column), "bold"),
            Span(f"  {told[0]}"),
        )
        yield from ((Span(" " * (column + 6)), Span(line)) for line in told[1:])


def _told(trial: Trial, frame: Words) -> str:
    """`right on 2; wrong on ce-demo-2; in force`."""
    said = []
    if right := trial.of(Answer.RIGHT):
        said.append(frame.say("whatif.right-on", nodes=frame.count(len(right))))
    for answer in (Answer.WRONG, Answer.NOT_KNOWN):
        if names := [_name(tried, frame) for tried in trial.of(answer)]:
            said.append(frame.say(f"whatif.{answer}-on", nodes=frame.listed(names, 4)))
    if trial.in_force:
        said.append(frame.say("whatif.in-force"))
    return frame.say("page.separator").join(said)


def _nodes(trial: Trial, frame: Words, width: int) -> Iterator[Styled]:
    rows = _ordered(trial.nodes)
    shown = rows[:_MOST_ROWS]
    head = tuple(frame.say(f"whatif.{column}") for column in _COLUMNS)
    table = [head, *(_cells(tried, frame) for tried in shown)]
    longest = max(_LONGEST_NAME // 2, width - 70)
    table = [(shorten(row[0], longest), *row[1:]) for row in table]
    widths = [max(width_of(row[column]) for row in table) for column in range(len(head))]
    yield (Span("    "), Span(_row(table[0], widths), "dim"))
    for tried, row in zip(shown, table[1:], strict=True):
        tone = _TONES[tried.answer]
        now, then = pad(row[1], widths[1]), pad(row[2], widths[2])
        yield (
            Span(f"  {MARKS[tone]} ", tone),
            Span(f"{pad(row[0], widths[0])}  {now}  "),
            Span(then, tone),
            Span(f"  {_row(row[3:], widths[3:])}"),
        )
    if left := rows[_MOST_ROWS:]:
        more = frame.say("page.more", count=str(len(left)))
        yield (Span("    "), Span(f"{more}: {_told(_of(trial, left), frame)}"))


def _of(trial: Trial, nodes: tuple[Tried, ...]) -> Trial:
    return Trial(method=trial.method, in_force=False, nodes=nodes)


def _row(cells: Sequence[str], widths: Sequence[int]) -> str:
    return "  ".join(pad(cell, width) for cell, width in zip(cells, widths, strict=True)).rstrip()


def _ordered(nodes: tuple[Tried, ...]) -> tuple[Tried, ...]:
    return tuple(sorted(nodes, key=lambda tried: _WORST_FIRST.index(tried.answer)))


def _cells(tried: Tried, frame: Words) -> tuple[str, ...]:
    then = _address(tried.then)
    if not then:
        then = frame.say("whatif.no-address" if tried.error else "whatif.open")
    internal = frame.say("whatif.open")
    if tried.internal is not None and (tried.then is not None or tried.error):
        is_it = tried.then is not None and tried.then.ip == tried.internal
        own = str(tried.internal)
        internal = frame.say("whatif.yes") if is_it else frame.say("whatif.no-but", address=own)
    return (
        _name(tried, frame),
        _address(tried.now) or frame.say("whatif.open"),
        then,
        tried.link or frame.say("whatif.open"),
        internal,
        _yes(tried.beside_peers, frame),
    )


def _yes(said: bool | None, frame: Words) -> str:
    if said is None:
        return frame.say("whatif.open")
    return frame.say("whatif.yes" if said else "whatif.no")


def _name(tried: Tried, frame: Words) -> str:
    return tried.node or frame.say("page.no-node")


def _address(address: Interface | None) -> str:
    """With its prefix where that is known."""
    if address is None:
        return ""
    alone = address.network.prefixlen == address.max_prefixlen
    return str(address.ip if alone else address)


def _notes(whatif: WhatIf, frame: Words) -> Iterator[str]:
    """What else one must know: refusals in Calico's own words, what is not known, what no method changes."""
    best = whatif.trials[0]
    for error in dict.fromkeys(tried.error for tried in best.nodes if tried.error):
        names = [_name(tried, frame) for tried in best.nodes if tried.error == error]
        yield frame.say("whatif.ends-of", nodes=frame.listed(names), error=error)
    for lack, line, nodes in undecided(whatif.trials):
        names = [node or frame.say("page.no-node") for node in nodes]
        yield frame.say(f"whatif.lacks.{lack}", nodes=frame.listed(names), command=line)
    if whatif.untold:
        yield frame.say("whatif.untold", count=str(whatif.untold))
    for said in dict.fromkeys(said for _, said in whatif.fixed):
        names = [node or frame.say("page.no-node") for node, value in whatif.fixed if value == said]
        name = "IP" if whatif.family == 4 else "IP6"
        yield frame.say("whatif.fixed", nodes=frame.listed(names), name=name, value=said)
    if whatif.release_unknown:
        names = [node or frame.say("page.no-node") for node in whatif.release_unknown]
        yield frame.say("whatif.release", nodes=frame.listed(names))


def _table(rows: Sequence[Sequence[str]]) -> str:
    escaped = ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows]
    rule = "|" + " --- |" * len(rows[0])
    return "\n".join((escaped[0], rule, *escaped[1:]))


def _code(text: str) -> str:
    return f"`{text}`"


def undecided(trials: Sequence[Trial]) -> Iterator[tuple[Lack, str, tuple[str, ...]]]:
    """Each thing that is not known, the command that shows it, and the nodes it is not known of."""
    found: dict[tuple[Lack, str], dict[str, None]] = {}
    for trial in trials:
        for tried in trial.nodes:
            if tried.lacks is not None:
                key = (tried.lacks, decides(tried.lacks, trial.method))
                found.setdefault(key, {})[tried.node] = None
    for (lack, line), nodes in found.items():
        yield lack, line, tuple(sorted(nodes, key=natural))


def decides(lack: Lack, method: str) -> str:
    """The line that shows what is not known."""
    if lack is Lack.INTERNAL:
        return by_hand(Request(EvidenceKind.NODE_TABLE), {})
    if lack is Lack.LINKS:
        return by_hand(Request(EvidenceKind.IP_ADDR), {})
    destination = method.removeprefix("can-reach=")
    try:
        ip_address(destination)
    except ValueError:
        # Which address a name stands for is known on the host alone.
        return command(
            "ip route get $(getent ahosts {destination} | awk 'NR==1 {{print $1}}')",
            destination=destination,
        )
    return command("ip route get {destination}", destination=destination)
