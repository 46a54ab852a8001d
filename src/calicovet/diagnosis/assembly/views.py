"""Facts to one view per node: its own facts, those of the cluster, those without a node."""

from collections.abc import Iterable, Iterator, Mapping

from calicovet.diagnosis.health.cluster_health import counts_all
from calicovet.diagnosis.health.node_health import (
    is_cut_off,
    speaks_of_calico,
    tells_of_trouble,
    told_state,
)
from calicovet.diagnosis.identity.leading_pod import behind, gone_pods
from calicovet.diagnosis.identity.node_names import is_calico_node_pod, is_placeholder
from calicovet.diagnosis.identity.related_pods import belongs_to_calico_node, serves_all_nodes
from calicovet.model.case import NodeView, ReadWhole
from calicovet.model.diagnosis import NodeState
from calicovet.model.evidence import CLUSTER_KINDS, Evidence, EvidenceKind
from calicovet.model.facts import (
    CalicoVersion,
    Claimed,
    Fact,
    ManagedBy,
    NodeListed,
    PodListed,
    PodPhase,
    ProbeSpec,
    ResourceLimit,
    Topic,
)
from calicovet.model.provenance import EvidenceRole
from calicovet.model.subject import UNNAMED_PEER
from calicovet.parse.all_parsers import gives_of

_HOLD_FOR_ALL = frozenset(
    {
        Topic.CALICO_VERSION,
        Topic.KUBERNETES_VERSION,
        Topic.RUNTIME_VERSION,
        Topic.KERNEL_VERSION,
        Topic.OS,
        Topic.PROCESSOR,
        Topic.SAME_VERSIONS,
        Topic.OTHERS_HEALTHY,
        Topic.TRIED,
        Topic.UPGRADED,
        Topic.NODE_REMOVED,
        Topic.IPV6_ONLY,
    }
)
_REMEMBER = frozenset(
    {
        EvidenceKind.EVENT_TABLE,
        EvidenceKind.KUBELET_JOURNAL,
        EvidenceKind.RUNTIME_JOURNAL,
        EvidenceKind.SYSTEM_JOURNAL,
    }
)
"""Where pods are spoken of that are long gone."""


def make_views(
    facts: list[Fact], pieces: Iterable[Evidence], evidence: Mapping[str, Evidence]
) -> tuple[tuple[NodeView, ...], NodeView]:
    own: dict[tuple[str, str], list[Fact]] = {}
    shared: list[Fact] = []
    floating: list[Fact] = []
    for fact in facts:
        if not belongs_to_calico_node(fact):
            continue
        if serves_all_nodes(fact):
            floating.append(fact)
        elif fact.about.node:
            own.setdefault((fact.about.node, ""), []).append(fact)
        elif (
            fact.about.pod
            and is_calico_node_pod(fact.about.pod)
            and not is_placeholder(fact.about.pod)
        ):
            own.setdefault(("", fact.about.pod), []).append(fact)
        elif _holds_for_all(fact, evidence):
            shared.append(fact)
        else:
            floating.append(fact)
    replaced = gone_pods(facts, evidence)
    for gone in _gone(own, evidence, replaced):
        del own[gone]
    own = {key: _without_replaced(mine, evidence) for key, mine in own.items()}
    if not own and not floating and any(tells_of_trouble(fact) for fact in shared):
        # A DaemonSet that gets no pods: unhealthy, though there is no pod to name.
        own[("", "")] = []
    named = any(speaks_of_calico(mine) for mine in own.values())
    if not named and not floating and any(counts_all(fact) for fact in shared):
        # Numbers for all nodes, and none of them is named with its calico-node.
        own[("", "")] = []
    # Every pod of a DaemonSet says who owns it: once is enough.
    shared = list(dict.fromkeys(shared))
    places = {id(fact): (False, place) for place, fact in enumerate(facts)}
    for mine in own.values():
        # Of two pods on one node, the one whose state is known comes first.
        if others := behind(mine):
            places.update(
                {id(fact): (True, places[id(fact)][1]) for fact in mine if fact.about.pod in others}
            )
            mine.sort(key=lambda fact: places[id(fact)])
    hosts = _adopt(own, floating)
    pieces = tuple(pieces)
    looked = _looked_for(facts, pieces)
    read = _read_whole(facts, pieces)
    everywhere = looked.get("cluster", frozenset())
    nodes = []
    for (node, pod), mine in own.items():
        takes = floating if (node, pod) in hosts else []
        found = looked.get(node or pod, frozenset()) | everywhere
        whole = read.get(node or pod, frozenset()) | read.get("cluster", frozenset())
        if takes:
            found |= looked.get("", frozenset())
            whole |= read.get("", frozenset())
        in_order = sorted((*mine, *takes), key=lambda fact: places[id(fact)])
        view = _view(node, pod, in_order, shared, found, replaced)
        view.read = whole
        nodes.append(view)
    return tuple(nodes), NodeView(None, shared, everywhere)


