"""Every file of gym/faults and gym/twins can be used as it is."""

from pathlib import Path

import pytest

import gym
from calicovet.causes.catalogue import load_catalogue
from gym.catalogue import chosen, file_of, trials
from gym.fault import Fault, Said, Twin
from gym.trial import Trial
from gym.view import View
from lab.errors import LabError

_GYM = Path(gym.__file__).parent
_ALL = trials()
_CAUSES = {cause.name for cause in load_catalogue()}


@pytest.mark.parametrize("trial", _ALL.values(), ids=lambda trial: trial.name)
def test_what_may_be_named_is_in_the_catalogue_of_causes(trial: Trial) -> None:
    assert {*trial.causes} <= _CAUSES
    # Of what no cause exists for, nothing can be expected.
    assert trial.causes or all(trial.expected(view) is Said.SILENT for view in View)


@pytest.mark.parametrize("trial", _ALL.values(), ids=lambda trial: trial.name)
def test_a_title_fits_in_a_table(trial: Trial) -> None:
    assert 0 < len(trial.what.title) <= 90
    assert "|" not in trial.what.title and not trial.what.title.endswith(".")


def test_a_twin_looks_like_a_fault_that_exists() -> None:
    faults = {name for name, trial in _ALL.items() if isinstance(trial.what, Fault)}
    alike = {trial.name: trial.what.of for trial in _ALL.values() if isinstance(trial.what, Twin)}
    assert {name: fault for name, fault in alike.items() if fault not in faults} == {}


def test_faults_are_chosen_by_name_and_by_group() -> None:
    assert [trial.name for trial in chosen(["excluded-bridge"])] == ["excluded-bridge"]
    five = {trial.name for trial in chosen([], "five")}
    assert "nerdctl0-bridge" in five and "excluded-bridge" not in five
    assert len(chosen([])) == len(_ALL)


def test_an_unknown_name_is_refused_with_those_that_exist() -> None:
    with pytest.raises(LabError, match="no fault or twin is called nerdctl1") as refused:
        chosen(["nerdctl1"])
    assert "nerdctl0-bridge" in refused.value.hint
    with pytest.raises(LabError, match="no fault is of the group six"):
        chosen([], "six")


def test_a_trial_knows_its_file() -> None:
    assert file_of(_ALL["nerdctl0-bridge"]) == "gym/faults/nerdctl0_bridge.py"
    assert file_of(_ALL["excluded-bridge"]) == "gym/twins/excluded_bridge.py"


def test_the_example_in_the_readme_is_the_file_itself() -> None:
    readme = (_GYM / "README.md").read_text(encoding="utf-8")
    assert (_GYM / "faults" / "nerdctl0_bridge.py").read_text(encoding="utf-8") in readme


@pytest.mark.parametrize(
    ("page", "words"),
    [
        ("README.md", "{causes} of them were put into real clusters, by {faults} faults"),
        ("README.zh.md", "其中 {causes} 个在真实集群里制造过（共 {faults} 种故障"),
    ],
)
def test_the_readme_says_how_much_was_put_into_real_clusters(page: str, words: str) -> None:
    faults = [trial.what for trial in _ALL.values() if isinstance(trial.what, Fault)]
    counted = {"causes": len({fault.cause for fault in faults}), "faults": len(faults)}
    assert words.format(**counted) in (_GYM.parent / page).read_text(encoding="utf-8")
