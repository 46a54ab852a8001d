"""The first look at a cluster: a dozen requests at most, however big it is.

All of it comes from the server's own cache: it may be a moment old, and what a verdict rests on is read again.
"""

from collections.abc import Callable, Iterable, Mapping

import msgspec

from calicovet.model.evidence import Evidence, EvidenceKind, Gap, Request, Snapshot
from calicovet.model.overview import NodeRow, Overview, PodRow
from calicovet.model.record import record
from calicovet.world.api_paths import CALICO, USUAL_NAMESPACES, calico_lists, in_namespace
from calicovet.world.desk import Desk
from calicovet.world.gaps import gap_for
from calicovet.world.kube.client import Client
from calicovet.world.kube.errors import ApiError, ApiRefused
from calicovet.world.objects import printed
from calicovet.world.pool import Pool
from calicovet.world.rows import namespaces_of, node_rows, pod_rows
from calicovet.world.wire import ApiGroups, DaemonSet, NamedNode

_DAEMONSETS = "/apis/apps/v1/daemonsets"


@record(kw_only=True)
class Seen:
    """Everybody in one line each, what the cluster says of itself, and what could not be had."""

    overview: Overview
    snapshot: Snapshot
    namespaces: tuple[str, ...]
    image: str
    """What calico-node runs, by its DaemonSet; empty where that is not known."""


class _Looking:
    """One look; each call ends as a result or as a gap."""

    def __init__(self, client: Client, pool: Pool, desk: Desk) -> None:
        self.client = client
        self.pool = pool
        self.desk = desk
        self.gaps: list[Gap] = []
        self.evidence: list[Evidence] = []

    def together(self, *tasks: Callable[[], object]) -> None:
        self.pool.run(tasks)

    def failed(self, error: ApiError, kind: EvidenceKind, path: str, by_hand: str) -> None:
        # A server that cannot be reached at all has nothing more to say; one that refuses has.
        if not isinstance(error, ApiRefused) or error.status == 401:
            raise error
        self.gaps.append(gap_for(error, Request(kind), path, by_hand))


def look(client: Client, pool: Pool, desk: Desk, namespace: str = "") -> Seen:
    """Who is there, by lists without objects; ApiError where the server cannot be reached."""
    looking = _Looking(client, pool, desk)
    nodes: list[NodeRow] = []
    addresses: dict[str, str] = {}
    groups: set[str] = set()
    found: list[tuple[DaemonSet, bytes]] = []
    looking.together(
        lambda: nodes.extend(_nodes(looking)),
        lambda: addresses.update(_addresses(looking)),
        lambda: groups.update(_groups(looking)),
        lambda: found.extend(_daemonsets(looking, namespace)),
    )
    namespaces = _namespaces(namespace, (daemonset for daemonset, _ in found))
    pods: list[PodRow] = []
    looking.together(
        *((lambda place=place: pods.extend(_pods(looking, place))) for place in namespaces),
        *(
            (lambda path=path, line=line: _objects(looking, path, line))
            for path, line in calico_lists(frozenset(groups)).items()
        ),
    )
    if not any(_is_calico_node(pod) for pod in pods) and not namespace:
        pods.extend(_pods(looking, ""))
        namespaces = tuple(dict.fromkeys(pod.namespace for pod in pods)) or namespaces
    for _, raw in found:
        looking.evidence.append(_daemonset_piece(desk, raw))
    wanted = [daemonset.status.desired_number_scheduled for daemonset, _ in found]
    return Seen(
        overview=Overview(
            nodes=tuple(nodes),
            pods=tuple(pod for pod in pods if _is_calico_node(pod)),
            others=tuple(pod for pod in pods if not _is_calico_node(pod)),
            addresses=addresses,
            wanted_pods=sum(number or 0 for number in wanted) if wanted else None,
        ),
        snapshot=Snapshot(
            # Answers come in any order, and the report must not depend on it.
            desk.numbered(sorted(looking.evidence, key=lambda piece: piece.source)),
            tuple(sorted(looking.gaps, key=lambda gap: gap.detail)),
        ),
        namespaces=namespaces,
        image=next((image for daemonset, _ in found if (image := _image(daemonset))), ""),
    )


def _image(daemonset: DaemonSet) -> str:
    containers = daemonset.spec.template.spec.containers
    return next((one.image for one in containers if one.name == "calico-node"), "")


