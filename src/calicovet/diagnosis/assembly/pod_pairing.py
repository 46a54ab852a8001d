"""A pod that is described but not listed, and one that is listed but not described."""

from collections.abc import Sequence

from calicovet.diagnosis.identity.node_names import is_calico_node_pod, is_placeholder
from calicovet.model.facts import ContainerState, Fact, PodListed, PodPhase
from calicovet.model.record import record


@record
class Pairing:
    """The two are taken for one node's pod before and after it was made anew."""

    listed: str
    described: str
    node: str
    facts: tuple[Fact, ...]


def pair_listed_with_described(facts: Sequence[Fact]) -> tuple[Pairing, ...]:
    """The one sick pod of a list whose node nobody tells, with the one pod described that the list lacks."""
    described = {
        fact.about.pod: fact
        for fact in facts
        if isinstance(fact, PodPhase | ContainerState)
        and fact.about.node
        and is_calico_node_pod(fact.about.pod)
        and not is_placeholder(fact.about.pod)
    }
    # describe tells a pod's state too; only a list can lack one.
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
