"""Messages that look bad and are harmless here."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from calicovet.diagnosis.assembly.pipeline import Fleet
from calicovet.diagnosis.evidence.citations import EvidenceIndex, exhibits_of
from calicovet.model.case import NodeView
from calicovet.model.diagnosis import NodeDiagnosis, NodeState, RedHerring
from calicovet.model.facts import (
    ContainerExit,
    Fact,
    HarmlessLine,
    ModuleNotLoaded,
    NodeTaint,
    ProbeFailed,
)
from calicovet.model.finding import NAMED, Exhibit, Verdict

_ALARMING = re.compile(
    r"error|fail|fatal|panic|unable|warn|cannot|can't|could ?n.t|refused|denied|forbidden|unauthori[sz]ed|0/1"
    r"|\bnot\b|n't\b|\bnon-|\bno such|missing|invalid|unexpected|unknown|strange|timed? ?out|exceeded|reporting 50\d"
    r"|exiting|restart|terminat|kill|deprecated|violate|^\s*[WEF]\d{4} ",
    re.IGNORECASE,
)
_GOES_ON = 10
"""A probe that failed so often is no matter of the first seconds."""
_DOWNSTREAM = {
    "calico-kube-controllers": "kube-controllers-down",
    "coredns": "coredns-down",
    "csi-node-driver": "csi-driver-down",
}
_WAITS_FOR_NETWORK = frozenset(
    {"node.kubernetes.io/not-ready", "node.kubernetes.io/network-unavailable"}
)


def red_herrings(fleet: Fleet, nodes: Sequence[NodeDiagnosis]) -> tuple[RedHerring, ...]:
    """Lines known to be harmless, what healthy nodes show too, and pods that only suffer with calico-node."""
    explained = any(finding.verdict in NAMED for node in nodes for finding in node.findings)
    if not explained and not any(node.state is NodeState.SICK for node in nodes):
        return ()
    found = [
        *_harmless(fleet, explained),
        *_shared_with_healthy(fleet),
        *_downstream(fleet),
        *(_states(fleet) if explained else ()),
        *_exonerated(nodes),
    ]
    proofs = _proofs(nodes)
    found = [herring for herring in found if proofs.isdisjoint(_words(herring.exhibit))]
    unique = {(herring.key, herring.exhibit.excerpt): herring for herring in found}.values()
    return tuple(sorted(unique, key=lambda herring: not _ALARMING.search(herring.exhibit.excerpt)))


def _proofs(nodes: Iterable[NodeDiagnosis]) -> frozenset[str]:
    """The lines that a named cause rests on: nothing of them is harmless."""
    return frozenset(
        words
        for node in nodes
        for finding in node.findings
        if finding.verdict in NAMED and not finding.bystander
        for exhibit in finding.evidence
        for words in _words(exhibit)
    )


def _words(exhibit: Exhibit) -> tuple[str, ...]:
    """What makes a quotation the same as another: its place, or its very words."""
    text = " ".join(exhibit.excerpt.split())
    return (exhibit.source, text) if text else (exhibit.source,)


def _harmless(fleet: Fleet, explained: bool) -> Iterator[RedHerring]:
    seen: set[str] = set()
    goes_on = {
        cited
        for fact in fleet.facts
        if isinstance(fact, ProbeFailed) and fact.count >= _GOES_ON
        for cited in fact.cited
    }
    for fact in fleet.facts:
        # A line that matters when it goes on is called harmless only once the reason is known.
        if not isinstance(fact, HarmlessLine) or not (fact.never or explained) or fact.key in seen:
            continue
        if not fact.never and not goes_on.isdisjoint(fact.cited):
            continue
        for herring in _herring(fact.key, (fact,), fleet.evidence_index):
            # Plain bookkeeping need not be reported as harmless.
            if _ALARMING.search(herring.exhibit.excerpt):
                seen.add(fact.key)
                yield herring


def _shared_with_healthy(fleet: Fleet) -> Iterator[RedHerring]:
    sick = [view for view in fleet.nodes if view.state is not NodeState.HEALTHY]
    well = [view for view in fleet.nodes if view.state is NodeState.HEALTHY]
    for view in sick:
        for fact in view.unread().all(ModuleNotLoaded):
            peers = [peer.name or peer.pod for peer in well if _has(peer, fact)]
            if peers:
                details = {"what": fact.name, "peers": ", ".join(peers)}
                yield from _herring(
                    "module-missing-on-healthy-too", (fact,), fleet.evidence_index, details
                )


def _has(peer: NodeView, fact: ModuleNotLoaded) -> bool:
    return any(other == fact for other in peer.unread().all(ModuleNotLoaded))


def _downstream(fleet: Fleet) -> Iterator[RedHerring]:
    seen: set[str] = set()
    for pod in fleet.neighbours:
        for prefix, key in _DOWNSTREAM.items():
            if pod.about.pod.startswith(prefix) and pod.ready < pod.total and key not in seen:
                seen.add(key)
                yield from _herring(key, (pod,), fleet.evidence_index)


def _states(fleet: Fleet) -> Iterator[RedHerring]:
    """What pod and node show and people misread, once the reason is known."""
    seen: set[str] = set()
    for fact in fleet.facts:
        key = _state(fact)
        if key and key not in seen:
            seen.add(key)
            yield from _herring(key, (fact,), fleet.evidence_index)


def _state(fact: Fact) -> str:
    if isinstance(fact, NodeTaint) and fact.key in _WAITS_FOR_NETWORK:
        return "not-ready-taint"
    if isinstance(fact, ContainerExit) and fact.about.container == "calico-node":
        if fact.reason == "Completed" and fact.exit_code == 0:
            return "exit-0-completed"
        if fact.exit_code == 255:
            return "exit-255"
    return ""


def _exonerated(nodes: Iterable[NodeDiagnosis]) -> Iterator[RedHerring]:
    for node in nodes:
        for finding in node.findings:
            if finding.verdict is Verdict.EXONERATED and finding.evidence:
                peers = ", ".join(finding.contrast.exonerated_by)
                yield RedHerring(
                    "exonerated", finding.evidence[0], {"cause": finding.name, "peers": peers}
                )


def _herring(
    key: str,
    facts: Iterable[Fact],
    evidence_index: EvidenceIndex,
    details: Mapping[str, str] | None = None,
) -> Iterator[RedHerring]:
    for exhibit in exhibits_of(facts, evidence_index, (details or {}).values())[:1]:
        if exhibit.excerpt or exhibit.taken_by:
            yield RedHerring(key, exhibit, details or {})