def _gone(
    own: Mapping[tuple[str, str], list[Fact]],
    evidence: Mapping[str, Evidence],
    replaced: frozenset[str],
) -> list[tuple[str, str]]:
    """Pods and nodes of which only old events speak, or a person as healthy, where a list shows those that there are.

    So are pods that were replaced since, unless they were unhealthy and more than a row is known of them.
    """
    pods_listed = any(_is_listed(mine) for mine in own.values())
    nodes_listed = any(isinstance(fact, NodeListed) for mine in own.values() for fact in mine)
    return [
        (node, pod)
        for (node, pod), mine in own.items()
        if (
            (pods_listed if pod else nodes_listed)
            and all(
                _kind(fact, evidence) is EvidenceKind.EVENT_TABLE or _is_called_healthy(fact)
                for fact in mine
            )
        )
        or (pod in replaced and not _explains(mine))
    ]


def _explains(facts: list[Fact]) -> bool:
    """Whether a pod was unhealthy and more is known of it than its row in a list."""
    more = any(not isinstance(fact, PodListed) for fact in facts)
    return more and told_state(facts) is NodeState.SICK


def _is_called_healthy(fact: Fact) -> bool:
    return isinstance(fact, Claimed) and fact.topic is Topic.HEALTHY


def _without_replaced(facts: list[Fact], evidence: Mapping[str, Evidence]) -> list[Fact]:
    """Without pods of which only events and journals still speak, where a list shows their successor.

    What troubled one of them may have gone with it.
    """
    if not _is_listed(facts):
        return facts
    shown = {fact.about.pod for fact in facts if _kind(fact, evidence) not in _REMEMBER}
    return [
        fact
        for fact in facts
        if fact.about.pod in shown
        or not is_calico_node_pod(fact.about.pod)
        or is_placeholder(fact.about.pod)
    ]


def _is_listed(facts: Iterable[Fact]) -> bool:
    return any(isinstance(fact, PodListed) and is_calico_node_pod(fact.about.pod) for fact in facts)


def _kind(fact: Fact, evidence: Mapping[str, Evidence]) -> EvidenceKind | None:
    piece = evidence.get(fact.cited[0].evidence) if fact.cited else None
    return piece.kind if piece else None


def _adopt(own: dict[tuple[str, str], list[Fact]], floating: list[Fact]) -> set[tuple[str, str]]:
    """Whose the facts are that nothing ties to a node: the unhealthy ones', or a separate view."""
    states = {key: told_state(mine) for key, mine in own.items()}
    sick = {key for key, state in states.items() if state is NodeState.SICK}
    # A pod may be listed as ready on a node that is not heard of any more.
    sick = sick or {key for key, mine in own.items() if key[0] and is_cut_off(mine)}
    if sick or not floating:
        return sick
    unclear = {
        key
        for key, state in states.items()
        if state is NodeState.UNCLEAR and key[0] != UNNAMED_PEER and speaks_of_calico(own[key])
    }
    if len(unclear) == 1:
        return unclear
    named = [key for key in own if key[0] != UNNAMED_PEER]
    if not unclear and len(named) == 1 and states[named[0]] is NodeState.UNCLEAR:
        # The text knows one node only.
        return set(named)
    if own and not any(tells_of_trouble(fact) for fact in floating):
        return set()
    own[("", "")] = []
    return {("", "")}


def _holds_for_all(fact: Fact, evidence: Mapping[str, Evidence]) -> bool:
    if isinstance(fact, Claimed):
        return fact.topic in _HOLD_FOR_ALL
    if isinstance(fact, ManagedBy | CalicoVersion):
        return True
    kind = _kind(fact, evidence)
    if kind is EvidenceKind.OBJECTS:
        return fact.about.pod == "" and fact.about.container in ("", "calico-node")
    return kind in CLUSTER_KINDS


