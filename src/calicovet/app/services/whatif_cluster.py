"""Collects every node's addresses for `whatif`: stored, from the kubelet, from links."""

from collections.abc import Iterator, Sequence

from calicovet.api.near_names import no_such_node
from calicovet.app.services.live import Means
from calicovet.model.evidence import EvidenceKind, Request, Snapshot
from calicovet.model.overview import Overview, Selection
from calicovet.model.subject import Subject

_MOST_LOGS = 12
"""Logs that are read of nodes whose address is not the kubelet's: Felix names their links."""


def look_at_addresses(means: Means, *, node: str, families: Sequence[int]) -> Snapshot:
    """What there is to try a method on; hosts are asked only where the user has opened a way to them."""
    world, progress = means.world, means.progress
    progress.begin("cluster", 1)
    seen = world.look()
    progress.step()
    overview = seen.overview
    names = _concerned(overview)
    asked = _called(node, names) if node else names
    everybody = Selection(mentioned=names)
    snapshot = seen.snapshot + world.survey(overview, everybody) + Snapshot(tuple(means.known))
    wanted = [Request(EvidenceKind.OTHER_TABLE)]
    if 6 in families or _is_of_ipv6(seen.snapshot, overview):
        # Lists show one address of a node, and the stored ones of IPv4 only.
        wanted += [Request(EvidenceKind.NODE_DESCRIBE, Subject(node=name)) for name in asked]
    if means.way is None:
        wanted += [*_logs(overview, asked)][:_MOST_LOGS]
    progress.begin("logs", len(wanted))
    snapshot += world.collect(wanted, progress.step)
    if means.way is not None and asked and not world.stopped:
        progress.end()
        means.way.announce(seen, asked)
        progress.begin("hosts", len(asked))
        snapshot += world.hosts(asked, means.way.open(seen), progress.step)
    progress.end()
    return snapshot


def _is_of_ipv6(snapshot: Snapshot, overview: Overview) -> bool:
    from calicovet.diagnosis.assembly.pipeline import assemble
    from calicovet.diagnosis.whatif.trial import looks_for_ipv6

    by_kubelet = any(":" in row.internal for row in overview.nodes)
    return by_kubelet or looks_for_ipv6(assemble(snapshot).cluster)


def _concerned(overview: Overview) -> tuple[str, ...]:
    """The nodes that have a calico-node or want one; where there is none at all, those that could have one."""
    linux = [row.name for row in overview.nodes if not row.runs_windows]
    placed = {pod.node for pod in overview.pods}
    if not placed or len(placed) < (overview.wanted_pods or 0):
        eligible = overview.eligible
        return tuple(name for name in linux if eligible is None or name in eligible | placed)
    return tuple(name for name in linux if name in placed)


def _called(node: str, names: Sequence[str]) -> tuple[str, ...]:
    from calicovet.diagnosis.identity.node_names import is_called

    found = tuple(name for name in names if name == node) or tuple(
        name for name in names if is_called(name, node)
    )
    if not found:
        raise no_such_node(node, names, "unknown-node")
    return found


def _logs(overview: Overview, names: Sequence[str]) -> Iterator[Request]:
    """Of those whose stored address is not the kubelet's."""
    internals = {row.name: row.internal for row in overview.nodes}
    pods = overview.by_place()
    for name in names:
        stored = overview.addresses.get(name, "").partition("/")[0]
        pod = pods.get(name)
        if pod is not None and stored != internals[name] and (pod.restarts or pod.ready):
            about = Subject(name, pod.namespace, pod.name, "calico-node")
            yield Request(EvidenceKind.CALICO_LOG, about)
