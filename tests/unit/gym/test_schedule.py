"""Trials of one node run side by side, those of the whole cluster alone, the operator's elsewhere."""

from gym.fault import Fault, Install, Scope
from gym.schedule import sessions
from gym.trial import Trial
from tests.unit.gym.trials import never, nothing


def _trial(
    name: str,
    *,
    scope: Scope = Scope.NODE,
    install: Install = Install.MANIFEST,
    seconds: float = 120,
) -> Trial:
    fault = Fault(
        title=name,
        cause="x",
        inject=nothing,
        bites=never,
        heal=nothing,
        scope=scope,
        install=install,
        seconds=seconds,
    )
    return Trial(name, fault)


def _names(trials: tuple[Trial, ...]) -> list[str]:
    return [trial.name for trial in trials]


def test_what_takes_longest_begins_first_and_the_whole_cluster_comes_last() -> None:
    (only,) = sessions(
        [
            _trial("a"),
            _trial("wide", scope=Scope.CLUSTER),
            _trial("slow", seconds=300),
            _trial("b"),
        ]
    )
    assert _names(only.side_by_side) == ["slow", "a", "b"]
    assert _names(only.alone) == ["wide"]


def test_each_way_of_installing_has_a_separate_cluster_if_it_is_needed() -> None:
    by_hand, by_operator = _trial("a"), _trial("o", install=Install.OPERATOR)
    both = sessions([by_operator, by_hand])
    assert [each.install for each in both] == [Install.MANIFEST, Install.OPERATOR]
    assert [each.install for each in sessions([by_operator])] == [Install.OPERATOR]
    assert sessions([]) == ()


def test_there_are_no_more_nodes_than_needed_and_enough_to_compare() -> None:
    many = [_trial(str(number)) for number in range(9)]
    assert [sessions(many[:count])[0].nodes for count in (1, 2, 3, 9)] == [3, 3, 4, 5]
    assert sessions([_trial("wide", scope=Scope.CLUSTER)])[0].nodes == 3