def _nodes(looking: _Looking) -> Iterable[NodeRow]:
    path = "/api/v1/nodes"
    try:
        table = looking.client.table(path, cached=True)
    except ApiError as error:
        looking.failed(error, EvidenceKind.NODE_TABLE, path, "kubectl get nodes -o wide")
        return ()
    rows = node_rows(table) if table is not None else None
    return rows or ()


def _addresses(looking: _Looking) -> Mapping[str, str]:
    path = "/api/v1/nodes"
    try:
        items = looking.client.metadata(path, NamedNode, cached=True)
    except ApiError as error:
        # The list of nodes has told of it already.
        if not isinstance(error, ApiRefused):
            raise
        return {}
    return {
        item.metadata.name: item.metadata.annotations.ipv4
        for item in items
        if item.metadata.annotations.ipv4
    }


def _groups(looking: _Looking) -> Iterable[str]:
    try:
        answer = looking.client.get("/apis")
    except ApiError as error:
        looking.failed(error, EvidenceKind.OBJECTS, "/apis", "kubectl api-versions")
        return ()
    try:
        return [group.name for group in msgspec.json.decode(answer.body, type=ApiGroups).groups]
    except msgspec.DecodeError:
        return ()


def _daemonsets(looking: _Looking, namespace: str) -> Iterable[tuple[DaemonSet, bytes]]:
    path = _DAEMONSETS
    if namespace:
        path = f"/apis/apps/v1/namespaces/{namespace}/daemonsets"
    try:
        items = looking.client.pages(path, msgspec.Raw, cached=True)
    except ApiError as error:
        looking.failed(error, EvidenceKind.DAEMONSET_DESCRIBE, path, "kubectl get daemonsets -A")
        return []
    found = []
    for raw in items:
        daemonset = msgspec.json.decode(raw, type=DaemonSet)
        if _runs_calico_node(daemonset):
            found.append((daemonset, bytes(raw)))
    return found


def _runs_calico_node(daemonset: DaemonSet) -> bool:
    label = daemonset.spec.selector.match_labels.get("k8s-app", "")
    name = daemonset.metadata.name
    return label in ("calico-node", "canal") or name in ("calico-node", "canal", "rke2-canal")


def _namespaces(asked: str, daemonsets: Iterable[DaemonSet]) -> tuple[str, ...]:
    if asked:
        return (asked,)
    found = dict.fromkeys(daemonset.metadata.namespace for daemonset in daemonsets)
    return tuple(found) or USUAL_NAMESPACES


def _pods(looking: _Looking, namespace: str) -> Iterable[PodRow]:
    """The pods of Calico; a table without objects names no namespace, so each is asked by itself."""
    path = in_namespace(namespace, "pods")
    query = {"labelSelector": CALICO}
    line = f"kubectl {f'-n {namespace}' if namespace else '-A'} get pods -l '{CALICO}' -o wide"
    try:
        if namespace:
            table = looking.client.table(path, query=query, cached=True)
            names: Iterable[str] = (namespace,) * len(table.rows) if table is not None else ()
        else:
            table = looking.client.table(path, query=query, cached=True, metadata=True)
            names = namespaces_of(table) if table is not None else ()
    except ApiError as error:
        looking.failed(error, EvidenceKind.POD_TABLE, path, line)
        return []
    if table is None:
        return []
    return list(pod_rows(table, names) or ())


def _objects(looking: _Looking, path: str, line: str) -> None:
    try:
        answer = looking.client.get(path, query={"resourceVersion": "0", "limit": "200"})
    except ApiError as error:
        if isinstance(error, ApiRefused) and error.status == 404:
            return
        looking.failed(error, EvidenceKind.OBJECTS, path, line)
        return
    looking.evidence.append(
        looking.desk.piece(
            EvidenceKind.OBJECTS,
            printed(answer.body),
            source=path.removeprefix("/apis/"),
            taken_by=line,
            whole=not answer.cut,
        )
    )


def _daemonset_piece(desk: Desk, raw: bytes) -> Evidence:
    daemonset = msgspec.json.decode(raw, type=DaemonSet)
    name, namespace = daemonset.metadata.name, daemonset.metadata.namespace
    # Items of a list do not say their kind themselves.
    whole = b'{"apiVersion":"apps/v1","kind":"DaemonSet",' + raw.lstrip()[1:]
    return desk.piece(
        EvidenceKind.OBJECTS,
        printed(whole),
        source=f"apps/v1/namespaces/{namespace}/daemonsets/{name}",
        taken_by=f"kubectl -n {namespace} get daemonset {name} -o json",
    )


def _is_calico_node(pod: PodRow) -> bool:
    return pod.name.startswith(("calico-node", "canal", "rke2-canal"))
