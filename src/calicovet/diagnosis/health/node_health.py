"""The health rules of a node: unhealthy, healthy, or unclear."""

from collections.abc import Iterable
from datetime import timedelta

from calicovet.diagnosis.failures.relevance import (
    OF_THE_HOST,
    concerns_calico_node,
    is_calicos,
    keeps_calico_node_down,
)
from calicovet.diagnosis.health.cluster_health import numbers_are_full, state_without_pods
from calicovet.diagnosis.identity.node_names import is_calico_node_pod
from calicovet.diagnosis.identity.related_pods import is_the_plugins, serves_all_nodes
from calicovet.model.diagnosis import NodeState
from calicovet.model.facts import (
    AccessForbidden,
    ApiCallFailed,
    BeingDeleted,
    BgpNotEstablished,
    BgpSaid,
    Claimed,
    CniInstallSaid,
    CniPluginSaid,
    ContainerState,
    CrdNotServed,
    EventSeen,
    Fact,
    FatalLine,
    FelixHealth,
    FelixSaid,
    IpamUpgradeSaid,
    KernelSaid,
    KilledByProbe,
    KubeletSaid,
    Milestone,
    MilestoneReached,
    NeighbourRestarts,
    NeighbourUnconnected,
    NodeListed,
    PodListed,
    PodMissing,
    ProbeFailed,
    Running,
    RuntimeSaid,
    Said,
    StartupSaid,
    Topic,
    VersionFact,
    WorkloadListed,
)
from calicovet.model.facts.addresses import InternalAddress
from calicovet.model.facts.failure import Failure
from calicovet.model.facts.said import STRANGER
from calicovet.parse.calico_names import INIT_CONTAINERS

_SPEAKERS = (StartupSaid, FelixSaid, BgpSaid, IpamUpgradeSaid, CniInstallSaid)
_RESTARTS_A_DAY = 1.0
_LATELY = timedelta(hours=1)
_SETTLED = timedelta(minutes=5)
_LASTS = 10
"""So many events of one kind are no start that went well."""
_GAVE_UP = frozenset({Milestone.STARTUP_ENDED, Milestone.NODE_FAILED_TO_START})


def state_of(
    facts: Iterable[Fact], *, others_are_healthy: bool = False, by_pods_alone: bool = False
) -> NodeState:
    """What the newest word on the pod says; then a person, the logs, and what stands beside the pods.

    `by_pods_alone`: without numbers and conditions, which cannot say that a calico-node has failed since.
    """
    facts = tuple(facts)
    told = told_state(facts)
    if told is NodeState.SICK and _only_events_from_before(facts) and numbers_are_full(facts):
        return NodeState.HEALTHY
    if told is not NodeState.UNCLEAR:
        return told
    if others_are_healthy:
        return NodeState.HEALTHY
    health = next((fact for fact in facts if isinstance(fact, FelixHealth)), None)
    if health is not None and health.live and health.ready:
        return NodeState.HEALTHY
    return NodeState.UNCLEAR if by_pods_alone else _state_beside_pods(facts)


def _only_events_from_before(facts: tuple[Fact, ...]) -> bool:
    """Whether all that speaks for an unhealthy node are events of some minutes ago that did not last."""
    over = {
        fact.cited[0]
        for fact in facts
        if isinstance(fact, EventSeen) and fact.cited and _is_past(fact)
    }
    signs = [fact for fact in facts if shows_sickness(fact)]
    by_pod = any(
        isinstance(fact, PodListed | ContainerState) and is_calico_node_pod(fact.about.pod)
        for fact in facts
    )
    return not by_pod and all(fact.cited and fact.cited[0] in over for fact in signs)


def _is_past(event: EventSeen) -> bool:
    return event.age is not None and event.age >= _SETTLED and event.count < _LASTS


def _state_beside_pods(facts: tuple[Fact, ...]) -> NodeState:
    """The state where no pod of calico-node is in view; with a complaint of it, none is known to be healthy."""
    pods = (fact for fact in facts if isinstance(fact, PodListed | ContainerState))
    if any(is_calico_node_pod(fact.about.pod) for fact in pods):
        return NodeState.UNCLEAR
    named = any(fact.about.node or is_calico_node_pod(fact.about.pod) for fact in facts)
    state = state_without_pods(facts, named=named)
    if state is NodeState.HEALTHY and any(_may_be_our_trouble(fact) for fact in facts):
        return NodeState.UNCLEAR
    return state


def _may_be_our_trouble(fact: Fact) -> bool:
    if is_calico_node_pod(fact.about.pod):
        return tells_of_trouble(fact)
    return not fact.about.pod and not _is_the_hosts(fact) and tells_of_trouble(fact)


def _is_the_hosts(fact: Fact) -> bool:
    """Whether the kubelet, the runtime or the kernel complains of what is not Calico's: they report for all pods."""
    if isinstance(fact, Failure):
        return fact.transient or (fact.by in OF_THE_HOST and not is_calicos(fact))
    if isinstance(fact, ApiCallFailed):
        return fact.process in OF_THE_HOST
    return isinstance(fact, KubeletSaid | RuntimeSaid | KernelSaid) and not fact.about.container


def told_state(facts: Iterable[Fact]) -> NodeState:
    """The state by the pod's own status, by a person's statement, or by a line that reports an end."""
    facts = tuple(facts)
    by_pod = _state_by_pod(facts)
    if by_pod is not NodeState.UNCLEAR:
        return by_pod
    claims = {fact.topic for fact in facts if isinstance(fact, Claimed)}
    if Topic.SICK in claims:
        return NodeState.SICK
    if Topic.HEALTHY in claims and not any(_gave_up(fact) for fact in facts):
        return NodeState.HEALTHY
    return NodeState.SICK if any(shows_sickness(fact) for fact in facts) else NodeState.UNCLEAR


