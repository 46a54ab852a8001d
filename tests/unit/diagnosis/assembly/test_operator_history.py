"""Troubles of the operator's own pod that are over."""

from calicovet.diagnosis.assembly.superseded import without_past_of_operator
from calicovet.model.facts import Citation, EventSeen, KubeletSaid, PodListed, RuntimeSaid
from calicovet.model.subject import Subject

OPERATOR = Subject(pod="tigera-operator-94d7f7696-6kq9z")
PULL = KubeletSaid(key="img-pull-unreachable", about=OPERATOR, cited=(Citation("events", 7),))
EXEC = RuntimeSaid(key="img-arch-mismatch", about=OPERATOR, cited=(Citation("log", 1),))
PULLED = EventSeen(
    type="Normal", reason="Pulled", message="", about=OPERATOR, cited=(Citation("events", 8),)
)


def listed(ready: int) -> PodListed:
    return PodListed(
        about=OPERATOR,
        cited=(Citation("pods", 2),),
        status="Running",
        ready=ready,
        total=1,
        restarts=0,
    )


def test_an_operator_that_runs_has_its_troubles_behind_it() -> None:
    assert without_past_of_operator([PULL, EXEC, listed(1)]) == [listed(1)]
    assert without_past_of_operator([PULL, EXEC, listed(0)]) == [PULL, EXEC, listed(0)]


def test_an_image_of_the_operator_that_came_may_still_not_run() -> None:
    assert without_past_of_operator([PULL, EXEC, PULLED]) == [EXEC, PULLED]


def test_an_operator_that_runs_says_nothing_of_other_pods() -> None:
    others = KubeletSaid(key="img-pull-unreachable", about=Subject(pod="calico-node-x7k2p"))
    assert others in without_past_of_operator([others, listed(1), PULLED])
