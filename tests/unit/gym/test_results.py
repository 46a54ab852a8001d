"""Results outlive a run: a whole one replaces them all, a smaller one its own."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from gym import results as kept
from gym.catalogue import chosen
from gym.fault import Said
from gym.fixed import Fixed, Way
from gym.judge import Mark
from gym.outcome import End, Outcome
from gym.page import render_page
from tests.unit.gym.trials import said

NOTHING = kept.Results()


def _outcome(name: str, end: End = End.DONE, bit_after: float = 3.26) -> Outcome:
    (trial,) = chosen([name], "")
    judged = said(Mark.RIGHT, Said.PROVEN, "ip-wrong-bridge")
    return Outcome(trial=trial, node="node-2", end=end, bit_after=bit_after, judged=judged)


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    whole = kept.of_whole_run(NOTHING, [_outcome("nerdctl0-bridge")], "2026-01-31", 600)
    kept.write(whole, tmp_path / "results.json")
    assert kept.read(tmp_path / "results.json") == whole
    (again,) = kept.outcomes_of(whole)
    assert (again.trial.name, again.bit_after, again.node) == ("nerdctl0-bridge", 3.3, "node-2")
    assert [(each.view, each.mark, each.named) for each in again.judged] == [
        (each.view, each.mark, each.named) for each in _outcome("nerdctl0-bridge").judged
    ]


def test_what_came_of_the_remedy_is_kept(tmp_path: Path) -> None:
    fixed = Fixed(way=Way.OBJECT, cause="ip-wrong-bridge", healed=True, seconds=31.44, said="kept")
    whole = kept.of_whole_run(
        NOTHING, [replace(_outcome("nerdctl0-bridge"), fixed=fixed)], "2026-01-31", 9
    )
    kept.write(whole, tmp_path / "results.json")
    (again,) = kept.outcomes_of(kept.read(tmp_path / "results.json"))
    assert again.fixed == replace(fixed, seconds=31.4)


def test_what_came_of_the_remedy_stays_until_one_is_asked_for_again() -> None:
    fixed = Fixed(way=Way.OBJECT, cause="ip-wrong-bridge", healed=True, said="kept")
    asked, unasked = (replace(_outcome("nerdctl0-bridge"), fixed=found) for found in (fixed, None))
    before = kept.of_whole_run(NOTHING, [asked], "2026-01-31", 600)
    for after in (
        kept.with_run(before, [unasked]),
        kept.of_whole_run(before, [unasked], "2026-02-01", 600),
    ):
        assert after.trials["nerdctl0-bridge"].fixed == fixed
    other = replace(fixed, healed=False)
    later = kept.with_run(before, [replace(asked, fixed=other)])
    assert later.trials["nerdctl0-bridge"].fixed == other


def test_what_was_kept_before_remedies_were_tried_is_still_read(tmp_path: Path) -> None:
    whole = kept.of_whole_run(NOTHING, [_outcome("nerdctl0-bridge")], "2026-01-31", 600)
    file = tmp_path / "results.json"
    kept.write(whole, file)
    older = json.loads(file.read_text())
    del older["trials"]["nerdctl0-bridge"]["fixed"]
    file.write_text(json.dumps(older))
    assert kept.read(file) == whole


def test_without_a_file_nothing_is_known(tmp_path: Path) -> None:
    assert kept.read(tmp_path / "results.json") == kept.Results()


def test_a_smaller_run_replaces_only_its_own() -> None:
    both = [_outcome("nerdctl0-bridge"), _outcome("excluded-bridge")]
    whole = kept.of_whole_run(NOTHING, both, "2026-01-31", 600)
    later = kept.with_run(whole, [_outcome("nerdctl0-bridge", bit_after=9)])
    assert later.trials["nerdctl0-bridge"].bit_after == 9
    assert later.trials["excluded-bridge"] == whole.trials["excluded-bridge"]
    assert kept.tried_again(whole) == ()
    assert kept.tried_again(later) == ("nerdctl0-bridge",)


def test_a_trial_that_is_gone_is_left_out() -> None:
    whole = kept.of_whole_run(NOTHING, [_outcome("nerdctl0-bridge")], "2026-01-31", 600)
    gone = kept.Results(trials={"long-gone": whole.trials["nerdctl0-bridge"]})
    assert kept.outcomes_of(gone) == ()


def test_the_page_shows_when_all_were_tried_and_what_was_tried_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("gym.page._machine", lambda: iter(()))
    whole = kept.of_whole_run(NOTHING, [_outcome("nerdctl0-bridge")], "2026-01-31", 600)
    assert "in one run on 2026-01-31, in 10 minutes.\nHow to add" in render_page(whole)
    later = kept.with_run(whole, [_outcome("nerdctl0-bridge")])
    assert "Tried again since then, after a change: nerdctl0-bridge.\n" in render_page(later)
