"""The first survey of a cluster: at most a dozen requests of any size.

One more where a pod was refused its network and nothing says whether that goes on, one where the mesh is off,
and one where a node is not ready.

All of it comes from the server's own cache: it may be a moment old, and what a verdict rests on is read again.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import msgspec

from calicovet.model.commands.shell import Part, command, part
from calicovet.model.evidence import Evidence, EvidenceKind, Request, Snapshot
from calicovet.model.facts.routes import BgpPeerSeen
from calicovet.model.overview import NodeRow, Overview, PodRow
from calicovet.model.record import record
from calicovet.model.subject import CALICO_NODE
from calicovet.world.cluster.api_paths import (
    CALICO,
    OPERATOR_GROUP,
    USUAL_NAMESPACES,
    bgp_peers,
    calico_lists,
    host_endpoints,
    in_namespace,
)
from calicovet.world.cluster.evidence_writer import EvidenceWriter
from calicovet.world.cluster.object_fields import (
    ApiGroups,
    BgpPeers,
    DaemonSet,
    NamedNode,
)
from calicovet.world.cluster.questions import Looking, Question
from calicovet.world.cluster.sandbox_events import refused_sandboxes, refused_up_to_now
from calicovet.world.cluster.table_rows import namespaces_of, node_rows, pod_rows
from calicovet.world.cluster.worker_pool import Pool
from calicovet.world.kube.answers import read_json
from calicovet.world.kube.client import Client

_MOST = 12
"""Requests of the first look."""
_DAEMONSETS = "/apis/apps/v1/daemonsets"
_MESH_OFF = re.compile(rb'"nodeToNodeMeshEnabled"\s{0,4}:\s{0,4}false')
# calico-node-windows is another program, with its own failures.
_OF_LINUX = re.compile(rf"{CALICO_NODE}(?!-windows)(?![a-z0-9])")


@record
class _ToldOfNode:
    """What a node's metadata say."""

    address: str
    """That Calico stored."""
    labels: Mapping[str, str]


@record(kw_only=True)
class Seen:
    """Everybody in one line each, what the cluster says of itself, and what could not be had."""

    overview: Overview
    snapshot: Snapshot
    namespaces: tuple[str, ...]
    image: str
    """What calico-node runs, by its DaemonSet; empty where that is not known."""
    operator: bool = False
    """The cluster knows the operator's objects."""


def look(client: Client, pool: Pool, writer: EvidenceWriter, namespace: str = "") -> Seen:
    """Who is there, by lists without objects; ApiError where the server cannot be reached."""
    looking = Looking(client, pool)
    nodes, told = _nodes(client), _told_of_nodes(client)
    groups, found = _groups(client), _daemonsets(client, namespace)
    looking.together(nodes, told, groups, found)
    daemonsets = [daemonset for daemonset, _ in found.found]
    own = [_objects(client, path, line) for path, line in calico_lists(groups.found).items()]
    known = _namespaces(namespace, daemonsets)
    events = refused_sandboxes(client)
    besides: list[Question[Any]] = [*own] if namespace else [*own, events]
    # Where no DaemonSet says where the pods are, looking for them may take a list of all and of each usual place.
    lists = len(known) or 1 + len(USUAL_NAMESPACES)
    at_once = max(_MOST - looking.asked - lists, 0)
    by_operator = OPERATOR_GROUP in groups.found
    pods, pods_known = _everywhere(looking, known, by_operator, besides[:at_once])
    if later := besides[at_once:][: max(_MOST - looking.asked, 0)]:
        looking.together(*later)
    sandbox_events = refused_up_to_now(looking, events.found)
    peers: tuple[BgpPeerSeen, ...] | None = None
    if any(_switches_the_mesh_off(one) for one in own):
        asked = [_objects(client, path, line) for path, line in bgp_peers(groups.found).items()]
        looking.together(*asked)
        own += asked
        peers = _bgp_peers(asked)
    if any(row.cut_off for row in nodes.found):
        asked = [
            _objects(client, path, line) for path, line in host_endpoints(groups.found).items()
        ]
        looking.together(*asked)
        own += asked
    if looking.unauthenticated is not None and not pods_known:
        raise looking.unauthenticated  # no right is missing: the credentials are not accepted
    wanted = [one.status.desired_number_scheduled for one in daemonsets]
    overview = Overview(
        nodes=nodes.found,
        pods=tuple(pod for pod in pods if _is_calico_node(pod)),
        pods_known=pods_known,
        others=tuple(pod for pod in pods if not _is_calico_node(pod)),
        addresses={name: node.address for name, node in told.found.items() if node.address},
        wanted_pods=sum(number or 0 for number in wanted) if wanted else None,
        wanted_known=found.answered,
        one_namespace=bool(namespace),
        labels={} if peers is None else {name: node.labels for name, node in told.found.items()},
        bgp_peers=peers,
        sandbox_events=sandbox_events,
    )
    pieces = [_daemonset_piece(writer, *one) for one in found.found]
    pieces += [_object_piece(writer, one) for one in own if one.answered]
    places = dict.fromkeys(pod.namespace for pod in pods)
    return Seen(
        overview=_with_eligible(overview, daemonsets, told.found),
        snapshot=Snapshot(writer.numbered(pieces), tuple(looking.gaps)),
        namespaces=tuple(places) or known or USUAL_NAMESPACES,
        image=next((image for one in daemonsets if (image := _image(one))), ""),
        operator=OPERATOR_GROUP in groups.found,
    )


