"""Which nodes to examine in a cluster of any size, and which peers to compare them with."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from itertools import islice

from calicovet.diagnosis.assembly.bgp_peers import with_a_peer
from calicovet.diagnosis.health.rollout_in_progress import PATIENCE, may_be_under_way
from calicovet.diagnosis.identity.node_names import is_called
from calicovet.model.overview import Group, NodeRow, Overview, PodRow, Selection
from calicovet.model.record import record
from calicovet.parse.durations import read_duration

_SICK_ONE_BY_ONE = 12
"""So many sick nodes are examined one by one; more are grouped."""
_OF_EACH_GROUP = 3
_PEERS = 5
_RIVALS = 5
_LATELY = 3600.0
_UNSURE = 5

Traits = tuple[str, ...]


@record(kw_only=True)
class Limits:
    """How far a user wants to go."""

    node: str = ""
    """Only this node, be it sick or not."""
    everybody: bool = False
    """Every sick node is examined, however many there are."""
    also: tuple[str, ...] = ()
    """These are examined as well, be they sick or not."""


def choose(overview: Overview, limits: Limits) -> Selection:
    """The sick, the odd ones among the ready, and at most five fair peers of each.

    Who only begins, or makes room for another, is looked into as the sick are, and counts for neither.
    """
    pods = overview.by_place()
    nodes = {row.name: row for row in overview.nodes}
    addresses = {name: _bare(address) for name, address in overview.addresses.items()}
    odd_addresses = _misplaced(overview.nodes, addresses) | _doubled(addresses)
    cut_off = {row.name for row in overview.nodes if row.cut_off}
    unpeered = _without_peer(overview)
    missing = (
        _without_pod(overview)
        | _cut_off_without_pod(overview, bool(limits.node))
        | _left_without_pod(overview)
    )
    unwell = sorted({name for name, pod in pods.items() if not pod.well} | missing)
    sick = [name for name in unwell if name not in pods or not _is_under_way(pods[name])]
    ready = [pod for pod in pods.values() if pod.well and pod.place not in cut_off]
    odd = [
        pod.place
        for pod in pods.values()
        if pod.well
        and (
            pod.place in cut_off
            or pod.place in odd_addresses
            or pod.place in overview.sandbox_events
            or pod.place in unpeered
            or _restarts_often(pod)
        )
    ]
    suspects = [*unwell, *odd]
    if limits.node:
        suspects = _called(limits.node, {**nodes, **pods})
    also = [name for asked in limits.also for name in _called(asked, {**nodes, **pods})]
    rest = [name for name in suspects if name not in also]
    groups = (
        *(Group(examined=(name,)) for name in dict.fromkeys(also)),
        *_groups(rest, pods, nodes, odd_addresses, limits),
    )
    examined = [node for group in groups for node in group.examined]
    known = {*suspects, *also, *odd, *unwell}
    steady = [pod for pod in ready if pod.place not in known and _is_ready(nodes.get(pod.place))]
    peers = _peers(examined, steady, nodes)
    # What ails all of them while they are ready shows on any.
    mentioned = {*_rivals(examined, addresses)} if examined else {pod.place for pod in steady[:1]}
    return Selection(
        groups=groups,
        peers=peers,
        mentioned=tuple(sorted(mentioned - {*examined, *peers})),
        missing=tuple(name for name in examined if name in missing),
        unsure=tuple(_unsure(overview, missing)),
        sick=len(sick),
        healthy=len(ready),
    )


def _without_peer(overview: Overview) -> Set[str]:
    """Nodes that no BGP peer is configured for, where the mesh is off."""
    if overview.bgp_peers is None or len(overview.nodes) < 2:
        return frozenset()
    everybody = {row.name for row in overview.nodes} <= overview.labels.keys()
    return overview.labels.keys() - with_a_peer(
        overview.bgp_peers, overview.labels, everybody=everybody
    )


def _without_pod(overview: Overview) -> set[str]:
    """Nodes that the DaemonSet has no pod for, where it wants more than it has."""
    wanted = overview.wanted_pods
    if not overview.pods_known or wanted is None or len(overview.pods) >= wanted:
        return set()
    placed = {pod.node for pod in overview.pods}
    eligible = overview.eligible
    return {
        row.name
        for row in overview.nodes
        if row.name not in placed and (eligible is None or row.name in eligible)
    }


def _cut_off_without_pod(overview: Overview, asked: bool) -> set[str]:
    """Nodes that are not ready, perhaps for want of the pod; one that has just come waits for its own.

    That the DaemonSet wants none there may be the very mistake.
    """
    if not overview.pods_known or not (overview.pods or overview.wanted_pods):
        return set()
    placed = {pod.node for pod in overview.pods}
    return {
        row.name
        for row in overview.nodes
        if row.cut_off
        and not row.runs_windows
        and row.name not in placed
        and (asked or not _has_just_come(row))
    }


def _left_without_pod(overview: Overview) -> set[str]:
    """Nodes where calico-node has run, as the address shows that it stored, and runs no more.

    They stay ready with what it left behind, though their network is not maintained.
    """
    if not overview.pods_known or not overview.pods or overview.one_namespace:
        return set()
    placed = {pod.node for pod in overview.pods}
    return {
        row.name
        for row in overview.nodes
        if row.name in overview.addresses and row.name not in placed and not row.runs_windows
    }


def _has_just_come(node: NodeRow) -> bool:
    age = read_duration(node.age) if node.age else None
    return age is not None and age < PATIENCE


def _unsure(overview: Overview, missing: Set[str]) -> Iterable[str]:
    """The first few nodes without a pod, where the DaemonSet could not be asked whether it wants one there."""
    if not overview.pods_known or not overview.pods or overview.wanted_known:
        return ()
    placed = {pod.node for pod in overview.pods} | missing
    bare = (row for row in overview.nodes if row.name not in placed and not row.runs_windows)
    return sorted(row.name for row in bare)[:_UNSURE]


def _is_under_way(pod: PodRow) -> bool:
    age = read_duration(pod.age) if pod.age else None
    return may_be_under_way(pod.status, pod.restarts, age)


def _bare(address: str) -> str:
    return address.partition("/")[0]


def _misplaced(nodes: Sequence[NodeRow], addresses: Mapping[str, str]) -> frozenset[str]:
    """Nodes whose stored address is not the kubelet's, where most others' is."""
    compared = [
        (row.name, addresses[row.name] == row.internal)
        for row in nodes
        # In a cluster of two families the list shows one, and it need not be the one that was stored.
        if "." in row.internal and row.name in addresses
    ]
    wrong = frozenset(name for name, right in compared if not right)
    # A cluster that keeps Calico on a separate network does so on every node.
    return wrong if len(wrong) * 2 <= len(compared) or len(compared) < 3 else frozenset()


def _doubled(addresses: Mapping[str, str]) -> frozenset[str]:
    counts = Counter(addresses.values())
    return frozenset(node for node, address in addresses.items() if counts[address] > 1)


def _restarts_often(pod: PodRow) -> bool:
    return pod.restarts > 1 and _restarted_lately(pod)


def _restarted_lately(pod: PodRow) -> bool:
    ago = read_duration(pod.restarted_ago) if pod.restarted_ago else None
    return ago is not None and ago.total_seconds() < _LATELY


def _called(asked: str, names: Iterable[str]) -> list[str]:
    """The node of that name; where there is none, those that may be meant."""
    if asked in (known := sorted(names)):
        return [asked]
    return [name for name in known if is_called(name, asked)]


def _groups(
    suspects: Sequence[str],
    pods: Mapping[str, PodRow],
    nodes: Mapping[str, NodeRow],
    addressed_oddly: frozenset[str],
    limits: Limits,
) -> Iterator[Group]:
    if limits.everybody or len(suspects) <= _SICK_ONE_BY_ONE:
        yield from (Group(examined=(node,)) for node in suspects)
        return

    def looks(node: str) -> tuple[object, ...]:
        return _looks(pods.get(node), nodes.get(node), node in addressed_oddly)

    alike = _alike(suspects, looks)
    if len(alike) > _SICK_ONE_BY_ONE:
        # Too many kinds to ask three of each: the pod's state is the strongest.
        alike = _alike(suspects, lambda node: looks(node)[:1])
    for group in alike:
        yield Group(examined=tuple(group[:_OF_EACH_GROUP]), alike=tuple(group[_OF_EACH_GROUP:]))


def _alike(names: Iterable[str], looks: Callable[[str], tuple[object, ...]]) -> list[list[str]]:
    found: dict[tuple[object, ...], list[str]] = {}
    for name in names:
        found.setdefault(looks(name), []).append(name)
    return list(found.values())


def _looks(pod: PodRow | None, node: NodeRow | None, odd: bool) -> tuple[object, ...]:
    """What a first look shows of a node; those with the same are alike."""
    return (
        (pod.status, pod.well) if pod else (),
        (pod.ready, pod.total) if pod else (),
        min(pod.restarts.bit_length(), 4) if pod else 0,
        node.status if node else "",
        node.version if node else "",
        odd,
    )


def _is_ready(node: NodeRow | None) -> bool:
    return node is None or node.status.partition(",")[0] in ("Ready", "")


def _peers(
    examined: Iterable[str], steady: Sequence[PodRow], nodes: Mapping[str, NodeRow]
) -> tuple[str, ...]:
    """For each that is examined, the five nearest of its role; shared where they can be."""
    by_traits: dict[Traits, list[PodRow]] = {}
    for pod in steady:
        by_traits.setdefault(_traits(nodes.get(pod.place)), []).append(pod)
    chosen: dict[str, None] = {}
    for wanted in sorted({_traits(nodes.get(node)) for node in examined}):
        same_role = [traits for traits in by_traits if traits[:1] == wanted[:1]]
        nearest = sorted(
            same_role or by_traits, key=lambda traits: (-_shared(wanted, traits), traits)
        )
        # Who is asked anyway, for another's sake, comes first; who has just begun, last.
        asked_first = [
            pod
            for traits in nearest
            for pod in sorted(
                by_traits[traits], key=lambda pod: (pod.place not in chosen, pod.place)
            )
        ]
        fair = (pod.place for new in (False, True) for pod in asked_first if _is_new(pod) is new)
        chosen.update(dict.fromkeys([*islice(fair, _PEERS)]))
    return tuple(chosen)


def _is_new(pod: PodRow) -> bool:
    """Whether it may be healthy only because nothing had the time to go wrong."""
    age = read_duration(pod.age) if pod.age else None
    return _restarted_lately(pod) or (age is not None and age.total_seconds() < _LATELY)


def _traits(node: NodeRow | None) -> Traits:
    return (node.roles, node.version, node.kernel, node.runtime, node.os) if node else ()


def _shared(one: Traits, other: Traits) -> int:
    return sum(mine == theirs for mine, theirs in zip(one, other, strict=False))


def _rivals(examined: Iterable[str], addresses: Mapping[str, str]) -> Iterator[str]:
    """Who else claims an address of those that are examined; of many, the first few."""
    claimed: dict[str, list[str]] = {addresses[node]: [] for node in examined if node in addresses}
    for node in sorted(addresses):
        if (rivals := claimed.get(addresses[node])) is not None:
            rivals.append(node)
    for rivals in claimed.values():
        yield from rivals[: _RIVALS + 1]
