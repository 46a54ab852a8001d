"""Whether a text concerns calico-node at all."""

import re
from collections.abc import Iterable

from calicovet.diagnosis.failures.relevance import (
    CALICOS_PROGRAMS,
    concerns_calico_node,
    is_calicos,
)
from calicovet.model.evidence import Evidence
from calicovet.model.facts import (
    AddressAutodetected,
    BgpNotEstablished,
    BgpSaid,
    CniInstallSaid,
    Fact,
    FatalLine,
    FelixHealth,
    FelixSaid,
    IpamUpgradeSaid,
    MilestoneReached,
    Said,
    StartupSaid,
)
from calicovet.model.facts.failure import Failure
from calicovet.model.failures.how import How
from calicovet.model.provenance import Speaker

_WORDS = re.compile(
    r"calico|\bfelix\b|\bcanal\b|tigera|flexvol-driver|clusterinformation|\bippools?\b",
    re.IGNORECASE | re.ASCII,
)
# A truncated Calico line may match no keyword.
_CALICOS_OWN = (
    AddressAutodetected,
    BgpNotEstablished,
    BgpSaid,
    CniInstallSaid,
    FelixHealth,
    FelixSaid,
    IpamUpgradeSaid,
    MilestoneReached,
    StartupSaid,
)

_ANYBODYS = ("x509-", "host-", "api-", "rt-", "img-", "etcd-")
_OF_ANY_GO_PROGRAM = "felix-panic"
"""The words of a panic alone; those of a known bug name a function of Felix."""
_OF_ANY_PROGRAM = (How.PANIC, How.SEGFAULT, How.KILLED, How.EXIT, How.RESTARTING)
"""How programs end, without a sign that it was one of calico-node's."""
_OTHER_PROGRAM = re.compile(
    r"^\W{0,4}(?!calico|tigera|kube)[a-z][\w-]{1,40}-(?:operator|controller|agent|server|manager|exporter)\b|\b(?:cilium|coredns)\b(?!-cni)",
    re.IGNORECASE | re.ASCII | re.MULTILINE,
)
_OTHER_PLUGIN = re.compile(
    r"\b(?:cilium|flannel|weave|antrea|kube-router|kube-?ovn|ovn|aws-node|vpc-cni)",
    re.IGNORECASE | re.ASCII,
)
_ANOTHERS_PLUGIN = re.compile(
    r"plugin type=\W{0,3}(?!calico|portmap|bandwidth|multus|loopback)[a-z]", re.IGNORECASE
)
_OTHER_IMAGE = re.compile(
    r"\b(?:image|reference)[= ]{1,3}\W{0,3}(?![^\s\"']{0,160}pause)(?:[\w.:-]{1,100}/){0,6}[\w.-]{1,100}[:@]",
    re.IGNORECASE | re.ASCII,
)


def concerns_calico(evidence: Iterable[Evidence], facts: Iterable[Fact]) -> bool:
    """Whether the words name Calico, or a line is of the kind that only Calico prints."""
    return any(
        _WORDS.search(piece.content) or _WORDS.search(piece.taken_by) for piece in evidence
    ) or any(_is_calicos_own(fact) for fact in facts)


def _is_calicos_own(fact: Fact) -> bool:
    if isinstance(fact, Failure):
        return is_calicos(fact)
    if isinstance(fact, FatalLine):
        return fact.process in CALICOS_PROGRAMS
    return isinstance(fact, _CALICOS_OWN) and not _may_be_anybodys(fact)


def is_ticket(evidence: Iterable[Evidence], facts: Iterable[Fact]) -> bool:
    """Whether lines that do not name Calico report a failure of what calico-node needs on its node.

    Who asks about calico-node and shows nothing else means that calico-node suffers from it.
    """
    for piece in evidence:
        if _OTHER_IMAGE.search(piece.content) or _OTHER_PROGRAM.search(piece.content):
            return False
    return any(map(_can_keep_calico_node_down, facts))


def is_anothers(pieces: Iterable[Evidence]) -> bool:
    """Whether what was printed is about pods of another network plugin."""
    return any(_ANOTHERS_PLUGIN.search(piece.content) for piece in pieces)


def is_told(evidence: Iterable[Evidence], facts: Iterable[Fact]) -> bool:
    """Whether a person who names no network plugin gives a failure of the node or its network as the reason."""
    if any(_OTHER_PLUGIN.search(piece.content) for piece in evidence):
        return False
    return any(
        isinstance(fact, Failure)
        and fact.by is Speaker.PERSON
        and fact.reason
        and fact.how is not How.FAILED
        and bool(fact.thing.kind)
        for fact in facts
    )


def _can_keep_calico_node_down(fact: Fact) -> bool:
    if isinstance(fact, Failure):
        return concerns_calico_node(fact) and not fact.over and fact.how not in _OF_ANY_PROGRAM
    return isinstance(fact, Said) and fact.key != _OF_ANY_GO_PROGRAM


def _may_be_anybodys(fact: Fact) -> bool:
    """Whether the message is one that any program on a node prints when this goes wrong."""
    return isinstance(fact, Said) and (
        fact.key.startswith(_ANYBODYS) or fact.key == _OF_ANY_GO_PROGRAM
    )
