"""The model foretells what the real start-up program does."""

import os
from collections.abc import Iterator

import pytest

from lab import cache
from lab.control_plane import ControlPlane
from lab.differential import kept, report, try_situation
from lab.draw import draw
from lab.programs import USUAL_RELEASES
from lab.situations import Situation
from lab.startup import Startup

KEPT = kept()
RELEASES = os.environ.get("DIFFERENTIAL_RELEASES", "").split() or USUAL_RELEASES


@pytest.fixture(scope="module")
def startup(control_plane: ControlPlane) -> Iterator[Startup]:
    with Startup(control_plane) as startup:
        yield startup


def differs(startup: Startup, release: str, situation: Situation) -> str:
    if cache.find_calico_node(release) is None:
        pytest.skip(f"calico-node {release} is not built: make lab")
    trial = try_situation(startup, release, situation)
    return report(release, trial) if trial.differences else ""


@pytest.mark.parametrize("number", range(30))
def test_a_situation_by_lot_goes_as_foretold(startup: Startup, number: int) -> None:
    difference = differs(startup, RELEASES[-1], draw(number))
    assert not difference, difference


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize("name", KEPT)
def test_a_situation_that_was_kept_goes_as_foretold(
    startup: Startup, release: str, name: str
) -> None:
    difference = differs(startup, release, KEPT[name])
    assert not difference, difference
