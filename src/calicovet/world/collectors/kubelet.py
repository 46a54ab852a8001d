"""Collects evidence from a kubelet through the API server's node proxy."""

from collections.abc import Callable, Iterable
from typing import Protocol

from calicovet.model.commands.shell import command, part
from calicovet.model.evidence import Evidence, EvidenceKind, Gap, GapReason, Request, Snapshot
from calicovet.model.record import record
from calicovet.model.subject import Subject
from calicovet.world.collectors.kubelet_logs import is_listing, names_in, refusal_in, shape_log
from calicovet.world.collectors.kubelet_refusals import (
    NOT_SERVED,
    QUERY_IS_OFF,
    Refusal,
    refusal,
)
from calicovet.world.collectors.kubelet_sources import Source, proxy_path, sources_for

_FOR_ALL = frozenset({GapReason.FORBIDDEN, GapReason.UNREACHABLE})
_MOST_WAITS = 2
"""A runtime that hangs keeps the figures back, and not the logs; a kubelet that hangs keeps back all."""


@record(kw_only=True)
class Reply:
    """What came back for a source: a status and the first bytes of the body, or why there is none."""

    status: int = 200
    chunks: Iterable[bytes] = ()
    """The body; may be read off the wire as it is used."""
    cut: bool = False
    """There was more than the bound."""
    failure: GapReason | None = None
    """Set where nothing came back: timed out, unreachable."""
    detail: str = ""


Ask = Callable[[Source], Reply]


class Make(Protocol):
    """Makes a piece of evidence: redacted, dated and numbered."""

    def __call__(
        self,
        kind: EvidenceKind,
        content: str,
        *,
        source: str,
        taken_by: str,
        about: Subject,
        whole: bool,
    ) -> Evidence: ...


def ask_kubelet(
    kinds: Iterable[EvidenceKind], node: str, ask: Ask, make: Make, *, runtime: str = ""
) -> Snapshot:
    """All that this kubelet gives of those kinds; each source is asked once at most.

    `runtime` is the node's containerRuntimeVersion, which shows whose journal to ask for.
    """
    interview = _Interview(node, ask, make)
    gaps: list[Gap] = []
    for kind in kinds:
        refused = interview.get(sources_for(kind, runtime))
        if refused is not None:
            gaps.append(refused.gap(Request(kind, Subject(node=node))))
    return Snapshot(tuple(interview.found.values()), tuple(gaps))


class _Interview:
    """One kubelet, with what it said so far."""

    def __init__(self, node: str, ask: Ask, make: Make) -> None:
        self.found: dict[Source, Evidence] = {}
        self._node = node
        self._ask = ask
        self._make = make
        self._refused: dict[Source, Refusal] = {}
        self._closed: Refusal | None = None
        self._waits = 0
        self._files: frozenset[str] | None = None
        """What lies in /var/log, once the kubelet has listed it instead of answering a query."""

    def get(self, sources: tuple[Source, ...]) -> Refusal | None:
        """None where one of the sources answered; else the refusal that says most."""
        refusals: list[Refusal] = []
        for source in sources:
            if source in self.found:
                return None
            refused = self._refused.get(source) or self._closed or self._try(source)
            if refused is None:
                return None
            self._refused[source] = refused
            refusals.append(refused)
        # A setting can be changed; that one of many files is missing says little.
        telling = (refused for refused in refusals if refused.reason is not GapReason.ABSENT)
        return next(telling, refusals[0] if refusals else NOT_SERVED)

    def _try(self, source: Source) -> Refusal | None:
        if self._files is not None:
            if source.query:
                return QUERY_IS_OFF
            if source.tail and source.file.partition("/")[0] not in self._files:
                return Refusal(GapReason.ABSENT, f"there is no /var/log/{source.file}")
        reply = self._ask(source)
        if reply.failure is not None:
            return self._remember(Refusal(reply.failure, reply.detail))
        if reply.status not in (200, 206):
            words = b"".join(reply.chunks)[:2000].decode(errors="replace")
            return self._remember(refusal(source, reply.status, words))
        return self._read(source, reply)

    def _remember(self, refused: Refusal) -> Refusal:
        """The refusal; where it would meet every other source too, none of them is asked."""
        self._waits += refused.reason is GapReason.TIMED_OUT
        if refused.reason in _FOR_ALL or self._waits >= _MOST_WAITS:
            self._closed = refused
        return refused

    def _read(self, source: Source, reply: Reply) -> Refusal | None:
        if source.kind is EvidenceKind.KUBELET_METRICS:
            from calicovet.world.collectors.kubelet_shapes import pick_metrics

            return self._keep(source, *pick_metrics(reply.chunks))
        body = b"".join(reply.chunks)
        if not source.file:
            from calicovet.world.collectors.kubelet_shapes import shape_configz, shape_stats

            shape = shape_configz if source.kind is EvidenceKind.OBJECTS else shape_stats
            return self._keep(source, shape(body), not reply.cut)
        if is_listing(body):
            self._files = names_in(body)
            return QUERY_IS_OFF
        if words := refusal_in(body):
            return Refusal(GapReason.ABSENT, words)
        partial = reply.status == 206 and len(body) >= source.bound
        return self._keep(source, shape_log(body, partial=partial), False)

    def _keep(self, source: Source, content: str, whole: bool) -> Refusal | None:
        if not content.strip():
            return Refusal(GapReason.ABSENT, f"{source.below}: nothing of the kind in the answer")
        path = proxy_path(self._node, source)
        self.found[source] = self._make(
            source.kind,
            content,
            source=path,
            taken_by=_by_hand(path, source),
            about=Subject(node=self._node, container=source.container),
            whole=whole,
        )
        return None


def _by_hand(path: str, source: Source) -> str:
    line = part("kubectl get --raw {path}", path=path)
    if source.kind is EvidenceKind.KUBELET_METRICS:
        return command("{line} | grep kubepods", line=line)
    if source.tail:
        return command("{line} | tail -c {bound}", line=line, bound=source.bound)
    return str(line)
