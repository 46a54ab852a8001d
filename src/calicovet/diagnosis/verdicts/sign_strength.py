"""The strength that a sign really has: claims, intent and mixed runs or hosts are lowered."""

from calicovet.diagnosis.verdicts.peer_comparison import same_versions
from calicovet.model.case import Case
from calicovet.model.cause import Sign, Strength
from calicovet.model.facts import (
    AddressAutodetected,
    Claimed,
    CniInstallSaid,
    Fact,
    FelixHealth,
    FelixSaid,
    IpamUpgradeSaid,
    LogShown,
    MilestoneReached,
    Said,
    StartupSaid,
)
from calicovet.model.finding import Contrast

_OF_ONE_RUN = (Said, MilestoneReached, FelixHealth, AddressAutodetected, LogShown)

_OF_ITSELF = (
    StartupSaid,
    FelixSaid,
    IpamUpgradeSaid,
    CniInstallSaid,
    MilestoneReached,
    FelixHealth,
    AddressAutodetected,
    LogShown,
)
"""What is about the host alone that it was written on. BIRD and the kernel also log what peers do."""


def weigh(
    sign: Sign,
    case: Case,
    contrast: Contrast,
    shape_fits: bool,
    spoken: frozenset[str] = frozenset(),
) -> Strength:
    """The strength that counts; `spoken` are the pieces in which a person speaks, not a program."""
    if sign.strength is Strength.DENIES:
        # What a person says is not enough to let a suspect go.
        return Strength.HINTS if _rests_on_claims(sign, spoken) else Strength.DENIES
    if sign.strength is Strength.HINTS:
        return Strength.HINTS
    if _mixes_runs(sign.facts) or _is_of_another_host(sign.facts, case.node.name):
        return Strength.HINTS
    if sign.strength is Strength.PROVES and (
        any(_is_said(fact, spoken) for fact in sign.facts)
        or (_is_intent(sign) and not (shape_fits and _lacking_peer(case, contrast)))
    ):
        return Strength.INDICATES
    return sign.strength


def rests_on_intent(sign: Sign) -> bool:
    """Whether nothing but configuration speaks: it may lie there unread since the last restart."""
    return _is_intent(sign)


def _is_said(fact: Fact, spoken: frozenset[str]) -> bool:
    """Whether only a person says so, be it in own words or by quoting a message within them."""
    return isinstance(fact, Claimed) or (
        bool(fact.cited) and all(cited.evidence in spoken for cited in fact.cited)
    )


def _rests_on_claims(sign: Sign, spoken: frozenset[str]) -> bool:
    return bool(sign.facts) and all(_is_said(fact, spoken) for fact in sign.facts)


def _is_intent(sign: Sign) -> bool:
    return bool(sign.facts) and all(fact.intent for fact in sign.facts)


def _mixes_runs(facts: tuple[Fact, ...]) -> bool:
    runs = {
        (fact.about.pod, fact.about.previous)
        for fact in facts
        if isinstance(fact, _OF_ONE_RUN) and fact.about.pod
    }
    return len(runs) > 1


def _is_of_another_host(facts: tuple[Fact, ...], node: str | None) -> bool:
    """Whether a calico-node on another host speaks of itself; what hosts see of each other may be one fault."""
    hosts = {fact.about.node for fact in facts if isinstance(fact, _OF_ITSELF) and fact.about.node}
    return len(hosts) > 1 or (node is not None and bool(hosts - {node}))


def _lacking_peer(case: Case, contrast: Contrast) -> bool:
    return any(
        (peer.name or peer.pod) in contrast.absent_on and same_versions(case.node, peer)
        for peer in case.fair
    )
