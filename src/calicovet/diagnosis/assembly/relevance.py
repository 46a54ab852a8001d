"""Whether a text concerns calico-node at all."""

import re
from collections.abc import Iterable

from calicovet.diagnosis.failures.relevance import CALICOS_PROGRAMS, is_calicos
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


def _may_be_anybodys(fact: Fact) -> bool:
    """Whether the message is one that any program on a node prints when this goes wrong."""
    return isinstance(fact, Said) and (
        fact.key.startswith(_ANYBODYS) or fact.key == _OF_ANY_GO_PROGRAM
    )
