"""How the trials went, as tables of Markdown."""

from collections.abc import Iterator, Sequence

from gym.catalogue import file_of
from gym.fault import Said
from gym.fixed import Fixed, Way
from gym.judge import Judged, Mark
from gym.outcome import End, Outcome
from gym.view import View


def render_results(outcomes: Sequence[Outcome]) -> str:
    """Totals and tables, as far as there are rows for them."""
    faults, twins = of_kind(outcomes, twins=False), of_kind(outcomes, twins=True)
    parts = (
        totals(faults, twins),
        ("## Faults", "", *_fault_rows(faults)) if faults else (),
        ("## Twins", "", *_twin_rows(twins)) if twins else (),
        ("## What went wrong", "", *_troubles(outcomes)) if any(map(_trouble, outcomes)) else (),
    )
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def of_kind(outcomes: Sequence[Outcome], *, twins: bool) -> tuple[Outcome, ...]:
    """The faults or the twins among them, by name."""
    found = (outcome for outcome in outcomes if outcome.trial.is_twin is twins)
    return tuple(sorted(found, key=lambda outcome: outcome.trial.name))


def totals(faults: Sequence[Outcome], twins: Sequence[Outcome]) -> tuple[str, ...]:
    """How many of all were named, from each side."""
    lines = []
    if faults:
        lines += ["| | right | silent | wrong | not tried |", "|---|---:|---:|---:|---:|"]
        lines += (_total(view, faults) for view in View)
        lines += _healed_of(faults)
    if twins:
        quiet = sum(_is_quiet(twin) for twin in twins)
        lines += ["", f"{quiet} of {len(twins)} twins were left in peace."]
    return tuple(lines)


def _total(view: View, faults: Sequence[Outcome]) -> str:
    marks = [judged.mark if (judged := each.by(view)) else None for each in faults]
    counts = [marks.count(mark) for mark in (*Mark, None)]
    right = f"{counts[0]} of {len(faults)} ({counts[0] / len(faults):.0%})"
    return f"| {view} | {right} | {counts[1]} | {counts[2]} | {counts[3]} |"


def _healed_of(faults: Sequence[Outcome]) -> Iterator[str]:
    """How many remedies healed, of those that need no human to choose."""
    fixed = [each.fixed for each in faults if each.fixed]
    for way, told in _REMEDIES.items():
        own = [each for each in fixed if each.way is way]
        if own:
            yield from ("", told.format(healed=sum(each.healed for each in own), all=len(own)))


_REMEDIES = {
    Way.OBJECT: "Objects: `fix --apply` healed {healed} of {all}.",
    Way.SCRIPT: "Scripts: run on the node, they healed {healed} of {all}.",
}


def _fault_rows(faults: Sequence[Outcome]) -> Iterator[str]:
    sides = " | ".join(View)
    yield f"| fault | fails at | bites after | {sides} | heals after | fix | healed | seconds |"
    yield "|---|---|---:|" + "---|" * len(View) + "---:|---|---|---:|"
    for each in faults:
        cells = " | ".join(_fault_cell(each.by(view)) for view in View)
        times = _seconds(each.bit_after), _healing(each)
        told = f"{_name(each)} | {each.stage or '–'} | {times[0]} | {cells} | {times[1]}"
        yield f"| {told} | {_fix_cells(each.fixed)} |"


def _twin_rows(twins: Sequence[Outcome]) -> Iterator[str]:
    sides = " | ".join(View)
    yield f"| twin | looks like | {sides} |"
    yield "|---|---|" + "---|" * len(View)
    for each in twins:
        cells = " | ".join(_twin_cell(each.by(view)) for view in View)
        yield f"| {_name(each)} | {_of(each)} | {cells} |"


def _troubles(outcomes: Sequence[Outcome]) -> Iterator[str]:
    for each in outcomes:
        if trouble := _trouble(each):
            yield f"- `{each.trial.name}`{f' on {each.node}' if each.node else ''}: {trouble}"


def _trouble(outcome: Outcome) -> str:
    wrong = (
        f"{each.view}: {each.named} was named ({each.said.value})"
        for each in outcome.judged
        if each.mark is Mark.WRONG
    )
    ended = (
        "" if outcome.end is End.DONE else f"**{outcome.end}** ({_on_one_line(outcome.trouble)})"
    )
    fix = outcome.fixed.wrong if outcome.fixed else ""
    return "; ".join(filter(None, (ended, *wrong, fix and f"fix {fix}")))


def _name(outcome: Outcome) -> str:
    trial = outcome.trial
    return f"[{trial.name}](../{file_of(trial)})<br>{trial.what.title}"


def _of(outcome: Outcome) -> str:
    return getattr(outcome.trial.what, "of", "")


def _fault_cell(judged: Judged | None) -> str:
    if judged is None:
        return "not tried"
    if judged.mark is Mark.WRONG:
        return f"**WRONG**: {judged.named}"
    word = judged.said.value
    # Of what cannot be known from so little, silence is what is right.
    weaker = f" (should be {judged.expected.value})" if judged.is_weaker else ""
    weaker += " (does not ask what decides)" if judged.asks_beside else ""
    return f"{word}{weaker}, {judged.seconds:.1f} s"


def _fix_cells(fixed: Fixed | None) -> str:
    """The three cells of the remedy."""
    if fixed is None:
        return "– | – | –"
    if fixed.way is Way.ASKS:
        return "asks | – | –"
    way = f"{fixed.way}, **WRONG**" if fixed.wrong else fixed.way
    seconds = "–" if fixed.seconds is None else f"{fixed.seconds:.0f}"
    return f"{way} | {'yes' if fixed.healed else '**no**'} | {seconds}"


def _twin_cell(judged: Judged | None) -> str:
    if judged is None:
        return "not tried"
    if judged.mark is Mark.WRONG:
        return f"**WRONG**: {judged.named}"
    return "quiet" if judged.said is Said.SILENT else f"{judged.named} ({judged.said.value})"


def _is_quiet(twin: Outcome) -> bool:
    return bool(twin.judged) and all(each.mark is not Mark.WRONG for each in twin.judged)


def _healing(outcome: Outcome) -> str:
    return "**did not**" if outcome.end is End.DID_NOT_HEAL else _seconds(outcome.healed_after)


def _seconds(seconds: float | None) -> str:
    return "–" if seconds is None else f"{seconds:.0f} s"


def _on_one_line(text: str) -> str:
    return " ".join(text.split())