def _everywhere(
    looking: Looking,
    namespaces: Sequence[str],
    by_operator: bool,
    besides: Sequence[Question[Any]],
) -> tuple[list[PodRow], bool]:
    """Calico's pods, and whether the list is whole; asked for in the same breath: what else there is to ask.

    Where nothing names a namespace they are looked for in all; who may not do that, in the usual ones.
    """
    client, before = looking.client, tuple(looking.gaps)
    lists = [_pods(client, namespace) for namespace in namespaces or ("",)]
    looking.together(*lists, *besides)
    pods = [pod for one in lists for pod in one.found]
    known = all(one.answered for one in lists)
    if namespaces or known:
        return pods, known
    # One after the other: the more likely one is mostly enough.
    for namespace in reversed(USUAL_NAMESPACES) if by_operator else USUAL_NAMESPACES:
        guess = _pods(client, namespace)
        looking.together(guess)
        if any(_is_calico_node(pod) for pod in guess.found):
            of_pods = Request(EvidenceKind.POD_TABLE)
            looking.gaps = [gap for gap in looking.gaps if gap in before or gap.request != of_pods]
            return [*guess.found], True
        pods += guess.found
    return pods, False


def _with_eligible(
    overview: Overview, daemonsets: Iterable[DaemonSet], told: Mapping[str, _ToldOfNode]
) -> Overview:
    """The same with the nodes that the DaemonSets ask for, where some of them have no pod."""
    missing = (overview.wanted_pods or 0) - len(overview.pods)
    placed = {pod.node for pod in overview.pods}
    bare = sum(row.name not in placed for row in overview.nodes)
    if not overview.pods_known or missing <= 0 or bare <= missing or not told:
        return overview
    wanted = [_node_labels(daemonset) for daemonset in daemonsets]
    return replace(
        overview,
        eligible=frozenset(
            name
            for name, node in told.items()
            if any(labels.items() <= node.labels.items() for labels in wanted)
        ),
    )


def _node_labels(daemonset: DaemonSet) -> Mapping[str, str]:
    return daemonset.spec.template.spec.node_selector or {}


def _image(daemonset: DaemonSet) -> str:
    containers = daemonset.spec.template.spec.containers
    return next((one.image for one in containers if one.name == "calico-node"), "")


def _nodes(client: Client) -> Question[tuple[NodeRow, ...]]:
    path = "/api/v1/nodes"

    def fetch() -> tuple[NodeRow, ...]:
        table = client.table(path, cached=True)
        rows = node_rows(table) if table is not None else None
        if rows is None:
            from calicovet.world.cluster.rows_from_objects import WholeNode, node_row

            now = datetime.now(UTC)
            rows = (node_row(node, now) for node in client.pages(path, WholeNode))
        return tuple(rows)

    return Question(EvidenceKind.NODE_TABLE, path, "kubectl get nodes -o wide", fetch, ())


def _told_of_nodes(client: Client) -> Question[Mapping[str, _ToldOfNode]]:
    path = "/api/v1/nodes"

    def fetch() -> Mapping[str, _ToldOfNode]:
        return {
            found.name: _ToldOfNode(found.annotations.ipv4, found.labels)
            for item in client.metadata(path, NamedNode, cached=True)
            if (found := item.metadata).name
        }

    # The same path and the same words as for the list of nodes: where both fail, that is told once.
    return Question(EvidenceKind.NODE_TABLE, path, "kubectl get nodes -o wide", fetch, {})


def _groups(client: Client) -> Question[frozenset[str]]:
    path = "/apis"

    def fetch() -> frozenset[str]:
        answer = client.get(path)
        return frozenset(group.name for group in read_json(answer.body, ApiGroups).groups)

    return Question(EvidenceKind.OBJECTS, path, "kubectl api-versions", fetch, frozenset())


