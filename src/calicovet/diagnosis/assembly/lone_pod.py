"""A list without nodes, and one sick pod on it: where it runs, if only one host can be meant."""

from collections.abc import Mapping, Sequence

from calicovet.diagnosis.identity.node_names import is_calico_node_pod, is_placeholder
from calicovet.model.facts import Fact, NodeListed, PodListed
from calicovet.model.subject import UNNAMED_PEER


def home_of_lone_pod(facts: Sequence[Fact]) -> Mapping[str, str]:
    """The node of the one sick pod whose node nobody tells; empty where several could be meant."""
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
    """The hosts that are not ready; where nobody lists hosts and pods have no fellows, whoever is spoken of."""
    listed = [fact for fact in facts if isinstance(fact, NodeListed) and fact.about.node]
    if listed:
        return {row.about.node for row in listed if row.status.startswith("NotReady")}
    named = {fact.about.node for fact in facts} - {"", UNNAMED_PEER}
    return named if alone else set()
