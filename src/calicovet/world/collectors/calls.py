"""API calls that end as an answer or a gap."""

from collections.abc import Mapping
from threading import Lock

from calicovet.model.evidence import Gap, GapReason, Request
from calicovet.world.access.rbac_rules import Rule, rule_for
from calicovet.world.cluster.evidence_writer import EvidenceWriter
from calicovet.world.cluster.gaps import gap_for
from calicovet.world.kube.answers import Answer
from calicovet.world.kube.client import Client
from calicovet.world.kube.errors import ApiError, ApiRefused
from calicovet.world.kube.table import Table

_NO_CONTAINER = "is not valid for pod"
"""Who says so was asked for the log of a container that the pod does not have: nothing is missing."""

_CLOSED = "connect: connection refused"
"""The host has answered the API server, and nothing listens on the kubelet's port."""

OF_THE_SILENT = 3.0
"""Seconds; a node that is not ready seldom answers, and may hold up the rest."""


class Calls:
    """The client, a writer for what it brings, and a list of what it could not bring."""

    def __init__(self, client: Client, writer: EvidenceWriter) -> None:
        self.client = client
        self.writer = writer
        self.gaps: list[Gap] = []
        self._refused: set[Rule] = set()
        self.told: set[str] = set()
        """The rules that gaps have named already."""
        self.silent: frozenset[str] = frozenset()
        """Nodes whose kubelets say nothing, by the list of nodes: they are not waited for long."""
        self._closed: dict[str, str | None] = {}
        """By silent node, in the server's words, that its kubelet's port is closed; None once it was taken."""
        self._lock = Lock()

    def taken_refusal(self, node: str) -> str | None:
        """That a silent node's host refuses connections to its kubelet, in the server's words; told once."""
        with self._lock:
            refusal = self._closed.get(node)
            if refusal is not None:
                self._closed[node] = None
            return refusal

    def taken_gaps(self) -> tuple[Gap, ...]:
        """The gaps since the last time, in an order that does not depend on who came first."""
        with self._lock:
            gaps, self.gaps = self.gaps, []
        return tuple(sorted(gaps, key=_in_order))

    def get(
        self,
        request: Request,
        path: str,
        by_hand: str,
        query: Mapping[str, str] | None = None,
        *,
        limit: int | None = None,
        timeout: float | None = None,
        optional: bool = False,
    ) -> Answer | None:
        """The answer; None and a gap where there is none. What was forbidden once is not asked for again.

        That something `optional` is not there is no gap. A `timeout` is for what only the node's kubelet knows.
        """
        if timeout is not None and request.about.node in self.silent:
            timeout = min(timeout, OF_THE_SILENT)
        rule = _kind_of(rule_for(path))
        if rule in self._refused:
            return None
        try:
            return self.client.get(path, query=query, limit=limit, timeout=timeout)
        except ApiError as error:
            if isinstance(error, ApiRefused) and (
                (optional and error.status == 404) or _NO_CONTAINER in error.message
            ):
                return None
            if timeout is not None and isinstance(error, ApiRefused):
                self._keep_refusal(error.message, request.about.node)
            self._failed(gap_for(error, request, path, by_hand), rule)
            return None

    def table(
        self, request: Request, path: str, by_hand: str, query: Mapping[str, str]
    ) -> Table | None:
        """A list as the server tabulates it from its cache, with the namespaces of its rows."""
        rule = _kind_of(rule_for(path))
        if rule in self._refused:
            return None
        try:
            return self.client.table(path, query=query, cached=True, metadata=True)
        except ApiError as error:
            self._failed(gap_for(error, request, path, by_hand), rule)
            return None

    def _keep_refusal(self, words: str, node: str) -> None:
        if node in self.silent and words.endswith(_CLOSED):
            with self._lock:
                self._closed.setdefault(node, words)

    def _failed(self, gap: Gap, rule: Rule) -> None:
        with self._lock:
            if gap.reason is GapReason.FORBIDDEN:
                # One line says it for all nodes.
                if rule in self._refused:
                    return
                self._refused.add(rule)
                if gap.how_to_close in self.told:
                    return
                self.told.add(gap.how_to_close)
                gap = Gap(Request(gap.request.kind), gap.reason, gap.detail, gap.how_to_close)
            self.gaps.append(gap)


def _in_order(gap: Gap) -> tuple[object, ...]:
    about = gap.request.about
    whose = (about.node, about.namespace, about.pod, about.container, about.previous)
    return (*whose, gap.request.kind, gap.reason, gap.detail)


def _kind_of(rule: Rule) -> Rule:
    """The rule for all objects of the kind: a role seldom distinguishes them."""
    return Rule(rule.group, rule.resource, rule.verb, rule.namespace)
