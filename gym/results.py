"""Results of runs, kept beside the code: a whole run replaces them all, a smaller one its own."""

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from pathlib import Path

import msgspec

from calicovet.model.record import record
from gym.catalogue import chosen
from gym.fixed import Fixed
from gym.judge import Judged
from gym.outcome import End, Outcome

FILE = Path(__file__).with_name("results.json")


@record(kw_only=True)
class Kept:
    """How one trial went, without what was seen."""

    node: str
    end: End
    trouble: str
    bit_after: float | None
    healed_after: float | None
    judged: tuple[Judged, ...]
    fixed: Fixed | None = None
    """None also for what was kept before remedies were tried."""
    alone: bool
    """Whether it was tried again after the last whole run."""


@record(kw_only=True)
class Results:
    """The last result of each trial, by name."""

    whole_on: str = ""
    """When all of them were last tried in one run."""
    whole_minutes: float = 0
    trials: Mapping[str, Kept] = field(default_factory=dict)


def read(file: Path = FILE) -> Results:
    """What was kept; nothing where there is no file yet."""
    return msgspec.json.decode(file.read_bytes(), type=Results) if file.exists() else Results()


def with_run(before: Results, outcomes: Sequence[Outcome]) -> Results:
    """The results with those of a run that did not try everything."""
    return replace(before, trials={**before.trials, **_fresh(before, outcomes, alone=True)})


def of_whole_run(
    before: Results, outcomes: Sequence[Outcome], today: str, seconds: float
) -> Results:
    """The results of a run that tried everything."""
    fresh = _fresh(before, outcomes, alone=False)
    return Results(whole_on=today, whole_minutes=round(seconds / 60, 1), trials=fresh)


def _fresh(before: Results, outcomes: Sequence[Outcome], *, alone: bool) -> dict[str, Kept]:
    """The last results; where no remedy was asked for this time, with what came of it the last time."""
    found = {outcome.trial.name: _kept(outcome, alone=alone) for outcome in outcomes}
    return {
        name: replace(kept, fixed=before.trials[name].fixed)
        if kept.fixed is None and name in before.trials
        else kept
        for name, kept in found.items()
    }


def tried_again(results: Results) -> tuple[str, ...]:
    """What was tried again after the last whole run."""
    return tuple(sorted(name for name, kept in results.trials.items() if kept.alone))


def write(results: Results, file: Path = FILE) -> None:
    text = msgspec.json.format(msgspec.json.encode(results, order="sorted"), indent=1)
    file.write_bytes(text + b"\n")


def outcomes_of(results: Results) -> tuple[Outcome, ...]:
    """As a run gives them; a trial that is gone since is left out."""
    known = {trial.name: trial for trial in chosen([], "")}
    return tuple(
        Outcome(
            trial=known[name],
            node=kept.node,
            end=kept.end,
            trouble=kept.trouble,
            bit_after=kept.bit_after,
            healed_after=kept.healed_after,
            judged=kept.judged,
            fixed=kept.fixed,
        )
        for name, kept in results.trials.items()
        if name in known
    )


def _kept(outcome: Outcome, *, alone: bool) -> Kept:
    return Kept(
        node=outcome.node,
        end=outcome.end,
        trouble=outcome.trouble,
        bit_after=_rounded(outcome.bit_after),
        healed_after=_rounded(outcome.healed_after),
        judged=tuple(replace(each, seconds=round(each.seconds, 1)) for each in outcome.judged),
        fixed=outcome.fixed and replace(outcome.fixed, seconds=_rounded(outcome.fixed.seconds)),
        alone=alone,
    )


def _rounded(seconds: float | None) -> float | None:
    return None if seconds is None else round(seconds, 1)
