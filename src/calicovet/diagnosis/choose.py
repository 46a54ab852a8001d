"""Whom to look at closely in a cluster of any size, and whom to compare them with."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from calicovet.model.overview import Group, NodeRow, Overview, PodRow, Selection
from calicovet.model.record import record
from calicovet.parse.durations import read_duration

_SICK_ONE_BY_ONE = 12
"""So many sick nodes are examined one by one; more are grouped."""
_OF_EACH_GROUP = 3
_PEERS = 5
_LATELY = 3600.0


@record(kw_only=True)
class Limits:
    """How far a user wants to go."""

    node: str = ""
    """Only this node, be it sick or not."""
    everybody: bool = False
    """Every sick node is examined, however many there are."""


def choose(overview: Overview, limits: Limits) -> Selection:
    """The sick, the odd ones among the ready, and at most five fair peers of each."""
    pods = _by_node(overview.pods)
    nodes = {row.name: row for row in overview.nodes}
    misplaced = _misplaced(overview)
    doubled = _doubled(overview.addresses)
    sick = [
        node for node in _all_names(nodes, pods) if _is_sick(pods.get(node), overview, nodes, node)
    ]
    ready = [pod for pod in pods.values() if pod.well]
    odd = [
        pod.node
        for pod in ready
        if pod.node in misplaced or pod.node in doubled or _restarted_lately(pod)
    ]
    suspects = _asked_for(limits.node, (*sick, *odd), nodes, pods)
    groups = tuple(_groups(suspects, pods, nodes, misplaced | doubled, limits))
    examined = {node for group in groups for node in group.examined}
    known = {*suspects, *odd, *sick}
    steady = [pod.node for pod in ready if pod.node not in known and _is_ready(nodes.get(pod.node))]
    peers = _peers(examined, steady, nodes)
    return Selection(
        groups=groups,
        peers=peers,
        mentioned=tuple(sorted(_rivals(examined, overview.addresses) - examined - set(peers))),
        sick=len(sick),
        healthy=len(ready),
    )


def _by_node(pods: Iterable[PodRow]) -> dict[str, PodRow]:
    """One pod for each node: a sick one rather than its successor; pods of no node by their own name."""
    found: dict[str, PodRow] = {}
    for pod in pods:
        key = pod.node or f"{pod.namespace}/{pod.name}"
        if key not in found or found[key].well:
            found[key] = pod
    return found


def _all_names(nodes: Mapping[str, NodeRow], pods: Mapping[str, PodRow]) -> list[str]:
    return [*dict.fromkeys((*pods, *nodes))]


def _is_sick(
    pod: PodRow | None, overview: Overview, nodes: Mapping[str, NodeRow], node: str
) -> bool:
    if pod is not None:
        return not pod.well
    # A node that the DaemonSet has no pod for: only where it wants more than it has.
    wanted = overview.wanted_pods
    return node in nodes and wanted is not None and len(overview.pods) < wanted


def _misplaced(overview: Overview) -> frozenset[str]:
    """Nodes whose stored address is not the kubelet's, where most others' is."""
    compared = [
        (row.name, overview.addresses[row.name].partition("/")[0] == row.internal)
        for row in overview.nodes
        if row.internal and row.name in overview.addresses
    ]
    wrong = frozenset(name for name, right in compared if not right)
    # A cluster that keeps Calico on a network of its own has it so everywhere.
    return wrong if len(wrong) * 2 < len(compared) or len(compared) < 3 else frozenset()


def _doubled(addresses: Mapping[str, str]) -> frozenset[str]:
    counts = Counter(address.partition("/")[0] for address in addresses.values())
    return frozenset(
        node for node, address in addresses.items() if counts[address.partition("/")[0]] > 1
    )


def _restarted_lately(pod: PodRow) -> bool:
    if pod.restarts < 2 or not pod.restarted_ago:
        return False
    ago = read_duration(pod.restarted_ago)
    return ago is not None and ago.total_seconds() < _LATELY


def _asked_for(
    node: str,
    suspects: Sequence[str],
    nodes: Mapping[str, NodeRow],
    pods: Mapping[str, PodRow],
) -> list[str]:
    if not node:
        return [*dict.fromkeys(suspects)]
    known = _all_names(nodes, pods)
    return [name for name in known if name == node or name.partition(".")[0] == node]


def _groups(
    suspects: Sequence[str],
    pods: Mapping[str, PodRow],
    nodes: Mapping[str, NodeRow],
    addressed_oddly: frozenset[str],
    limits: Limits,
) -> Iterable[Group]:
    if limits.everybody or len(suspects) <= _SICK_ONE_BY_ONE:
        yield from (Group(examined=(node,)) for node in suspects)
        return
    alike: dict[tuple[object, ...], list[str]] = {}
    for node in suspects:
        key = _looks(pods.get(node), nodes.get(node), node in addressed_oddly)
        alike.setdefault(key, []).append(node)
    for group in alike.values():
        yield Group(examined=tuple(group[:_OF_EACH_GROUP]), alike=tuple(group[_OF_EACH_GROUP:]))


def _looks(pod: PodRow | None, node: NodeRow | None, odd: bool) -> tuple[object, ...]:
    """What a first look shows of a node; those with the same are alike."""
    return (
        pod.status if pod else "",
        (pod.ready, pod.total) if pod else (),
        min(pod.restarts.bit_length(), 4) if pod else 0,
        node.status if node else "",
        node.version if node else "",
        odd,
    )


def _is_ready(node: NodeRow | None) -> bool:
    return node is None or node.status.partition(",")[0] in ("Ready", "")


def _peers(
    examined: Iterable[str], steady: Sequence[str], nodes: Mapping[str, NodeRow]
) -> tuple[str, ...]:
    """For each that is examined, the five nearest in role, release, kernel and runtime; shared where they can be."""
    chosen: dict[str, None] = {}
    for traits in dict.fromkeys(_traits(nodes.get(node)) for node in examined):
        # Those chosen for another first: fewer to ask.
        nearest = sorted(
            steady,
            key=lambda name: (-_alike(traits, _traits(nodes.get(name))), name not in chosen, name),
        )
        chosen.update(dict.fromkeys(nearest[:_PEERS]))
    return tuple(chosen)


def _traits(node: NodeRow | None) -> tuple[str, ...]:
    return (node.roles, node.version, node.kernel, node.runtime, node.os) if node else ()


def _alike(one: tuple[str, ...], other: tuple[str, ...]) -> int:
    # A role weighs more than all of the rest.
    same = [mine == theirs for mine, theirs in zip(one, other, strict=False)]
    return sum(same) + (4 if same[:1] == [True] else 0)


def _rivals(examined: set[str], addresses: Mapping[str, str]) -> set[str]:
    """Who else claims an address of those that are examined."""
    claimed = {addresses[node].partition("/")[0] for node in examined if node in addresses}
    return {node for node, address in addresses.items() if address.partition("/")[0] in claimed}
