"""What follows from facts."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Address, IPv4Interface

from calicovet.diagnosis.assembly.derived_facts import derive
from calicovet.diagnosis.assembly.timeline import latest_time
from calicovet.model.facts import (
    AddressAutodetected,
    CalicoAddress,
    ContainerExit,
    ContainerState,
    EventSeen,
    Fact,
    HostLink,
    InternalAddress,
    LoadAverage,
    NeighbourRestarts,
    PodListed,
    PodPhase,
    Running,
    RunningFor,
    RuntimeContainer,
    StartDelay,
    TyphaState,
)
from calicovet.model.subject import Subject

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
POD = Subject("b", "kube-system", "calico-node-x7k2p")
INIT = Subject("b", "kube-system", "calico-node-x7k2p", "upgrade-ipam")


def only(kind: type[Fact], facts: Sequence[Fact]) -> list[Fact]:
    return [fact for fact in derive(list(facts)) if isinstance(fact, kind)]


def stored(address: str, node: str = "") -> CalicoAddress:
    return CalicoAddress(about=Subject(node), address=IPv4Interface(address))


def row(node: str, pod: str, **more: object) -> PodListed:
    about = Subject(node, "kube-system", pod)
    return PodListed(about=about, ready=1, total=1, status="Running", **more)  # type: ignore[arg-type]


def init_container(**more: object) -> ContainerState:
    return ContainerState(about=INIT, init=True, position=0, phase=Running.RUNNING, **more)  # type: ignore[arg-type]


def event(reason: str, message: str, minutes: int, count: int = 1) -> EventSeen:
    age = timedelta(minutes=minutes)
    return EventSeen(about=POD, type="Normal", reason=reason, message=message, age=age, count=count)


def test_a_stored_address_belongs_to_the_node_that_is_reached_by_it() -> None:
    internal = InternalAddress(about=Subject("a"), address=IPv4Address("192.0.2.11"))
    found = only(CalicoAddress, [internal, stored("192.0.2.11/24")])
    assert [fact.about.node for fact in found] == ["a"]


def test_or_to_the_node_whose_link_carries_it() -> None:
    link = HostLink(about=Subject("b"), name="nerdctl0", addresses=(IPv4Interface("10.4.0.1/24"),))
    found = only(CalicoAddress, [link, stored("10.4.0.1/24")])
    assert [fact.about.node for fact in found] == ["b"]


def test_or_to_the_one_node_that_is_left_over() -> None:
    facts = [
        row("a", "calico-node-aaaaa"),
        row("b", "calico-node-bbbbb"),
        InternalAddress(about=Subject("a"), address=IPv4Address("192.0.2.11")),
        stored("192.0.2.11/24"),
        stored("10.4.0.1/24"),
    ]
    assert [fact.about.node for fact in only(CalicoAddress, facts)] == ["a", "b"]


def test_with_two_left_over_no_node_is_guessed() -> None:
    facts = [
        row("a", "calico-node-aaaaa"),
        row("b", "calico-node-bbbbb"),
        stored("10.4.0.1/24"),
        stored("10.5.0.1/24"),
    ]
    assert [fact.about.node for fact in only(CalicoAddress, facts)] == ["", ""]


def test_an_address_on_two_nodes_is_nobodys() -> None:
    links = [
        HostLink(about=Subject(node), name="docker0", addresses=(IPv4Interface("172.17.0.1/16"),))
        for node in ("a", "b")
    ]
    assert [fact.about.node for fact in only(CalicoAddress, [*links, stored("172.17.0.1/16")])] == [
        ""
    ]


def test_what_start_up_took_is_what_calico_uses() -> None:
    taken = AddressAutodetected(about=POD, link="eth0", address=IPv4Interface("192.0.2.12/24"))
    (found,) = only(CalicoAddress, [taken])
    assert found == stored("192.0.2.12/24")


def test_the_gap_between_pod_and_first_container_is_the_runtimes() -> None:
    phase = PodPhase(about=POD, phase="Pending", started=NOON)
    late = init_container(started=NOON + timedelta(minutes=4))
    (delay,) = only(StartDelay, [phase, late])
    assert delay == StartDelay(gap=timedelta(minutes=4), between="pod-and-container")


def test_a_container_that_was_started_again_gives_no_gap() -> None:
    phase = PodPhase(about=POD, phase="Pending", started=NOON)
    again = init_container(started=NOON + timedelta(minutes=4), restarts=2)
    assert only(StartDelay, [phase, again]) == []
    assert only(StartDelay, [init_container(started=NOON)]) == []


def test_created_and_started_events_tell_the_gap_too() -> None:
    events = [
        event("Created", "Created container upgrade-ipam", 59),
        event("Started", "Started container upgrade-ipam", 57),
        event("Started", "Started container install-cni", 1),
    ]
    (delay,) = only(StartDelay, events)
    assert delay == StartDelay(gap=timedelta(minutes=2), between="created-and-started")
    assert delay.about.container == "upgrade-ipam"


def test_events_that_were_counted_tell_no_gap() -> None:
    events = [
        event("Created", "Created container install-cni", 59, count=3),
        event("Started", "Started container install-cni", 57),
    ]
    assert only(StartDelay, events) == []


def test_a_container_runs_since_its_start_until_the_latest_known_moment() -> None:
    later = LoadAverage(about=POD, at=NOON + timedelta(hours=1), one=1.0)
    (found,) = only(RunningFor, [init_container(started=NOON), later])
    assert found == RunningFor(duration=timedelta(hours=1), init=True)


def test_the_runtimes_list_shows_how_long_as_well() -> None:
    listed = RuntimeContainer(
        about=Subject("b"), id="e9b6", name="upgrade-ipam", state="Running", age=timedelta(hours=1)
    )
    (found,) = only(RunningFor, [listed])
    assert found == RunningFor(duration=timedelta(hours=1), init=True)
    assert found.about.container == "upgrade-ipam"


def test_other_pods_that_restart_on_the_node_are_neighbours() -> None:
    facts: list[Fact] = [
        row("b", "kube-proxy-9bn2k", restarts=6),
        row("b", "coredns-x", restarts=0),
        row("", "etcd-b", restarts=3),
    ]
    (found,) = only(NeighbourRestarts, facts)
    assert found == NeighbourRestarts(name="kube-proxy-9bn2k", restarts=6)
    assert found.about == Subject("b", "kube-system")


def test_the_pods_of_typha_are_no_nodes_own() -> None:
    typha = row("n1", "calico-typha-5d7bcdd6f6-8nrzx")
    scaler = row("n1", "calico-typha-horizontal-autoscaler-6b9-x")
    (found,) = only(TyphaState, [typha, scaler])
    assert isinstance(found, TyphaState)
    assert (found.ready, found.status, found.about.node) == (True, "Running", "")


def test_the_clock_knows_the_latest_moment() -> None:
    assert latest_time(()) is None
    exit_ = ContainerExit(about=POD, reason="Error", finished=NOON)
    assert latest_time((exit_,)) == NOON
    running = init_container(started=NOON)
    started = event("Started", "Started container upgrade-ipam", 57)
    assert latest_time((running, started)) == NOON + timedelta(minutes=57)
