"""No text whatever makes the core raise, crash a cause, or think for long."""

import pytest

from fuzz.inputs import demo_texts, make_input
from fuzz.probe import TooSlow, first_failure, time_limit

_INPUTS = 2_000
_CHUNK = 250


@pytest.mark.parametrize(
    "seeds",
    [range(start, start + _CHUNK) for start in range(0, _INPUTS, _CHUNK)],
    ids=lambda seeds: f"{seeds.start}-{seeds.stop - 1}",
)
def test_any_text_is_survived_in_time(seeds: range) -> None:
    assert first_failure(seeds) is None


def test_a_seed_brings_its_input_back() -> None:
    demos = demo_texts()
    assert [make_input(seed, demos) for seed in range(50)] == [
        make_input(seed, demos) for seed in range(50)
    ]


def test_what_takes_too_long_is_interrupted() -> None:
    with pytest.raises(TooSlow), time_limit(0.05):
        while True:
            pass