def _daemonsets(client: Client, namespace: str) -> Question[tuple[tuple[DaemonSet, bytes], ...]]:
    path = f"/apis/apps/v1/namespaces/{namespace}/daemonsets" if namespace else _DAEMONSETS

    def fetch() -> tuple[tuple[DaemonSet, bytes], ...]:
        items = client.pages(path, msgspec.Raw, cached=True)
        every = ((read_json(raw, DaemonSet), raw) for raw in items)
        return tuple((one, bytes(raw)) for one, raw in every if _runs_calico_node(one))

    line = command("kubectl {flag} get daemonsets -o wide", flag=_flag(namespace))
    return Question(EvidenceKind.DAEMONSET_DESCRIBE, path, line, fetch, ())


def _flag(namespace: str) -> Part:
    return part("-n {namespace}", namespace=namespace) if namespace else part("-A")


def _runs_calico_node(daemonset: DaemonSet) -> bool:
    label = daemonset.spec.selector.match_labels.get("k8s-app", "")
    name = daemonset.metadata.name
    return label in ("calico-node", "canal") or re.fullmatch(CALICO_NODE, name) is not None


def _namespaces(asked: str, daemonsets: Iterable[DaemonSet]) -> tuple[str, ...]:
    """Where Calico is known to be; nothing where that is not known."""
    if asked:
        return (asked,)
    return tuple(dict.fromkeys(daemonset.metadata.namespace for daemonset in daemonsets))


def _pods(client: Client, namespace: str) -> Question[tuple[PodRow, ...]]:
    """The pods of Calico; a table without objects names no namespace, so each is asked by itself."""
    path = in_namespace(namespace, "pods")
    query = {"labelSelector": CALICO}

    def fetch() -> tuple[PodRow, ...]:
        table = client.table(path, query=query, cached=True, metadata=not namespace)
        rows = None
        if table is not None:
            names = [namespace] * len(table.rows) if namespace else namespaces_of(table)
            rows = pod_rows(table, names) if names is not None else None
        if rows is None:
            from calicovet.world.cluster.rows_from_objects import WholePod, pod_row

            now = datetime.now(UTC)
            rows = (pod_row(pod, now) for pod in client.pages(path, WholePod, query=query))
        return tuple(rows)

    line = command(
        "kubectl {flag} get pods -l {labels} -o wide", flag=_flag(namespace), labels=CALICO
    )
    return Question(EvidenceKind.POD_TABLE, path, line, fetch, ())


def _objects(client: Client, path: str, line: str) -> Question[bytes]:
    def fetch() -> bytes:
        return client.get(path, query={"resourceVersion": "0", "limit": "200"}).body

    return Question(EvidenceKind.OBJECTS, path, line, fetch, b"", spared=(404,))


def _switches_the_mesh_off(asked: Question[bytes]) -> bool:
    return _MESH_OFF.search(asked.found) is not None


def _bgp_peers(asked: Iterable[Question[bytes]]) -> tuple[BgpPeerSeen, ...] | None:
    """The BGPPeers of the first list that came whole; None where none did."""
    for one in asked:
        found = read_json(one.found, BgpPeers) if one.answered else None
        if found is not None and not found.metadata.rest:
            return tuple(
                BgpPeerSeen(
                    name=peer.metadata.name,
                    node=peer.spec.node,
                    node_selector=peer.spec.node_selector,
                    peer_selector=peer.spec.peer_selector,
                )
                for peer in found.items
            )
    return None


def _object_piece(writer: EvidenceWriter, asked: Question[bytes]) -> Evidence:
    return writer.objects(
        asked.found,
        source=asked.path.removeprefix("/apis/"),
        taken_by=asked.by_hand,
    )


def _daemonset_piece(writer: EvidenceWriter, daemonset: DaemonSet, raw: bytes) -> Evidence:
    name, namespace = daemonset.metadata.name, daemonset.metadata.namespace
    # Items of a list do not say their kind themselves.
    whole = b'{"apiVersion":"apps/v1","kind":"DaemonSet",' + raw.lstrip()[1:]
    return writer.objects(
        whole,
        source=f"apps/v1/namespaces/{namespace}/daemonsets/{name}",
        taken_by=command(
            "kubectl -n {namespace} get daemonset {name} -o json", namespace=namespace, name=name
        ),
    )


def _is_calico_node(pod: PodRow) -> bool:
    return _OF_LINUX.match(pod.name) is not None
