"""Facts that follow from several others: owner of an address, duration of a start, restarts
elsewhere."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from calicovet.diagnosis.assembly.bgp_peers import without_peers
from calicovet.diagnosis.assembly.pods_without_network import refused_in_journals, unconnected
from calicovet.diagnosis.assembly.timeline import latest_time
from calicovet.diagnosis.identity.node_names import is_calico_node_pod
from calicovet.model.facts import (
    AddressAutodetected,
    AddressFromEnvironment,
    CalicoAddress,
    ContainerState,
    ControllerManagerState,
    ControllersDown,
    EventSeen,
    Fact,
    HostLink,
    InternalAddress,
    KubeProxyState,
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


def derive(facts: list[Fact]) -> list[Fact]:
    """The facts, tied and completed by what follows from them."""
    facts = _tie_addresses(facts)
    return [
        *facts,
        *_addresses_in_use(facts),
        *_start_delays(facts),
        *_running_times(facts, latest_time(facts)),
        *_restarting_neighbours(facts),
        *unconnected(facts, latest_time(facts)),
        *refused_in_journals(facts, latest_time(facts)),
        *_controllers_down(facts),
        *_kube_proxies(facts),
        *_typhas(facts),
        *_controller_managers(facts),
        *without_peers(facts),
    ]


def _tie_addresses(facts: list[Fact]) -> list[Fact]:
    """Stored addresses without a node's name belong to the node that carries them."""
    free = [fact for fact in facts if isinstance(fact, CalicoAddress) and not fact.about.node]
    if not free:
        return facts
    carriers = _carriers(facts)
    tied: dict[int, str] = {}
    for fact in free:
        nodes = carriers.get(str(fact.address.ip), set())
        if len(nodes) == 1:
            tied[id(fact)] = next(iter(nodes))
    tied |= _by_elimination(facts, free, tied)
    return [
        replace(fact, about=replace(fact.about, node=tied[id(fact)])) if id(fact) in tied else fact
        for fact in facts
    ]


def _carriers(facts: Iterable[Fact]) -> Mapping[str, set[str]]:
    carriers: dict[str, set[str]] = {}
    for fact in facts:
        if not fact.about.node:
            continue
        addresses: list[str] = []
        if isinstance(fact, InternalAddress):
            addresses = [str(fact.address)]
        elif isinstance(fact, AddressAutodetected):
            addresses = [str(fact.address.ip)]
        elif isinstance(fact, HostLink):
            addresses = [str(address.ip) for address in fact.addresses]
        for address in addresses:
            carriers.setdefault(address, set()).add(fact.about.node)
    return carriers


def _by_elimination(
    facts: Iterable[Fact], free: Sequence[CalicoAddress], tied: Mapping[int, str]
) -> dict[int, str]:
    """One address and one node left over in a list that has as many addresses as nodes."""
    nodes = {
        fact.about.node
        for fact in facts
        if isinstance(fact, PodListed) and fact.about.node and is_calico_node_pod(fact.about.pod)
    }
    rest = [fact for fact in free if id(fact) not in tied]
    left = nodes - set(tied.values())
    if len(free) != len(nodes) or len(rest) != 1 or len(left) != 1:
        return {}
    return {id(rest[0]): next(iter(left))}


def _addresses_in_use(facts: Iterable[Fact]) -> Iterable[Fact]:
    for fact in facts:
        if isinstance(fact, AddressAutodetected | AddressFromEnvironment):
            yield CalicoAddress(
                about=fact.about, cited=fact.cited, at=fact.at, address=fact.address
            )


def _start_delays(facts: Sequence[Fact]) -> Iterable[Fact]:
    taken = {fact.about.pod: fact for fact in facts if isinstance(fact, PodPhase) and fact.started}
    for fact in facts:
        if (
            not isinstance(fact, ContainerState)
            or not fact.init
            or fact.position
            or not fact.started
        ):
            continue
        pod = taken.get(fact.about.pod)
        # A container that ran before says nothing about how long its first start took.
        if pod is None or pod.started is None or fact.restarts:
            continue
        yield StartDelay(
            about=fact.about,
            # The last line cited is the one with the time.
            cited=(*pod.cited[-1:], *fact.cited),
            gap=fact.started - pod.started,
            between="pod-and-container",
        )
    yield from _delays_by_events(facts)
    yield from _never_started(facts)


def _delays_by_events(facts: Sequence[Fact]) -> Iterable[Fact]:
    created = [fact for fact in facts if isinstance(fact, EventSeen) and fact.reason == "Created"]
    started = [fact for fact in facts if isinstance(fact, EventSeen) and fact.reason == "Started"]
    for begin in created:
        container = _container_of(begin)
        if not container or begin.count > 1 or begin.age is None:
            continue
        ends = [
            (end.age, end)
            for end in started
            if end.about.pod == begin.about.pod
            and _container_of(end) == container
            and end.age is not None
            and end.age <= begin.age
        ]
        # The next one: a pod that was recreated at once starts everything again.
        age, end = max(ends, key=lambda found: found[0], default=(None, None))
        if age is None or end is None or end.count > 1:
            continue
        yield StartDelay(
            about=replace(begin.about, container=container),
            cited=(*begin.cited, *end.cited),
            gap=begin.age - age,
            between="created-and-started",
        )


