"""`Diagnosis`: the result for all nodes of an incident."""

from collections.abc import Mapping
from dataclasses import field
from datetime import datetime
from enum import StrEnum

from calicovet.model.case import NodeState as NodeState
from calicovet.model.case import Passage as Passage
from calicovet.model.evidence import Gap, LeftOut
from calicovet.model.facts.base import Fact, Unreadable
from calicovet.model.facts.settings import OwnerKind
from calicovet.model.finding import Difference, Exhibit, Finding, NextQuestion, SourceLine, Verdict
from calicovet.model.language import Language
from calicovet.model.record import record
from calicovet.model.stage import Localisation


@record(kw_only=True)
class Change:
    """Something that changed shortly before a node became unhealthy; `key` finds the words."""

    key: str
    at: datetime
    exhibit: Exhibit
    details: Mapping[str, str] = field(default_factory=dict)
    parts: tuple[str, ...] = ()
    """What became different, the weightiest first: `env IP: autodetect -> 192.0.2.7`."""


@record(kw_only=True)
class Recovery:
    """An incident that the same evidence shows to be over."""

    status: str = ""
    """How the pod was listed while it lasted: `Running 0/1`."""
    findings: tuple[Finding, ...] = ()
    """The causes that were named, best first; they have no plan."""
    victim_of: str | None = None
    ended_by: tuple[Exhibit, ...] = ()
    """What was typed or reported before it got well; empty: nothing shows it."""

    @property
    def words(self) -> str:
        """In one line that is the same in every language."""
        what = ", ".join(finding.name for finding in self.findings) or self.status or "unhealthy"
        ended = "; ".join(" ".join(exhibit.excerpt.split()) for exhibit in self.ended_by)
        return f"{what}; ended by: {ended}" if ended else what


@record(kw_only=True)
class NodeDiagnosis:
    """One node, or one pod that nothing ties to a node (`node` is None)."""

    node: str | None
    pod: str = ""
    """namespace/name, as far as known."""
    state: NodeState
    status: str = ""
    """As a person would read it off the list: `Running 0/1`."""
    restarts: int | None = None
    age: str = ""
    """As kubectl prints it: 44h."""
    stages: Localisation = Localisation()
    findings: tuple[Finding, ...] = ()
    differences: tuple[Difference, ...] = ()
    next: NextQuestion | None = None
    look_at: tuple[Exhibit, ...] = ()
    victim_of: str | None = None
    recovery: Recovery | None = None
    """What the node suffered from before it became healthy."""
    replaced: bool = False
    """Whether the pod is gone, and it is not known which one is in its place: not counted."""
    passage: Passage | None = None
    """Why nothing can be said of it yet."""
    broken: str = ""
    """Which part of the data path fails while the pod is ready: `sessions`, `some-sessions`, `new-pods`; empty: not known."""
    alike: tuple[str, ...] = ()
    since: datetime | None = None
    """Since when calico-node is sick here; None: not known."""
    changes: tuple[Change, ...] = ()
    """What changed shortly before that, nearest first: told, not judged."""

    @property
    def was(self) -> str | None:
        """An incident that is over: its cause, or else its symptom, and what ended it."""
        return self.recovery.words if self.recovery else None


@record
class RedHerring:
    """An alarming line that is harmless here; `key` finds the words."""

    key: str
    exhibit: Exhibit
    details: Mapping[str, str] = field(default_factory=dict)


@record
class Contradiction:
    """Pieces of evidence that cannot both be true; `key` finds the words."""

    key: str
    exhibits: tuple[Exhibit, ...]
    details: Mapping[str, str] = field(default_factory=dict)


class SummaryVerdict(StrEnum):
    HEALTHY = "healthy"
    EXPLAINED = "explained"
    UNEXPLAINED = "unexplained"
    COULD_NOT_LOOK = "could-not-look"


@record
class NamedCause:
    name: str
    code: str
    verdict: Verdict
    nodes: tuple[str, ...]


@record
class Summary:
    verdict: SummaryVerdict
    causes: tuple[NamedCause, ...] = ()
    sick: int = 0
    healthy: int = 0


@record
class Cluster:
    """The live cluster that was looked at."""

    context: str
    server: str
    none_seen: str = ""
    """Why no calico-node was seen in it; the key of the words, empty where one was."""
    namespace: str = ""
    """The only one that was looked at; empty: all."""


@record(kw_only=True)
class Diagnosis:
    summary: Summary
    nodes: tuple[NodeDiagnosis, ...] = ()
    red_herrings: tuple[RedHerring, ...] = ()
    gaps: tuple[Gap, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    contradictions: tuple[Contradiction, ...] = ()
    owner: OwnerKind | None = None
    namespace: str = ""
    """Where calico-node lives."""
    names_calico: bool = False
    """Whether the text speaks of Calico at all, be it too little to judge by."""
    other_plugin: str = ""
    """The network plugin that the cluster runs instead of Calico; empty: none was seen."""
    pods: int | None = None
    """How many calico-node pods there are, where a list shows it."""
    unreadable: tuple[Unreadable, ...] = ()
    crashed_causes: tuple[str, ...] = ()
    tracebacks: tuple[str, ...] = ()
    """How each of these crashed, for `--debug`."""
    facts: tuple[tuple[Fact, Exhibit], ...] = ()
    """Everything that was read, for `--facts`."""
    surroundings: Mapping[str, tuple[SourceLine, ...]] = field(default_factory=dict)
    """The lines around what is shown as evidence, by the source of the exhibit."""
    taken_at: datetime | None = None
    """When the newest of the evidence was taken, where that is known."""
    cluster: Cluster | None = None
    """None: told from texts."""
    language: Language = Language.EN
    """What a renderer uses that is not told another one."""
    schema: str = "calicovet/v1"