def _view(
    node: str,
    pod: str,
    mine: list[Fact],
    shared: list[Fact],
    looked_for: frozenset[type[Fact]],
    replaced: frozenset[str],
) -> NodeView:
    subjects = [fact.about for fact in mine if is_calico_node_pod(fact.about.pod)]
    real = [about for about in subjects if not is_placeholder(about.pod)]
    # The pod that the most is known of: described or logged, rather than only listed.
    others = behind(mine) | replaced
    subjects = [about for about in subjects if about.pod not in others]
    best = _most_told(fact for fact in mine if fact.about.pod not in others)
    best = best or pod or (real[0].pod if real else "")
    namespace = next((about.namespace for about in subjects if about.namespace), "")
    said = [*mine, *_not_overruled(shared, mine)]
    return NodeView(node or None, said, looked_for, pod=best, namespace=namespace)


def _not_overruled(shared: list[Fact], mine: list[Fact]) -> Iterable[Fact]:
    """Without limits that the DaemonSet has and the node's own pod, made before them, has not."""
    if not any(isinstance(fact, ProbeSpec) and fact.about.pod for fact in mine):
        # Of the pod itself too little was shown: a description with probes has limits as well.
        return shared
    return (fact for fact in shared if not isinstance(fact, ResourceLimit))


def _most_told(facts: Iterable[Fact]) -> str:
    counts: dict[str, int] = {}
    told = tuple(facts)
    # One of which only the kubelet's journal speaks may be gone long since.
    shown = {each.about.pod for each in told if isinstance(each, PodListed | PodPhase)}
    for fact in told:
        if shown and fact.about.pod not in shown:
            continue
        if is_calico_node_pod(fact.about.pod) and not is_placeholder(fact.about.pod):
            counts[fact.about.pod] = counts.get(fact.about.pod, 0) + 1
    return max(counts, key=lambda pod: counts[pod], default="")


def _looked_for(
    facts: list[Fact], pieces: tuple[Evidence, ...]
) -> dict[str, frozenset[type[Fact]]]:
    """By node (or by pod, or "" for pieces that float, or "cluster"): the kinds that were looked for."""
    found: dict[str, set[type[Fact]]] = {}
    for piece, owners in _whole_pieces(facts, pieces):
        gives = set(gives_of(piece))
        for owner in owners:
            found.setdefault(owner, set()).update(gives)
    for fact in facts:
        if fact.single:
            found.setdefault(fact.about.node or fact.about.pod, set()).add(type(fact))
    return {owner: frozenset(kinds) for owner, kinds in found.items()}


def _read_whole(facts: list[Fact], pieces: tuple[Evidence, ...]) -> dict[str, frozenset[ReadWhole]]:
    """By the same owners: of which kinds of piece all was read, each with its pod."""
    pods: dict[str, set[str]] = {}
    for fact in facts:
        if fact.cited and is_calico_node_pod(fact.about.pod):
            pods.setdefault(fact.cited[0].evidence, set()).add(fact.about.pod)
    found: dict[str, set[ReadWhole]] = {}
    for piece, owners in _whole_pieces(facts, pieces):
        if piece.breaks_off:
            continue
        of_a_pod = piece.kind is EvidenceKind.POD_DESCRIBE
        names = ({piece.about.pod} - {""} or pods.get(piece.id, {""})) if of_a_pod else {""}
        for owner in owners:
            found.setdefault(owner, set()).update((piece.kind, name) for name in names)
    return {owner: frozenset(kinds) for owner, kinds in found.items()}


def _whole_pieces(
    facts: list[Fact], pieces: tuple[Evidence, ...]
) -> Iterator[tuple[Evidence, set[str]]]:
    """The pieces that show all that their commands print, and the nodes or pods that they are about."""
    nodes_of: dict[str, set[str]] = {}
    for fact in facts:
        if fact.cited and fact.about.node:
            nodes_of.setdefault(fact.cited[0].evidence, set()).add(fact.about.node)
    node_of_pod = {
        fact.about.pod: fact.about.node for fact in facts if fact.about.pod and fact.about.node
    }
    for piece in pieces:
        if not piece.whole or piece.role is not EvidenceRole.EVIDENCE:
            continue
        about = piece.about
        owners = {about.node} if about.node else nodes_of.get(piece.id, set())
        if not owners and about.pod:
            owners = {node_of_pod.get(about.pod, about.pod)}
        if piece.kind in CLUSTER_KINDS:
            owners = {"cluster"}
        yield piece, owners or {""}
