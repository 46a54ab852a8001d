"""A pasted text, retold as a cluster that one could have pasted it from.

Pods, nodes, events and Calico's objects go into the API server, logs and journals to the recorded kubelets. What
people type on hosts, and what they say in their own words, cannot be had from a cluster: that is handed over in
files, as `--host-facts`.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path

from calicovet.diagnosis.assembly.pipeline import Fleet, assemble
from calicovet.diagnosis.assembly.timeline import latest_time
from calicovet.diagnosis.engine import diagnose
from calicovet.diagnosis.health.node_health import speaks_of_calico
from calicovet.diagnosis.identity.node_names import is_calico_node_pod
from calicovet.model.case import NodeView
from calicovet.model.diagnosis import Diagnosis, NodeState
from calicovet.model.evidence import Evidence, EvidenceKind, Snapshot, evidence_id
from calicovet.model.facts import (
    CalicoAddress,
    ContainerState,
    ControllersDown,
    EventSeen,
    Fact,
    HostLink,
    InternalAddress,
    KubeletCgroupDriver,
    KubeProxyState,
    NeighbourRestarts,
    PodListed,
    TyphaState,
)
from calicovet.model.record import record
from calicovet.model.subject import UNNAMED_PEER, Subject
from calicovet.parse.text.transcript import read_transcript
from calicovet.startup.stages.terminations import was_killed
from calicovet.world.collectors.pods import HEAD
from lab.objects import Object
from tests.live.cluster import Cluster
from tests.live.retold.calico_objects import shown_objects, told_objects
from tests.live.retold.objects import (
    daemonset_object,
    event_object,
    first,
    node_object,
    pod_object,
)
from tests.live.retold.own_address import with_own_address
from tests.live.retold.pieces import sort_out
from tests.live.retold.times import Clock

_NEUTRAL = f"{'-' * 99}\n" * (HEAD // 100 + 1)
"""More than is read of a log's beginning: what the text shows only in part is not whole here, either."""
_OF_OTHERS = (ControllersDown, KubeProxyState, NeighbourRestarts, TyphaState)
_OF_CARDS = ("eth", "en", "bond", "wl", "ib")
"""How the names of network cards begin."""


@record(kw_only=True)
class Log:
    node: str
    namespace: str
    pod: str
    container: str
    previous: bool
    text: str


@record(kw_only=True)
class Retold:
    """A cluster that is about to be, and what the user brings along."""

    objects: Sequence[Object]
    logs: Sequence[Log]
    answers: Sequence[tuple[str, str, object]]
    """Node, path and content of what kubelets say otherwise."""
    brought: Sequence[str]
    """Texts for --host-facts."""
    homes: dict[str, str]
    """By pod: its node, which the text may not have named; the one that has no pod is under no name."""

    def play(self, cluster: Cluster, folder: Path) -> list[str]:
        """Makes it so; the flags with which the user brings the rest."""
        cluster.load(self.objects)
        for each in self.objects:
            if each["kind"] == "Node":
                # Every kubelet answers: that it has nothing, where the text has nothing.
                cluster.kubelet(each["metadata"]["name"])
        for log in self.logs:
            cluster.log(
                log.node,
                log.pod,
                log.container,
                log.text,
                namespace=log.namespace,
                previous=log.previous,
            )
        for node, path, content in self.answers:
            cluster.answer(node, path, content)
        flags: list[str] = []
        for number, text in enumerate(self.brought):
            file = folder / f"brought-{number}.txt"
            file.write_text(text, encoding="utf-8")
            flags += ["--host-facts", str(file)]
        return flags


@record(kw_only=True)
class _Actor:
    """A node and its calico-node pod."""

    node: str
    named: bool
    """By the text itself."""
    pod: str
    """Empty: a node without one."""
    namespace: str
    facts: Sequence[Fact]


def retell(texts: Iterable[str]) -> Retold:
    """The cluster of the texts, which are one incident."""
    pasted = [*texts]
    facts = assemble(_snapshot(pasted)).facts
    snapshot = _snapshot(with_own_address(text, facts) for text in pasted)
    fleet = assemble(snapshot)
    clock = Clock(latest_time(fleet.facts))
    pieces = [piece for each in snapshot.evidence for piece in read_transcript(each).pieces]
    actors = _actors(fleet, diagnose(snapshot, ()))
    told = sort_out(pieces, snapshot.evidence, {actor.node for actor in actors}, clock)
    logs = [*_logs(told.logs, actors, fleet, clock)]
    nodes, pods = _nodes_and_pods(actors, logs, fleet, clock)
    shown = [each for content in told.objects for each in shown_objects(content)]
    objects = [
        *nodes,
        *pods,
        _daemonset(actors, pods),
        *_events(fleet, actors, clock),
        *shown,
        *told_objects(fleet.facts, shown),
    ]
    return Retold(
        objects=objects,
        logs=[log for log in logs if log.node in {each["metadata"]["name"] for each in nodes}],
        answers=[*told.journals, *_configz(actors)],
        brought=told.brought,
        homes={actor.pod: actor.node for actor in actors if actor.pod or not actor.named},
    )


