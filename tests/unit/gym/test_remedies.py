"""A remedy is asked for where the cause is right, by what shows it."""

from typing import cast

from gym.answer import Answer, Named, NodeAnswer
from gym.fault import Said
from gym.judge import Judged, Mark
from gym.look import Look
from gym.node import Node
from gym.outcome import End, Outcome
from gym.place import Place
from gym.remedies import remedies
from gym.trial import Trial
from gym.view import View
from tests.unit.gym.trials import FAULT, TWIN

_CAUSE = "ip-wrong-bridge"


class _Node:
    name = "node-2"


class _Place:
    node = _Node()


def _judged(view: View, mark: Mark) -> Judged:
    named = "" if mark is Mark.SILENT else _CAUSE
    return Judged(view=view, mark=mark, said=Said.PROVEN, named=named, expected=Said.PROVEN)


def _asked(*marks: tuple[View, Mark], trial: Trial = FAULT, on: str = "node-2") -> list[object]:
    named = [Named(name=_CAUSE, verdict="proven", stage="address-chosen")]
    node = NodeAnswer(node=on, pod=None, state="sick", frontier=[], findings=named)
    answers = {view: Answer((node,), 1.0) for view in View}
    look = Look(pod="", answers=answers, text="", host={"node-2": "sick", "node-1": "well"})
    judged = tuple(_judged(view, mark) for view, mark in marks)
    outcome = Outcome(trial=trial, judged=judged, look=look, end=End.DONE)
    found = remedies(outcome, cast(Place, _Place()), cast(Node, _Node()))
    return [(each.cause, each.node, each.host) for each in found]


def test_what_the_cluster_shows_comes_before_what_the_hosts_say() -> None:
    both = _asked((View.LIVE, Mark.RIGHT), (View.HOST, Mark.RIGHT))
    assert both == [(_CAUSE, "node-2", ()), (_CAUSE, "node-2", ("sick", "well"))]


def test_what_only_the_hosts_show_is_asked_with_what_they_say() -> None:
    only = _asked((View.LIVE, Mark.SILENT), (View.HOST, Mark.RIGHT))
    assert only == [(_CAUSE, "node-2", ("sick", "well"))]


def test_no_remedy_is_asked_for_after_a_wrong_answer_or_for_pasted_text_alone() -> None:
    assert _asked((View.LIVE, Mark.WRONG), (View.TEXT, Mark.RIGHT)) == []


def test_no_remedy_is_asked_for_where_nothing_is_broken() -> None:
    assert _asked((View.LIVE, Mark.RIGHT), trial=TWIN) == []


def test_where_all_suffer_alike_the_node_that_was_named_is_meant() -> None:
    assert _asked((View.LIVE, Mark.RIGHT), on="node-1") == [(_CAUSE, "node-1", ())]