def _gave_up(fact: Fact) -> bool:
    """Whether a log ends with the end of calico-node: then "running" was said of where it runs."""
    return isinstance(fact, MilestoneReached) and fact.milestone in _GAVE_UP


def _state_by_pod(facts: tuple[Fact, ...]) -> NodeState:
    for fact in facts:
        if isinstance(fact, PodListed) and is_calico_node_pod(fact.about.pod):
            well = fact.status == "Running" and fact.ready == fact.total and fact.total > 0
            return NodeState.HEALTHY if well else NodeState.SICK
        if isinstance(fact, ContainerState) and _is_of_calico_node(fact):
            state = _state_by_container(fact)
            if state is not NodeState.UNCLEAR:
                return state
    return NodeState.UNCLEAR


def _is_of_calico_node(fact: ContainerState) -> bool:
    """Whether a container is calico-node's; a describe without its head has the container's name only."""
    if fact.about.pod:
        return is_calico_node_pod(fact.about.pod)
    return fact.about.container == "calico-node" or fact.about.container in INIT_CONTAINERS


def _state_by_container(fact: ContainerState) -> NodeState:
    if fact.init:
        # An init container that is done says nothing yet; one that runs or waits says "not yet".
        return (
            NodeState.UNCLEAR
            if fact.phase is Running.TERMINATED and not fact.exit_code
            else NodeState.SICK
        )
    if fact.ready is not None:
        return NodeState.HEALTHY if fact.ready else NodeState.SICK
    return (
        NodeState.SICK if fact.phase in (Running.WAITING, Running.TERMINATED) else NodeState.UNCLEAR
    )


def shows_sickness(fact: Fact) -> bool:
    """Whether a fact by itself says that a calico-node does not work."""
    if isinstance(fact, Claimed):
        return fact.topic is Topic.SICK
    if isinstance(fact, _SPEAKERS):
        return fact.fatal
    if isinstance(fact, MilestoneReached):
        return fact.milestone in _GAVE_UP
    if isinstance(fact, ProbeFailed):
        return fact.count >= 3 or is_calico_node_pod(fact.about.pod) or _is_of_calico(fact.text)
    if isinstance(fact, ApiCallFailed):
        return fact.process in ("startup", "felix", "install-cni", "upgrade-ipam")
    if isinstance(fact, EventSeen):
        return _tells_of_a_failure(fact)
    if isinstance(fact, WorkloadListed):
        # A DaemonSet without pods: no pod can be healthy.
        return is_calico_node_pod(fact.name) and (fact.desired == 0 or fact.current == 0)
    if isinstance(fact, Failure):
        return keeps_calico_node_down(fact)
    if isinstance(fact, FatalLine):
        # A fatal line of an unknown program may be of any.
        return fact.process not in ("", STRANGER) or is_calico_node_pod(fact.about.pod)
    return isinstance(fact, KilledByProbe | BgpNotEstablished | PodMissing)


def _tells_of_a_failure(event: EventSeen) -> bool:
    """Whether an event says that a container of calico-node cannot be had; rows may stand without their pod."""
    if event.about.pod:
        failed = event.reason in ("BackOff", "Failed", "FailedMount")
        return failed and is_calico_node_pod(event.about.pod)
    lasts = event.count >= 3 or _is_of_calico(event.message)
    return event.reason == "Failed" and event.type == "Warning" and not event.object and lasts


def _is_of_calico(text: str) -> bool:
    return any(word in text for word in (":9099", "felix", "Felix", "bird", "BIRD", "calico"))


def tells_of_trouble(fact: Fact) -> bool:
    """Whether a fact is a reason to look further: a known complaint that makes no node unhealthy."""
    return (
        isinstance(fact, Said | ApiCallFailed | CrdNotServed | AccessForbidden | BeingDeleted)
        or (isinstance(fact, Failure) and not fact.over and concerns_calico_node(fact))
        or shows_sickness(fact)
    )


_OF_NODES_ALONE = (
    NodeListed,
    VersionFact,
    InternalAddress,
    NeighbourRestarts,
    NeighbourUnconnected,
)


def speaks_of_calico(facts: Iterable[Fact]) -> bool:
    """Whether any of the facts is more than a row of a list of nodes."""
    return any(
        not isinstance(fact, _OF_NODES_ALONE)
        and (
            not fact.about.pod
            or is_calico_node_pod(fact.about.pod)
            or serves_all_nodes(fact)
            or _is_calicos_plugins(fact)
        )
        for fact in facts
    )


def _is_calicos_plugins(fact: Fact) -> bool:
    """Whether Calico's plugin speaks, whosever pod it refuses."""
    # Leftovers of another network say something about Calico only beside a calico-node.
    left = isinstance(fact, CniPluginSaid) and fact.key.startswith("rt-cni-leftover-config")
    return is_the_plugins(fact) and not left


def is_cut_off(facts: Iterable[Fact]) -> bool:
    """Whether the newest word on the node is that it is not ready."""
    listed = next((fact for fact in facts if isinstance(fact, NodeListed) and fact.status), None)
    return listed is not None and listed.status.startswith("NotReady")


def is_flapping(facts: Iterable[Fact]) -> bool:
    """Whether a ready calico-node restarts again and again, or did so lately."""
    for fact in facts:
        if not isinstance(fact, PodListed) or not is_calico_node_pod(fact.about.pod):
            continue
        if fact.restarted_ago is not None:
            return fact.restarted_ago < _LATELY
        if fact.age is None or fact.restarts < 2:
            return False
        return fact.restarts / max(fact.age.total_seconds() / 86400, 0.01) > _RESTARTS_A_DAY
    return False
