"""Collects what `preflight` checks in a live cluster: nodes, networks, resources, hosts."""

from collections.abc import Iterator, Sequence

from calicovet.api.near_names import no_such_node
from calicovet.app.services.live import Means
from calicovet.model.evidence import EvidenceKind, Request, Snapshot
from calicovet.model.overview import Overview, Selection
from calicovet.model.preflight_answers import Asked
from calicovet.model.record import record
from calicovet.model.subject import Subject
from calicovet.world.collectors.api_preconditions import THE_RESOURCES

_MOST = 50
"""Nodes that are read one by one; --all reads them all."""


@record(kw_only=True)
class SeenAhead:
    snapshot: Snapshot
    asked: Asked
    nodes: tuple[str, ...]
    """Those that were looked at."""
    untold: int
    """Those that were not."""
    windows: tuple[str, ...]
    """Nodes that run another calico-node."""
    hosts_asked: bool


def look_ahead(means: Means, *, node: str, everybody: bool) -> SeenAhead:
    """What there is to know before calico-node starts; hosts are asked only where the user has opened a way."""
    world, progress = means.world, means.progress
    progress.begin("cluster", 1)
    seen = world.look()
    progress.step()
    overview = seen.overview
    linux = tuple(row.name for row in overview.nodes if not row.runs_windows)
    meant = _called(node, linux) if node else linux
    names = meant if everybody else meant[:_MOST]
    # Everybody's row: networks that overlap may be any node's.
    rows = Selection(peers=names, mentioned=linux)
    snapshot = seen.snapshot + world.survey(overview, rows) + Snapshot(tuple(means.known))
    wanted = [*_wanted(names)]
    progress.begin("kubelets", len(wanted))
    snapshot += world.collect(wanted, progress.step)
    if means.way is not None and names and not world.stopped:
        progress.end()
        means.way.announce(seen, names)
        progress.begin("hosts", len(names))
        snapshot += world.hosts(names, means.way.open(seen), progress.step)
    asked = world.ahead(_namespace(overview, seen.namespaces))
    progress.end()
    return SeenAhead(
        snapshot=snapshot,
        asked=asked,
        nodes=names,
        untold=len(meant) - len(names),
        windows=() if node else tuple(row.name for row in overview.nodes if row.runs_windows),
        hosts_asked=means.way is not None or bool(means.known),
    )


def _wanted(names: Sequence[str]) -> Iterator[Request]:
    yield Request(EvidenceKind.OTHER_TABLE)
    yield Request(EvidenceKind.KUBEADM_CONFIG)
    yield THE_RESOURCES
    for name in names:
        yield Request(EvidenceKind.NODE_DESCRIBE, Subject(node=name))
        yield Request(EvidenceKind.KUBELET_CONFIG, Subject(node=name))


def _namespace(overview: Overview, namespaces: Sequence[str]) -> str:
    """Where calico-node's account is; empty where Calico is not installed yet."""
    installed = bool(overview.pods) or overview.wanted_pods is not None
    return namespaces[0] if installed and namespaces else ""


def _called(node: str, names: Sequence[str]) -> tuple[str, ...]:
    from calicovet.diagnosis.identity.node_names import is_called

    found = tuple(name for name in names if name == node) or tuple(
        name for name in names if is_called(name, node)
    )
    if not found:
        raise no_such_node(node, names, "unknown-node")
    return found
