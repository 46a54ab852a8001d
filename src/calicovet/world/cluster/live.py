"""`LiveWorld`: requests to evidence and gaps."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from calicovet.model.commands.manual_commands import by_hand
from calicovet.model.evidence import Evidence, EvidenceKind, Gap, GapReason, Request, Snapshot
from calicovet.model.overview import Overview, Selection
from calicovet.model.preflight_answers import Asked
from calicovet.model.record import record
from calicovet.model.subject import NO_SUBJECT, Subject
from calicovet.world.access.access_reviews import may
from calicovet.world.access.rbac_rules import Rule
from calicovet.world.cluster.evidence_writer import EvidenceWriter
from calicovet.world.cluster.overview import Seen, look
from calicovet.world.cluster.overview_evidence import survey
from calicovet.world.cluster.worker_pool import Pool
from calicovet.world.collectors import cluster, pods
from calicovet.world.collectors.api_preconditions import THE_RESOURCES, ask_ahead, resources
from calicovet.world.collectors.calls import OF_THE_SILENT, Calls
from calicovet.world.collectors.kubelet import ask_kubelet
from calicovet.world.collectors.kubelet_sources import sources_for
from calicovet.world.collectors.node_proxy import PATIENCE, asking
from calicovet.world.collectors.operator import THE_OPERATOR, operator
from calicovet.world.collectors.warnings import warnings
from calicovet.world.hosts.ways import Runner
from calicovet.world.kube.client import Client

_TO_CLEAN_UP = 15.0
_KUBELETS = Request(EvidenceKind.PASTE)
"""All that kubelets tell, whatever its kind."""

Collector = Callable[[Calls, Request], Iterator[Evidence]]

_BY_KIND: Mapping[EvidenceKind, Collector] = {
    EvidenceKind.POD_DESCRIBE: pods.describe_pod,
    EvidenceKind.POD_TABLE: pods.neighbours,
    EvidenceKind.CALICO_LOG: pods.log_of,
    EvidenceKind.OTHER_LOG: pods.log_of,
    EvidenceKind.NODE_DESCRIBE: cluster.describe_node,
    EvidenceKind.OTHER_TABLE: cluster.api_server,
}
_OF_A_PEER: Mapping[EvidenceKind, Collector] = {
    EvidenceKind.POD_DESCRIBE: pods.show_pod,
    EvidenceKind.NODE_DESCRIBE: cluster.show_node,
    EvidenceKind.CALICO_LOG: pods.short_log_of,
}
"""Less of each, and no events: the warnings of all peers come in one answer."""
_IN_THE_NAMESPACE = frozenset({EvidenceKind.DAEMONSET_DESCRIBE, EvidenceKind.KUBEADM_CONFIG})
_OF_A_POD = frozenset({EvidenceKind.POD_DESCRIBE, EvidenceKind.CALICO_LOG, EvidenceKind.OTHER_LOG})
_OF_A_NODE = frozenset({EvidenceKind.POD_TABLE, EvidenceKind.NODE_DESCRIBE})
_UNNAMED = frozenset({THE_OPERATOR, THE_RESOURCES})
"""What is looked for without knowing its name."""
_COLLECTED = frozenset({*_BY_KIND, *_IN_THE_NAMESPACE, EvidenceKind.EVENT_TABLE})


@record(kw_only=True)
class Options:
    """How far to go."""

    namespace: str = ""
    node_proxy: bool = True


class LiveWorld:
    """Answers each request once, many at a time."""

    def __init__(self, client: Client, pool: Pool, options: Options) -> None:
        self._writer = EvidenceWriter()
        self._calls = Calls(client, self._writer)
        self._pool = pool
        self._options = options
        self._asked: set[Request] = set()
        self._namespaces: tuple[str, ...] = ()
        self._operator = False
        self._addresses: Mapping[str, str] = {}
        self._runtimes: Mapping[str, str] = {}
        self._peers: frozenset[str] = frozenset()
        self._compared: frozenset[str] = frozenset()
        """The peers and their pods."""
        self._proxy_allowed: bool | None = None
        self._told: set[str] = set()
        """The rules that are missing, as far as they were told."""

    @property
    def stopped(self) -> bool:
        """Whether nothing more can be had: the time is up, or it was Ctrl-C."""
        return self._pool.stop.is_set()

    def look(self) -> Seen:
        """The first look; ApiError where the server cannot be reached."""
        seen = look(self._calls.client, self._pool, self._writer, self._options.namespace)
        self._calls.told.update(gap.how_to_close for gap in seen.snapshot.gaps)
        self._namespaces = seen.namespaces
        self._operator = seen.operator
        self._addresses = {row.name: row.internal for row in seen.overview.nodes}
        self._calls.silent = frozenset(
            row.name for row in seen.overview.nodes if "NotReady" in row.status.split(",")
        )
        self._runtimes = {row.name: row.runtime for row in seen.overview.nodes}
        # The first look is never a peer's: what it lacks is told, and told once.
        return replace(
            seen,
            snapshot=Snapshot(
                seen.snapshot.evidence, tuple(self._worth_telling(seen.snapshot.gaps))
            ),
        )

    def ahead(self, namespace: str) -> Asked:
        """What the API server says of its clock and of calico-node's account in that namespace, if there is one."""
        return ask_ahead(self._calls.client, self._pool, namespace)

    def survey(self, overview: Overview, selection: Selection) -> Snapshot:
        """The rows of those that are looked into, and the count of all."""
        self._peers = frozenset(selection.peers)
        self._compared = self._peers.union(
            pod.name for pod in overview.pods if pod.node in self._peers
        )
        return Snapshot(self._writer.numbered(survey(self._writer, overview, selection)))

    def collect(
        self, requests: Sequence[Request], finished: Callable[[], None] = lambda: None
    ) -> Snapshot:
        """Evidence for what was not asked before; what could not be had is a gap."""
        jobs = self._jobs(
            [request for request in dict.fromkeys(requests) if request not in self._asked]
        )
        self._asked.update(requests)
        answers = self._pool.run([job for _, job in jobs], finished)
        evidence: list[Evidence] = []
        gaps: list[Gap] = []
        for (request, _), answer in zip(jobs, answers, strict=True):
            if answer is None:
                close = by_hand(request, {})
                gaps.append(Gap(request, GapReason.STOPPED, how_to_close=close))
            else:
                evidence += answer.evidence
                gaps += answer.gaps
        gaps += self._calls.taken_gaps()
        return Snapshot(self._writer.numbered(evidence), tuple(self._worth_telling(gaps)))

    def _worth_telling(self, gaps: Iterable[Gap]) -> Iterator[Gap]:
        """Without what was told before, and without peers: one that cannot be asked leaves the others."""
        for gap in gaps:
            forbidden = gap.reason is GapReason.FORBIDDEN and gap.request.about == NO_SUBJECT
            if gap.request.about.node in self._peers or (
                forbidden and gap.how_to_close in self._told
            ):
                continue
            if forbidden:
                self._told.add(gap.how_to_close)
            if gap.reason is GapReason.STOPPED and not self._pool.interrupted:
                # Only the deadline stopped it.
                gap = replace(gap, reason=GapReason.TIMED_OUT)
            yield gap

    def _jobs(self, requests: Sequence[Request]) -> list[tuple[Request, Callable[[], Snapshot]]]:
        """One job for each request; a kubelet is asked for everything in one."""
        jobs: list[tuple[Request, Callable[[], Snapshot]]] = []
        of_kubelets: dict[str, list[EvidenceKind]] = {}
        for request in requests:
            if request in _UNNAMED or (request.kind in _COLLECTED and _is_addressed(request)):
                jobs.append((request, partial(self._answer, request)))
            elif request.about.node and sources_for(request.kind):
                of_kubelets.setdefault(request.about.node, []).append(request.kind)
        if of_kubelets and self._may_ask_kubelets():
            for node, kinds in of_kubelets.items():
                request = Request(kinds[0], Subject(node=node))
                jobs.append((request, partial(self._kubelet, node, tuple(kinds))))
        return jobs

    def _answer(self, request: Request) -> Snapshot:
        if request.kind is EvidenceKind.EVENT_TABLE:
            return Snapshot(tuple(self._warnings(request)))
        if request == THE_OPERATOR:
            return Snapshot(tuple(operator(self._calls, request)))
        if request == THE_RESOURCES:
            return Snapshot(tuple(resources(self._calls, request)))
        if request.kind in _BY_KIND:
            collectors = (
                {**_BY_KIND, **_OF_A_PEER} if request.about.node in self._peers else _BY_KIND
            )
            return Snapshot(tuple(collectors[request.kind](self._calls, request)))
        if request.kind is EvidenceKind.DAEMONSET_DESCRIBE:
            return Snapshot(tuple(cluster.revisions(self._calls, request, self._namespaces)))
        found = cluster.config_maps(self._calls, request, self._namespaces, operator=self._operator)
        return Snapshot(tuple(found))

    def _warnings(self, request: Request) -> Iterator[Evidence]:
        for namespace in self._namespaces:
            yield from warnings(self._calls, request, namespace, self._compared)
        # Nodes have no namespace; their events are in the default one.
        yield from warnings(self._calls, request, "default", self._compared, "Node")

    def _kubelet(self, node: str, kinds: Sequence[EvidenceKind]) -> Snapshot:
        patience = OF_THE_SILENT if node in self._calls.silent else PATIENCE
        ask = asking(self._calls.client, node, patience)
        return ask_kubelet(
            kinds, node, ask, self._writer.piece, runtime=self._runtimes.get(node, "")
        )

    def _may_ask_kubelets(self) -> bool:
        if not self._options.node_proxy:
            if self._proxy_allowed is None:
                self._proxy_allowed = False
                left_out = Gap(_KUBELETS, GapReason.NOT_CONFIGURED, "kubelets: --no-node-proxy")
                self._calls.gaps.append(left_out)
            return False
        if self._proxy_allowed is None:
            rule = Rule("", "nodes/proxy", "get")
            # Not known is worth a try; forbidden is an answer.
            self._proxy_allowed = may(self._calls.client, rule) is not False
            if not self._proxy_allowed:
                request = Request(EvidenceKind.KUBELET_CONFIG)
                close = f"RBAC {rule} (deploy/rbac/nodeproxy.yaml)"
                self._calls.gaps.append(Gap(request, GapReason.FORBIDDEN, "nodes/proxy", close))
        return self._proxy_allowed

    def hosts(
        self, nodes: Iterable[str], runner: Runner, finished: Callable[[], None] = lambda: None
    ) -> Snapshot:
        """What the hosts say of themselves, by the way that the user has opened to them."""
        names = list(nodes)
        tasks = [partial(runner, name, self._addresses.get(name, "")) for name in names]
        evidence: list[Evidence] = []
        gaps: list[Gap] = []
        # A pod that was started for it must be gone before we are.
        answers = self._pool.run(tasks, finished, last_words=_TO_CLEAN_UP)
        for name, answer in zip(names, answers, strict=True):
            if answer is None:
                gaps.append(Gap(_host(name), GapReason.STOPPED))
            else:
                evidence += answer.evidence
                gaps += answer.gaps
        return Snapshot(self._writer.numbered(evidence), tuple(self._worth_telling(gaps)))


def _is_addressed(request: Request) -> bool:
    """Whether the request names the object's owner, where there is one."""
    about = request.about
    if request.kind in _OF_A_POD:
        return bool(about.namespace and about.pod)
    return bool(about.node) or request.kind not in _OF_A_NODE


def _host(node: str) -> Request:
    return Request(EvidenceKind.PASTE, Subject(node=node))
