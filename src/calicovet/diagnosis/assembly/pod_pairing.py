"""Joins pods that one list names and another describes; finds the node of a pod listed without
one."""

from collections.abc import Mapping, Sequence

from calicovet.diagnosis.identity.node_names import is_calico_node_pod, is_placeholder
from calicovet.model.facts import ContainerState, Fact, NodeListed, PodListed, PodPhase
from calicovet.model.record import record
from calicovet.model.subject import UNNAMED_PEER


@record
class Pairing:
    """The two are taken for one node's pod before and after its recreation."""

    listed: str
    described: str
    node: str
    facts: tuple[Fact, ...]


def pair_listed_with_described(facts: Sequence[Fact]) -> tuple[Pairing, ...]:
    """The one unhealthy pod of a list whose node is unknown, with the one pod described that the list lacks."""
    described = {
        fact.about.pod: fact
        for fact in facts
        if isinstance(fact, PodPhase | ContainerState)
        and fact.about.node
        and is_calico_node_pod(fact.about.pod)
        and not is_placeholder(fact.about.pod)
    }
    # describe shows a pod's state too; only a list can lack one.
    by_describe = {fact.cited[0].evidence for fact in described.values() if fact.cited}
    listed = {
        fact.about.pod: fact
        for fact in facts
        if isinstance(fact, PodListed)
        and is_calico_node_pod(fact.about.pod)
        and not (fact.cited and fact.cited[0].evidence in by_describe)
    }
    strangers = [pod for pod in described if pod not in listed]
    homeless = [
        row
        for row in listed.values()
        if not row.about.node and row.about.pod not in described and row.ready < row.total
    ]
    if len(strangers) != 1 or len(homeless) != 1:
        return ()
    phase = described[strangers[0]]
    return (Pairing(homeless[0].about.pod, strangers[0], phase.about.node, (homeless[0], phase)),)


def home_of_lone_pod(facts: Sequence[Fact]) -> Mapping[str, str]:
    """The node of the one unhealthy pod without a known node; empty where several could be meant."""
    placed = {fact.about.pod: fact.about.node for fact in facts if fact.about.node}
    rows = {
        fact.about.pod: fact
        for fact in facts
        if isinstance(fact, PodListed)
        and is_calico_node_pod(fact.about.pod)
        and not is_placeholder(fact.about.pod)
    }
    homeless = [pod for pod, row in rows.items() if pod not in placed and row.ready < row.total]
    free = _meant(facts, alone=len(rows) == 1) - {placed[pod] for pod in rows if pod in placed}
    return {homeless[0]: free.pop()} if len(homeless) == len(free) == 1 else {}


def _meant(facts: Sequence[Fact], *, alone: bool) -> set[str]:
    """The hosts that are not ready; where no list shows hosts and pods have no fellows, the host that the text names."""
    listed = [fact for fact in facts if isinstance(fact, NodeListed) and fact.about.node]
    if listed:
        return {row.about.node for row in listed if row.status.startswith("NotReady")}
    named = {fact.about.node for fact in facts} - {"", UNNAMED_PEER}
    return named if alone else set()