def _snapshot(texts: Iterable[str]) -> Snapshot:
    return Snapshot(tuple(_paste(number, text) for number, text in enumerate(texts)))


def _paste(number: int, text: str) -> Evidence:
    return Evidence(
        id=evidence_id(f"text-{number}", number, text),
        kind=EvidenceKind.PASTE,
        content=text,
        source=f"text-{number}",
        order=number,
    )


def _actors(fleet: Fleet, diagnosis: Diagnosis) -> list[_Actor]:
    """Everybody that the text speaks of; who has no name is given one."""
    healthy = {
        node.node for node in diagnosis.nodes if node.node and node.state is NodeState.HEALTHY
    }
    taken = {view.name for view in fleet.nodes if view.name}
    free = (name for number in range(1, 1000) if (name := f"unnamed-{number}") not in taken)
    found: list[_Actor] = []
    for view in fleet.nodes:
        has_one = speaks_of_calico(_own(view)) and not _is_not_made(view)
        pod = view.pod or (_pod_name(len(found)) if has_one else "")
        found.append(
            _Actor(
                node=view.name or next(free),
                named=bool(view.name),
                pod=pod,
                namespace=view.namespace or _namespace(fleet),
                facts=(*view.facts, *(_said(view, healthy | {UNNAMED_PEER}) if pod else ())),
            )
        )
    return found


def _own(view: NodeView) -> list[Fact]:
    """What is said of this calico-node, rather than of other pods on its node or of everybody."""
    return [
        fact
        for fact in view.facts
        if (fact.about.node or not view.name)
        and (not fact.about.pod or is_calico_node_pod(fact.about.pod))
        and not isinstance(fact, _OF_OTHERS)
    ]


def _is_not_made(view: NodeView) -> bool:
    """Whether the DaemonSet's controller says that it cannot make pods."""
    return any(isinstance(fact, EventSeen) and fact.reason == "FailedCreate" for fact in view.facts)


def _said(view: NodeView, healthy: set[str]) -> Iterable[Fact]:
    """A row for a pod that no list shows: healthy or unhealthy as the text says."""
    told = (PodListed, ContainerState)
    if any(isinstance(fact, told) and is_calico_node_pod(fact.about.pod) for fact in view.facts):
        return
    well = view.name in healthy
    loops = not well and was_killed(view.facts)
    yield PodListed(
        about=Subject(node=view.name or ""),
        ready=int(well),
        total=1,
        status="CrashLoopBackOff" if loops else "Running",
        restarts=5 if loops else 0,
    )


def _pod_name(number: int) -> str:
    return f"calico-node-t{number:04}"


def _namespace(fleet: Fleet) -> str:
    return next((view.namespace for view in fleet.nodes if view.namespace), "kube-system")


def _nodes_and_pods(
    actors: Sequence[_Actor], logs: Sequence[Log], fleet: Fleet, clock: Clock
) -> tuple[list[Object], list[Object]]:
    nodes: list[Object] = []
    pods: list[Object] = []
    addresses: dict[str, str] = {}
    for number, actor in enumerate(actors, 1):
        address = _address(actor, number, addresses)
        addresses[actor.node] = address
        stored = _stored(actor, fleet)
        nodes.append(node_object(actor.node, address, number, actor.facts, stored, clock))
        if not actor.pod:
            continue
        logged = frozenset(log.container for log in logs if log.pod == actor.pod)
        before = {log.container for log in logs if log.pod == actor.pod and log.previous}
        own = [fact for fact in actor.facts if _is_of(fact, actor.pod)]
        pod = pod_object(actor.pod, actor.namespace, actor.node, address, own, logged, clock)
        pods.append(_restarted(pod, before))
    for row in _others(fleet):
        node = row.about.node
        if node and node not in addresses:
            continue
        pods.append(
            pod_object(
                row.about.pod,
                row.about.namespace or _namespace(fleet),
                node or next(iter(addresses), ""),
                addresses.get(node, next(iter(addresses.values()), "")),
                (row,),
                frozenset(),
                clock,
            )
        )
    return nodes, pods


def _address(actor: _Actor, number: int, taken: dict[str, str]) -> str:
    """The address by which the node is reached: as told, else one that the text ties to the host."""
    for address in _addresses(actor.facts):
        if address not in taken.values():
            return address
    return f"172.31.1.{number}"


def _addresses(facts: Sequence[Fact]) -> Iterable[str]:
    told = [fact.address for fact in facts if isinstance(fact, InternalAddress)]
    yield from (str(address) for address in told if address.version == 4)
    links = [fact for fact in facts if isinstance(fact, HostLink)]
    for link in links:
        if link.name.startswith(_OF_CARDS):
            yield from (str(each.ip) for each in link.addresses if each.version == 4)
    if not links:
        used = (fact.address for fact in facts if isinstance(fact, CalicoAddress))
        yield from (str(address.ip) for address in used if address.version == 4)


