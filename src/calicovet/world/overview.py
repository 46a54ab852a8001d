"""The first look at a cluster: a dozen requests at most, however big it is.

One more where a pod was refused its network and nothing says whether that goes on.

All of it comes from the server's own cache: it may be a moment old, and what a verdict rests on is read again.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, Generic, TypeVar

import msgspec

from calicovet.model.evidence import Evidence, EvidenceKind, Gap, Request, Snapshot
from calicovet.model.overview import NodeRow, Overview, PodRow
from calicovet.model.record import record
from calicovet.model.shell import Part, command, part
from calicovet.world.api_paths import (
    CALICO,
    OPERATOR_GROUP,
    USUAL_NAMESPACES,
    calico_lists,
    in_namespace,
)
from calicovet.world.desk import Desk
from calicovet.world.gaps import gap_for
from calicovet.world.kube.answers import read_json
from calicovet.world.kube.client import Client
from calicovet.world.kube.errors import ApiError, ApiRefused, Stopped, is_anonymous
from calicovet.world.pool import Pool
from calicovet.world.rows import namespaces_of, node_rows, pod_rows
from calicovet.world.wire import (
    ApiGroups,
    DaemonSet,
    EventItems,
    InvolvedPod,
    NamedNode,
    Owned,
    SandboxEvent,
)

_Found = TypeVar("_Found")

_MOST = 12
"""Requests of the first look."""
_EVENTS = 200
_OF_EACH_NODE = 3
_DAEMONSETS = "/apis/apps/v1/daemonsets"
_REFUSED = "reason=FailedCreatePodSandBox,type=Warning"
_CHANGED = "reason=SandboxChanged,type=Normal"
_CALICO_NODES = ("calico-node", "canal", "rke2-canal")
_OF_WINDOWS = ("calico-node-windows", "canal-windows", "rke2-canal-windows")


_Told = Sequence[tuple[SandboxEvent, bytes]]
_Whose = tuple[str, InvolvedPod]
_SandboxEvents = dict[_Whose, list[tuple[SandboxEvent, bytes]]]
"""By node and pod: each event, as it is read and as it was sent."""


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


class _Question(Generic[_Found]):
    """Something to ask the server for; until it has answered, `found` is what is there instead."""

    def __init__(
        self,
        kind: EvidenceKind,
        path: str,
        by_hand: str,
        fetch: Callable[[], _Found],
        otherwise: _Found,
        *,
        spared: Collection[int] = (),
    ) -> None:
        self.kind = kind
        self.path = path
        self.by_hand = by_hand
        self.fetch = fetch
        self.found = otherwise
        self.answered = False
        self.spared = spared
        """Refusals that are no gap."""

    def ask(self) -> _Found | ApiError:
        try:
            return self.fetch()
        except ApiError as error:
            return error


class _Looking:
    """One look; each question ends as a result or as a gap."""

    def __init__(self, client: Client, pool: Pool) -> None:
        self.client = client
        self.gaps: list[Gap] = []
        self.asked = 0
        """How many questions were put."""
        self._pool = pool
        self._spoken = False
        """The server has said something, if only no."""
        self.nobody: ApiRefused | None = None
        """Where the server takes us for nobody: what it says about that."""
        self._silence: ApiError = Stopped()

    def together(self, *questions: _Question[Any]) -> None:
        """Asks them all at once; ApiError where the server has not said a word yet, or does not know us."""
        self.asked += len(questions)
        answers = self._pool.run([question.ask for question in questions])
        for question, answer in zip(questions, answers, strict=True):
            if isinstance(answer, ApiError) or answer is None:
                self._failed(question, Stopped() if answer is None else answer)
            else:
                question.found, question.answered = answer, True
                self._spoken = True
        if not self._spoken:
            raise self._silence

    def still_there(self, pods: Collection[_Whose]) -> list[_Whose]:
        """Those that exist, or may: events outlive their pods."""
        found = self._pool.run([partial(self._is_there, pod) for _, pod in pods])
        return [whose for whose, there in zip(pods, found, strict=True) if there is not False]

    def _is_there(self, pod: InvolvedPod) -> bool:
        try:
            answer = self.client.get(f"{in_namespace(pod.namespace, 'pods')}/{pod.name}")
            found = read_json(answer.body, Owned).metadata.uid
        except ApiRefused as error:
            return error.status != 404
        except ApiError:
            return True
        return not (found and pod.uid) or found == pod.uid

    def _failed(self, question: _Question[Any], error: ApiError) -> None:
        if isinstance(error, ApiRefused):
            if error.status == 401:
                raise error
            self._spoken = True
            if is_anonymous(error):
                self.nobody = error
            if error.status in question.spared:
                return
        elif not isinstance(error, Stopped):
            self._silence = error
        gap = gap_for(error, Request(question.kind), question.path, question.by_hand)
        # The same rule opens every namespace.
        if not any(gap.how_to_close == told.how_to_close for told in self.gaps):
            self.gaps.append(gap)


def look(client: Client, pool: Pool, desk: Desk, namespace: str = "") -> Seen:
    """Who is there, by lists without objects; ApiError where the server cannot be reached."""
    looking = _Looking(client, pool)
    nodes, told = _nodes(client), _told_of_nodes(client)
    groups, found = _groups(client), _daemonsets(client, namespace)
    looking.together(nodes, told, groups, found)
    daemonsets = [daemonset for daemonset, _ in found.found]
    own = [_objects(client, path, line) for path, line in calico_lists(groups.found).items()]
    known = _namespaces(namespace, daemonsets)
    events = _sandbox_events(client)
    besides: list[_Question[Any]] = [*own] if namespace else [*own, events]
    # Where no DaemonSet says where the pods are, looking for them may take a list of all and of each usual place.
    lists = len(known) or 1 + len(USUAL_NAMESPACES)
    at_once = max(_MOST - looking.asked - lists, 0)
    by_operator = OPERATOR_GROUP in groups.found
    pods, pods_known = _everywhere(looking, known, by_operator, besides[:at_once])
    if later := besides[at_once:][: max(_MOST - looking.asked, 0)]:
        looking.together(*later)
    sandbox_events = _refused_up_to_now(looking, events.found)
    if looking.nobody is not None and not pods_known:
        raise looking.nobody  # no right is missing: the credentials are not accepted
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
        sandbox_events=sandbox_events,
    )
    pieces = [_daemonset_piece(desk, *one) for one in found.found]
    pieces += [_object_piece(desk, one) for one in own if one.answered]
    places = dict.fromkeys(pod.namespace for pod in pods)
    return Seen(
        overview=_with_eligible(overview, daemonsets, told.found),
        snapshot=Snapshot(desk.numbered(pieces), tuple(looking.gaps)),
        namespaces=tuple(places) or known or USUAL_NAMESPACES,
        image=next((image for one in daemonsets if (image := _image(one))), ""),
        operator=OPERATOR_GROUP in groups.found,
    )


def _everywhere(
    looking: _Looking,
    namespaces: Sequence[str],
    by_operator: bool,
    besides: Sequence[_Question[Any]],
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


def _nodes(client: Client) -> _Question[tuple[NodeRow, ...]]:
    path = "/api/v1/nodes"

    def fetch() -> tuple[NodeRow, ...]:
        table = client.table(path, cached=True)
        rows = node_rows(table) if table is not None else None
        if rows is None:
            from calicovet.world.whole_rows import WholeNode, node_row

            now = datetime.now(UTC)
            rows = (node_row(node, now) for node in client.pages(path, WholeNode))
        return tuple(rows)

    return _Question(EvidenceKind.NODE_TABLE, path, "kubectl get nodes -o wide", fetch, ())


def _told_of_nodes(client: Client) -> _Question[Mapping[str, _ToldOfNode]]:
    path = "/api/v1/nodes"

    def fetch() -> Mapping[str, _ToldOfNode]:
        return {
            found.name: _ToldOfNode(found.annotations.ipv4, found.labels)
            for item in client.metadata(path, NamedNode, cached=True)
            if (found := item.metadata).name
        }

    # The same path and the same words as for the list of nodes: where both fail, that is told once.
    return _Question(EvidenceKind.NODE_TABLE, path, "kubectl get nodes -o wide", fetch, {})


def _sandbox_events(client: Client) -> _Question[_SandboxEvents]:
    """By pod, that it gets no network: it tells of nodes whose calico-node is ready and of no use."""

    def fetch() -> _SandboxEvents:
        found = _events_by_pod(client, _REFUSED)
        return {
            whose: about_network
            for whose, told in found.items()
            if (about_network := [one for one in told if "network" in one[0].message.lower()])
        }

    line = f"kubectl get events -A --field-selector {_REFUSED}"
    # Who may read events in Calico's namespaces only has them where somebody is sick.
    return _Question(EvidenceKind.EVENT_TABLE, "/api/v1/events", line, fetch, {}, spared=(403, 404))


def _made_anew(client: Client) -> _Question[_SandboxEvents]:
    """By pod, that its sandbox is thrown away: a kubelet says no more where the throwing away fails too."""
    line = f"kubectl get events -A --field-selector {_CHANGED}"

    def fetch() -> _SandboxEvents:
        return _events_by_pod(client, _CHANGED)

    return _Question(EvidenceKind.EVENT_TABLE, "/api/v1/events", line, fetch, {}, spared=(403, 404))


def _events_by_pod(client: Client, which: str) -> _SandboxEvents:
    query = {"fieldSelector": which, "limit": str(_EVENTS)}
    answer = client.get("/api/v1/events", query=query)
    found: _SandboxEvents = {}
    for raw in read_json(answer.body, EventItems).items:
        event = read_json(raw, SandboxEvent)
        if event.source and event.source.host:
            whose = event.source.host, event.involved_object
            found.setdefault(whose, []).append((event, bytes(raw)))
    return found


def _refused_up_to_now(
    looking: _Looking, refused: _SandboxEvents
) -> Mapping[str, tuple[bytes, ...]]:
    """By node, what tells of pods that are refused their network again and again."""
    now = datetime.now(UTC)
    going_on = {whose: told for whose, told in refused.items() if _goes_on(told, now)}
    unsure = {
        whose: told
        for whose, told in refused.items()
        if whose not in going_on and _lately(told, now)
    }
    if unsure:
        changed = _made_anew(looking.client)
        looking.together(changed)
        both = {whose: [*told, *changed.found.get(whose, ())] for whose, told in unsure.items()}
        going_on |= {whose: told for whose, told in both.items() if _goes_on(told, now)}
    found: dict[str, list[bytes]] = {}
    for whose in looking.still_there(going_on):
        found.setdefault(whose[0], []).extend(raw for _, raw in going_on[whose])
    return {node: tuple(events[-_OF_EACH_NODE:]) for node, events in sorted(found.items())}


def _goes_on(events: _Told, now: datetime) -> bool:
    """Whether the network is refused to one pod again and again, up to now.

    A kubelet tries every quarter of a minute, and after two dozen times tells of it every five minutes only.
    Every try is an event of its own at first, since each names another sandbox.
    """
    lately = _lately(events, now)
    times = sum(count for _, count in lately)
    newest = min((ago for ago, _ in lately), default=timedelta.max)
    return times > 2 and (newest < timedelta(minutes=1) or times >= 20)


def _lately(events: _Told, now: datetime) -> list[tuple[timedelta, int]]:
    """How long ago, and how often."""
    ages = [(now - at, event.count or 1) for event, _ in events if (at := _last(event)) is not None]
    return [(ago, times) for ago, times in ages if ago < timedelta(minutes=6)]


def _last(event: SandboxEvent) -> datetime | None:
    try:
        return datetime.fromisoformat(event.last_timestamp or "").astimezone(UTC)
    except ValueError:
        return None


def _groups(client: Client) -> _Question[frozenset[str]]:
    path = "/apis"

    def fetch() -> frozenset[str]:
        answer = client.get(path)
        return frozenset(group.name for group in read_json(answer.body, ApiGroups).groups)

    return _Question(EvidenceKind.OBJECTS, path, "kubectl api-versions", fetch, frozenset())


def _daemonsets(client: Client, namespace: str) -> _Question[tuple[tuple[DaemonSet, bytes], ...]]:
    path = f"/apis/apps/v1/namespaces/{namespace}/daemonsets" if namespace else _DAEMONSETS

    def fetch() -> tuple[tuple[DaemonSet, bytes], ...]:
        items = client.pages(path, msgspec.Raw, cached=True)
        every = ((read_json(raw, DaemonSet), raw) for raw in items)
        return tuple((one, bytes(raw)) for one, raw in every if _runs_calico_node(one))

    line = command("kubectl {flag} get daemonsets -o wide", flag=_flag(namespace))
    return _Question(EvidenceKind.DAEMONSET_DESCRIBE, path, line, fetch, ())


def _flag(namespace: str) -> Part:
    return part("-n {namespace}", namespace=namespace) if namespace else part("-A")


def _runs_calico_node(daemonset: DaemonSet) -> bool:
    label = daemonset.spec.selector.match_labels.get("k8s-app", "")
    name = daemonset.metadata.name
    return label in ("calico-node", "canal") or name in _CALICO_NODES


def _namespaces(asked: str, daemonsets: Iterable[DaemonSet]) -> tuple[str, ...]:
    """Where Calico is known to be; nothing where that is not known."""
    if asked:
        return (asked,)
    return tuple(dict.fromkeys(daemonset.metadata.namespace for daemonset in daemonsets))


def _pods(client: Client, namespace: str) -> _Question[tuple[PodRow, ...]]:
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
            from calicovet.world.whole_rows import WholePod, pod_row

            now = datetime.now(UTC)
            rows = (pod_row(pod, now) for pod in client.pages(path, WholePod, query=query))
        return tuple(rows)

    line = command(
        "kubectl {flag} get pods -l {labels} -o wide", flag=_flag(namespace), labels=CALICO
    )
    return _Question(EvidenceKind.POD_TABLE, path, line, fetch, ())


def _objects(client: Client, path: str, line: str) -> _Question[bytes]:
    def fetch() -> bytes:
        return client.get(path, query={"resourceVersion": "0", "limit": "200"}).body

    return _Question(EvidenceKind.OBJECTS, path, line, fetch, b"", spared=(404,))


def _object_piece(desk: Desk, asked: _Question[bytes]) -> Evidence:
    return desk.objects(
        asked.found,
        source=asked.path.removeprefix("/apis/"),
        taken_by=asked.by_hand,
    )


def _daemonset_piece(desk: Desk, daemonset: DaemonSet, raw: bytes) -> Evidence:
    name, namespace = daemonset.metadata.name, daemonset.metadata.namespace
    # Items of a list do not say their kind themselves.
    whole = b'{"apiVersion":"apps/v1","kind":"DaemonSet",' + raw.lstrip()[1:]
    return desk.objects(
        whole,
        source=f"apps/v1/namespaces/{namespace}/daemonsets/{name}",
        taken_by=command(
            "kubectl -n {namespace} get daemonset {name} -o json", namespace=namespace, name=name
        ),
    )


def _is_calico_node(pod: PodRow) -> bool:
    # calico-node-windows is another program, with troubles of its own.
    return pod.name.startswith(_CALICO_NODES) and not pod.name.startswith(_OF_WINDOWS)
