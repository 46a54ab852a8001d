"""The table says who was right, and hides nothing that went wrong."""

from dataclasses import replace

from gym.fault import Said
from gym.fixed import Fixed, Way
from gym.judge import Mark
from gym.outcome import End, Outcome
from gym.table import render_results
from tests.unit.gym.trials import FAULT, TWIN, said

_RIGHT = Outcome(
    trial=FAULT,
    node="node-3",
    bit_after=24.4,
    healed_after=15.6,
    judged=said(Mark.RIGHT, Said.PROVEN, "ip-wrong-bridge"),
    fixed=Fixed(way=Way.OBJECT, cause="ip-wrong-bridge", healed=True, seconds=31.4, said="kept"),
)
_QUIET = Outcome(trial=TWIN, node="node-2", judged=said(Mark.SILENT, Said.SILENT))


def test_a_run_in_which_everything_is_right() -> None:
    cell = "proven, 1.2 s"
    assert render_results([_QUIET, _RIGHT]).splitlines() == [
        "| | right | silent | wrong | not tried |",
        "|---|---:|---:|---:|---:|",
        "| live | 1 of 1 (100%) | 0 | 0 | 0 |",
        "| read-only | 1 of 1 (100%) | 0 | 0 | 0 |",
        "| text | 1 of 1 (100%) | 0 | 0 | 0 |",
        "| text + host | 1 of 1 (100%) | 0 | 0 | 0 |",
        "",
        "Objects: `fix --apply` healed 1 of 1.",
        "",
        "1 of 1 twins were left in peace.",
        "",
        "## Faults",
        "",
        "| fault | fails at | bites after | live | read-only | text | text + host | heals after "
        "| fix | healed | seconds |",
        "|---|---|---:|---|---|---|---|---:|---|---|---:|",
        "| [nerdctl0-bridge](../gym/faults/nerdctl0_bridge.py)<br>a bridge | – | 24 s "
        f"| {cell} | {cell} | {cell} | {cell} | 16 s | object | yes | 31 |",
        "",
        "## Twins",
        "",
        "| twin | looks like | live | read-only | text | text + host |",
        "|---|---|---|---|---|---|",
        "| [excluded-bridge](../gym/twins/excluded_bridge.py)<br>another | nerdctl0-bridge "
        "| quiet | quiet | quiet | quiet |",
    ]
    assert _RIGHT.is_good and _QUIET.is_good


def test_what_is_weaker_than_expected_is_told_and_forgiven() -> None:
    weak = Outcome(trial=FAULT, judged=said(Mark.SILENT, Said.SILENT))
    assert "| silent (should be proven), 1.2 s |" in render_results([weak])
    assert weak.is_good


def test_a_question_that_does_not_decide_is_reported_and_forgiven() -> None:
    mute = said(Mark.SILENT, Said.SILENT, expected=Said.SILENT)
    beside = Outcome(trial=FAULT, judged=tuple(replace(each, asks_beside=True) for each in mute))
    assert "| silent (does not ask what decides), 1.2 s |" in render_results([beside])
    assert beside.is_good


def test_silence_that_was_expected_is_no_weakness() -> None:
    mute = Outcome(
        trial=FAULT, judged=said(Mark.SILENT, Said.SILENT, expected=Said.SILENT), bit_after=1
    )
    assert "| silent, 1.2 s |" in render_results([mute])


def test_a_wrong_word_stands_out() -> None:
    wrong = Outcome(
        trial=FAULT, node="node-3", judged=said(Mark.WRONG, Said.LIKELY, "probe-timeout")
    )
    page = render_results([wrong])
    assert "**WRONG**: probe-timeout" in page
    assert "`nerdctl0-bridge` on node-3: live: probe-timeout was named (likely); read" in page
    assert not wrong.is_good


def test_a_fault_that_did_not_bite_or_heal_stands_out() -> None:
    for end in (End.DID_NOT_BITE, End.DID_NOT_HEAL, End.BROKE, End.NOT_READY):
        outcome = Outcome(trial=FAULT, node="node-3", end=end, trouble="so it\n is")
        assert f"- `nerdctl0-bridge` on node-3: **{end}** (so it is)" in render_results([outcome])
        assert not outcome.is_good


def test_a_twin_that_was_accused_is_not_quiet() -> None:
    accused = Outcome(trial=TWIN, judged=said(Mark.WRONG, Said.LIKELY, "ip-wrong-bridge"))
    assert "0 of 1 twins were left in peace." in render_results([accused])
    assert "0 of 1 twins" in render_results([Outcome(trial=TWIN, end=End.DID_NOT_BITE)])


def test_a_remedy_that_does_not_heal_is_told_and_forgiven() -> None:
    fixed = Fixed(way=Way.SCRIPT, cause="host-disk-full", trouble="no such file")
    outcome = replace(_RIGHT, fixed=fixed)
    page = render_results([outcome])
    assert "| script | **no** | – |" in page
    assert "Scripts: run on the node, they healed 0 of 1." in page
    assert outcome.is_good


def test_a_remedy_that_says_of_itself_what_is_not_so_stands_out() -> None:
    fixed = Fixed(way=Way.OBJECT, cause="ip-wrong-bridge", said="kept", wrong="says that")
    outcome = replace(_RIGHT, fixed=fixed)
    page = render_results([outcome])
    assert "| object, **WRONG** | **no** | – |" in page
    assert "- `nerdctl0-bridge` on node-3: fix says that" in page
    assert not outcome.is_good


def test_what_only_a_human_can_choose_counts_neither_way() -> None:
    asks = replace(_RIGHT, fixed=Fixed(way=Way.ASKS, cause="host-disk-full"))
    page = render_results([asks, replace(_RIGHT, fixed=None)])
    assert "| asks | – | – |" in page and "| – | – | – |" in page
    assert "healed" not in page.partition("## Faults")[0]