def _stored(actor: _Actor, fleet: Fleet) -> CalicoAddress | None:
    """What the Node object says; what a log says follows from the log."""
    for fact in actor.facts:
        if isinstance(fact, CalicoAddress) and fact.cited and fact.address.version == 4:
            piece = fleet.evidence_index.pieces.get(fact.cited[0].evidence)
            if piece is not None and piece.kind is not EvidenceKind.CALICO_LOG:
                return fact
    return None


def _is_of(fact: Fact, pod: str) -> bool:
    """Whether a fact is the pod's own; the row of a replaced pod counts for its successor."""
    other = fact.about.pod and fact.about.pod != pod
    return not other or (isinstance(fact, PodListed) and is_calico_node_pod(fact.about.pod))


def _restarted(pod: Object, before: set[str]) -> Object:
    """A container whose run before has a log was restarted."""
    for status in pod["status"].get("containerStatuses", ()):
        if status["name"] in before:
            status["restartCount"] = max(status["restartCount"], 1)
    return pod


def _others(fleet: Fleet) -> list[PodListed]:
    found: dict[str, PodListed] = {}
    for row in fleet.neighbours:
        found.setdefault(row.about.pod, row)
    return [row for row in found.values() if row.about.pod]


def _logs(
    pieces: Iterable[Evidence], actors: Sequence[_Actor], fleet: Fleet, clock: Clock
) -> Iterable[Log]:
    found: dict[tuple[str, str, str, str, bool], list[str]] = {}
    told_of: dict[tuple[int, ...], str] = {}
    cut: set[tuple[str, str, bool]] = set()
    for piece in pieces:
        about = piece.about
        original = told_of.setdefault(piece.numbers, about.node)
        for actor in _whose(piece, actors, fleet):
            key = (
                actor.node,
                actor.namespace,
                actor.pod,
                about.container or "calico-node",
                about.previous,
            )
            text = piece.content
            if original != about.node:
                # "The same there", people say; each names itself in it.
                text = text.replace(original, about.node)
            found.setdefault(key, []).append(clock.text(text))
            if not piece.whole:
                cut.add((actor.node, key[3], about.previous))
    for (node, namespace, pod, container, previous), texts in found.items():
        text = "\n".join(texts)
        if (node, container, previous) in cut:
            text = _NEUTRAL + text
        yield Log(
            node=node,
            namespace=namespace,
            pod=pod,
            container=container,
            previous=previous,
            text=text + "\n" if text else "",
        )


def _whose(piece: Evidence, actors: Sequence[_Actor], fleet: Fleet) -> list[_Actor]:
    about = piece.about
    for actor in actors:
        if (about.pod and actor.pod == about.pod) or (
            not about.pod and about.node and actor.node == about.node
        ):
            return [actor]
    # A log without a node is assigned to the nodes that have its facts.
    return [
        actor
        for actor in actors
        if actor.pod
        and any(cited.evidence == piece.id for fact in actor.facts for cited in fact.cited)
    ]


def _daemonset(actors: Sequence[_Actor], pods: Iterable[Object]) -> Object:
    own = [pod for pod in pods if is_calico_node_pod(pod["metadata"]["name"])]
    names = {pod["metadata"]["name"].rpartition("-")[0] for pod in own}
    return daemonset_object(
        next(iter(names), "") or "calico-node",
        actors[0].namespace if actors else "kube-system",
        # Where there is no pod at all, every node is to have one.
        max(len(own), 0 if own else len(actors)),
        own,
    )


def _events(fleet: Fleet, actors: Sequence[_Actor], clock: Clock) -> Iterable[Object]:
    done: set[int] = set()
    for actor in actors:
        for event in actor.facts:
            if not isinstance(event, EventSeen) or id(event) in done:
                continue
            done.add(id(event))
            kind, name, namespace = _thing(event, actor, fleet)
            if name:
                yield event_object(event, kind, name, namespace, clock)
    for event in fleet.facts:
        if isinstance(event, EventSeen) and id(event) not in done and event.about.pod:
            namespace = event.about.namespace or "default"
            yield event_object(event, "Pod", event.about.pod, namespace, clock)


def _thing(event: EventSeen, actor: _Actor, fleet: Fleet) -> tuple[str, str, str]:
    kind, _, name = event.object.partition("/")
    if kind.startswith("daemonset") or event.source == "daemonset-controller":
        return "DaemonSet", name or "calico-node", event.about.namespace or actor.namespace
    piece = fleet.evidence_index.pieces.get(event.cited[0].evidence) if event.cited else None
    of_node = piece is not None and piece.kind is EvidenceKind.NODE_DESCRIBE
    if kind == "node" or of_node:
        return "Node", name or actor.node, "default"
    return "Pod", actor.pod, actor.namespace


def _configz(actors: Iterable[_Actor]) -> Iterable[tuple[str, str, object]]:
    for actor in actors:
        if driver := first(actor.facts, KubeletCgroupDriver):
            yield actor.node, "configz", {"kubeletconfig": {"cgroupDriver": driver.driver}}
