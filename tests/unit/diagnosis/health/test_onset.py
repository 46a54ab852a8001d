"""Since when calico-node is sick on a node."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from calicovet.diagnosis.evidence.citations import EvidenceIndex
from calicovet.diagnosis.health.onset import sick_since
from calicovet.model.case import NodeView
from calicovet.model.evidence import Evidence, EvidenceKind
from calicovet.model.facts import (
    Citation,
    ContainerExit,
    ContainerState,
    EventSeen,
    Fact,
    PodCreated,
    PodListed,
    PodPhase,
    PodReadySince,
    Running,
)
from calicovet.model.subject import Subject
from tests.unit.diagnosis.pastes import diagnosed, node

NINE = datetime(2026, 11, 16, 9, tzinfo=UTC)
POD = Subject("b", "calico-system", "calico-node-x7k2p")
MAIN = replace(POD, container="calico-node")
CITED = (Citation("list", 1),)
SHELF = EvidenceIndex(
    [Evidence(id="list", kind=EvidenceKind.POD_TABLE, content="x", taken_at=NINE, whole=True)]
)


def minutes(count: float) -> timedelta:
    return timedelta(minutes=count)


def since(*facts: Fact, evidence_index: EvidenceIndex = SHELF) -> datetime | None:
    return sick_since(NodeView("b", facts, pod=POD.pod), evidence_index)


def created(at: datetime) -> Fact:
    return PodCreated(about=POD, created=at)


def taken(at: datetime, phase: str = "Running") -> Fact:
    return PodPhase(about=POD, phase=phase, started=at)


def not_ready(at: datetime) -> Fact:
    return PodReadySince(about=POD, ready=False, since=at)


def state(phase: Running, restarts: int = 0, finished: datetime | None = None) -> Fact:
    return ContainerState(
        about=MAIN, init=False, position=0, phase=phase, restarts=restarts, finished=finished
    )


def ended(at: datetime) -> Fact:
    return ContainerExit(about=MAIN, reason="Error", exit_code=1, finished=at)


def back_off(at: datetime, over: timedelta, message: str = "Back-off restarting") -> EventSeen:
    return EventSeen(
        about=POD, at=at, type="Warning", reason="BackOff", message=message, count=9, over=over
    )


def test_one_that_was_ready_is_sick_since_it_ceased_to_be() -> None:
    facts = (created(NINE), taken(NINE), not_ready(NINE + minutes(40)))
    assert since(*facts) == NINE + minutes(40)


def test_one_that_never_was_ready_is_sick_from_its_birth() -> None:
    facts = (created(NINE), taken(NINE + minutes(1)), not_ready(NINE + minutes(1)))
    assert since(*facts) == NINE


def test_one_that_comes_and_goes_is_sick_since_the_first_time() -> None:
    now = NINE + minutes(50)
    facts = (created(NINE - minutes(600)), not_ready(now), back_off(now, over=minutes(30)))
    assert since(*facts) == NINE + minutes(20)


def test_failed_readiness_probes_at_every_start_do_not_make_it_older() -> None:
    probe = replace(back_off(NINE, over=minutes(500)), reason="Unhealthy")
    assert since(created(NINE - minutes(600)), not_ready(NINE), probe) == NINE


def test_a_container_that_a_user_stopped_was_not_ended_by_a_probe() -> None:
    stopped = replace(back_off(NINE, over=minutes(30)), reason="Killing", message="Stopping")
    assert since(not_ready(NINE), stopped) == NINE
    failed = replace(stopped, message="Container calico-node failed liveness probe")
    assert since(not_ready(NINE), failed) == NINE - minutes(30)


def test_one_that_is_ready_and_restarts_is_sick_since_the_first_restart() -> None:
    ready = PodReadySince(about=POD, ready=True, since=NINE)
    assert since(ready, back_off(NINE, over=minutes(30))) == NINE - minutes(30)
    assert since(ready, state(Running.RUNNING, 1), ended(NINE - minutes(5))) == NINE - minutes(5)
    assert since(ready) is None


def test_one_that_waits_for_its_init_containers_is_sick_from_its_start() -> None:
    assert since(taken(NINE), state(Running.WAITING)) == NINE


def test_one_that_ran_before_it_waited_for_them_is_not() -> None:
    assert since(taken(NINE), state(Running.WAITING, 3), ended(NINE + minutes(9))) is None


def test_one_that_was_given_to_no_node() -> None:
    pending = PodPhase(about=POD, phase="Pending")
    assert since(created(NINE), pending) == NINE
    assert since(pending) is None


@pytest.mark.parametrize(("restarts", "told"), [(0, NINE), (1, None)])
def test_one_that_ended(restarts: int, told: datetime | None) -> None:
    assert since(state(Running.TERMINATED, restarts, finished=NINE)) == told


@pytest.mark.parametrize(("restarts", "told"), [(1, NINE), (2, None)])
def test_one_that_waits_after_its_end(restarts: int, told: datetime | None) -> None:
    assert since(state(Running.WAITING, restarts), ended(NINE)) == told


def row(status: str, age: timedelta, restarts: int = 0) -> Fact:
    return PodListed(
        about=POD, cited=CITED, ready=0, total=1, status=status, restarts=restarts, age=age
    )


def test_the_age_in_a_list_whose_time_is_known() -> None:
    assert since(row("Init:0/3", minutes(36))) == NINE - minutes(36)


def test_the_age_in_a_list_whose_time_is_not_known() -> None:
    timeless = EvidenceIndex([Evidence(id="list", kind=EvidenceKind.POD_TABLE, content="x")])
    assert since(row("Init:0/3", minutes(36)), evidence_index=timeless) is None


def test_an_age_in_days_is_no_time() -> None:
    assert since(row("Init:0/3", timedelta(days=3))) is None


def test_the_age_of_one_that_ran_says_nothing() -> None:
    assert since(row("CrashLoopBackOff", minutes(36), restarts=4)) is None
    assert since(row("Running", minutes(36))) is None


@pytest.mark.parametrize("year", [1, 1970, 9999])
def test_a_time_that_was_never_set_is_none(year: int) -> None:
    assert since(not_ready(datetime(year, 1, 1, tzinfo=UTC))) is None


def test_a_span_beyond_all_time_is_no_span() -> None:
    assert since(not_ready(NINE), back_off(NINE, over=timedelta(days=999_999))) == NINE


def test_what_other_pods_of_the_node_went_through_is_theirs() -> None:
    other = replace(POD, pod="calico-node-older")
    facts = (PodReadySince(about=other, ready=False, since=NINE - minutes(9)), not_ready(NINE))
    assert since(*facts) == NINE


DESCRIBED = """\
$ kubectl -n kube-system describe pod calico-node-kz8ft
Name:         calico-node-kz8ft
Namespace:    kube-system
Node:         jenny/10.0.0.7
Start Time:   Mon, 16 Nov 2026 09:14:00 +0800
Status:       Pending
Init Containers:
  upgrade-ipam:
    Image:          calico/cni:v3.27.0
    State:          Running
      Started:      Mon, 16 Nov 2026 09:14:09 +0800
    Ready:          False
    Restart Count:  0
Containers:
  calico-node:
    Image:          calico/node:v3.27.0
    State:          Waiting
      Reason:       PodInitializing
    Ready:          False
    Restart Count:  0
"""


def test_a_pasted_description_shows_it_too() -> None:
    told = node(diagnosed(DESCRIBED), "jenny").since
    assert told == datetime(2026, 11, 16, 1, 14, tzinfo=UTC)


def test_a_paste_without_dates_gives_no_time() -> None:
    listed = (
        "NAMESPACE NAME READY STATUS RESTARTS AGE IP NODE\n"
        "kube-system calico-node-kz8ft 0/1 Init:0/3 0 36m 10.0.0.7 jenny\n"
    )
    told = node(diagnosed(f"$ kubectl get pods -A -o wide\n{listed}"), "jenny")
    assert (told.since, told.changes) == (None, ())