def _never_started(facts: Sequence[Fact]) -> Iterable[Fact]:
    """Containers that were created, and of which nothing was heard since."""
    waits = {
        (fact.about.pod, fact.about.container): fact
        for fact in facts
        if isinstance(fact, ContainerState) and fact.phase is Running.WAITING
    }
    events = [fact for fact in facts if isinstance(fact, EventSeen) and fact.age is not None]
    for begin in events:
        container = _container_of(begin)
        state = waits.get((begin.about.pod, container))
        if begin.reason != "Created" or begin.count > 1 or begin.age is None or state is None:
            continue
        if any(
            _container_of(later) == container or _is_younger(later, begin.age)
            for later in events
            if later is not begin and later.about.pod == begin.about.pod
        ):
            continue
        yield StartDelay(
            about=replace(begin.about, container=container),
            cited=(*begin.cited, *state.cited),
            gap=begin.age,
            between="created-and-not-started",
        )


def _container_of(event: EventSeen) -> str:
    """The container that `Created container: upgrade-ipam` speaks of."""
    return event.message.rsplit(" ", 1)[-1].strip("\"'")


def _is_younger(event: EventSeen, age: timedelta) -> bool:
    return event.age is not None and event.age < age


def _running_times(facts: Sequence[Fact], now: datetime | None) -> Iterable[Fact]:
    for fact in facts:
        if (
            isinstance(fact, ContainerState)
            and fact.phase is Running.RUNNING
            and fact.started
            and now
        ):
            duration = now - fact.started
            if duration > timedelta(0):
                yield RunningFor(
                    about=fact.about, cited=fact.cited, duration=duration, init=fact.init
                )
        elif isinstance(fact, RuntimeContainer) and fact.state.lower() == "running" and fact.age:
            about = fact.about if fact.about.container else replace(fact.about, container=fact.name)
            yield RunningFor(
                about=about,
                cited=fact.cited,
                duration=fact.age,
                init=fact.name
                in (
                    "upgrade-ipam",
                    "install-cni",
                    "flexvol-driver",
                    "mount-bpffs",
                    "ebpf-bootstrap",
                ),
            )


def _restarting_neighbours(facts: Iterable[Fact]) -> Iterable[Fact]:
    for fact in facts:
        if (
            not isinstance(fact, PodListed)
            or is_calico_node_pod(fact.about.pod)
            or not fact.about.node
        ):
            continue
        if fact.restarts > 0:
            yield NeighbourRestarts(
                about=replace(fact.about, pod="", container=""),
                cited=fact.cited,
                at=fact.at,
                name=fact.about.pod,
                restarts=fact.restarts,
            )


def _kube_proxies(facts: Iterable[Fact]) -> Iterable[Fact]:
    """How kube-proxy does on each node; one that is ill on an unknown node may be anybody's."""
    for fact in facts:
        if not isinstance(fact, PodListed) or not fact.about.pod.startswith("kube-proxy-"):
            continue
        ready = fact.status == "Running" and fact.ready == fact.total
        if fact.about.node or not ready:
            yield KubeProxyState(
                about=replace(fact.about, pod="", container=""),
                cited=fact.cited,
                at=fact.at,
                ready=ready,
                status=fact.status,
                restarts=fact.restarts,
            )


def _controllers_down(facts: Iterable[Fact]) -> Iterable[Fact]:
    for fact in facts:
        if (
            isinstance(fact, PodListed)
            and fact.about.pod.startswith("calico-kube-controllers")
            and fact.ready < fact.total
        ):
            yield ControllersDown(
                about=fact.about,
                cited=fact.cited,
                at=fact.at,
                name=fact.about.pod,
                status=fact.status,
            )


def _typhas(facts: Iterable[Fact]) -> Iterable[Fact]:
    """How the pods of Typha do; no node's own, for each of them serves all nodes."""
    for fact in facts:
        if (
            isinstance(fact, PodListed)
            and fact.about.pod.startswith("calico-typha-")
            and "autoscaler" not in fact.about.pod
        ):
            yield TyphaState(
                about=Subject(namespace=fact.about.namespace),
                cited=fact.cited,
                at=fact.at,
                name=fact.about.pod,
                ready=fact.status == "Running" and 0 < fact.ready == fact.total,
                status=fact.status,
            )


def _controller_managers(facts: Iterable[Fact]) -> Iterable[Fact]:
    """How the pods of kube-controller-manager do; no node's own, for one of them serves all nodes."""
    for fact in facts:
        if isinstance(fact, PodListed) and fact.about.pod.startswith("kube-controller-manager"):
            yield ControllerManagerState(
                about=Subject(namespace=fact.about.namespace),
                cited=fact.cited,
                at=fact.at,
                name=fact.about.pod,
                ready=fact.status == "Running" and 0 < fact.ready == fact.total,
                status=fact.status,
            )
