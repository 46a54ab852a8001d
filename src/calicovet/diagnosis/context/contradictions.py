"""Pieces of evidence that cannot both be true."""

import re
from collections.abc import Iterable, Iterator

from calicovet.diagnosis.assembly.pipeline import Fleet
from calicovet.diagnosis.evidence.citations import exhibits_of
from calicovet.model.diagnosis import Contradiction
from calicovet.model.facts import (
    CalicoAddress,
    CalicoVersion,
    Claimed,
    Fact,
    InternalAddress,
    ProbeFailed,
    Topic,
)

_MINOR = re.compile(r"v?(?<!\d)(\d++)\.(\d++)")
_DIALLED = re.compile(
    r"https?://(\[[^\]\s]++\]|[\w.-]++):\d++\S*+\s++dial tcp (\[[^\]]+\]|[\d.]+):\d+"
)
# The name localhost may resolve to any address; only a literal one cannot.
_LOOPBACK = frozenset({"127.0.0.1", "[::1]"})


def contradictions(fleet: Fleet) -> tuple[Contradiction, ...]:
    """Facts about one subject that do not go together; they cite, they do not judge."""
    found = [*_versions(fleet), *_probe_targets(fleet), *_replaced_pods(fleet)]
    return tuple({(each.key, tuple(each.details.items())): each for each in found}.values())


def _versions(fleet: Fleet) -> Iterator[Contradiction]:
    claims = [
        fact
        for fact in fleet.facts
        if isinstance(fact, Claimed) and fact.topic is Topic.CALICO_VERSION
    ]
    seen = [fact for fact in fleet.facts if isinstance(fact, CalicoVersion)]
    for claim in claims:
        against = next((fact for fact in _best_first(seen) if not _allows(fact, claim.value)), None)
        supports = any(_allows(fact, claim.value) for fact in seen if fact.by in ("log", "image"))
        if against is not None and not supports:
            shown = against.low if not against.high else f"{against.low} – {against.high}"
            yield _contradiction(
                "version-claimed-and-seen", (claim, against), fleet, claimed=claim.value, seen=shown
            )


def _best_first(seen: Iterable[CalicoVersion]) -> list[CalicoVersion]:
    order = {"log": 0, "image": 1, "cluster": 2, "positions": 3}
    return sorted(seen, key=lambda fact: order.get(fact.by, 9))


def _allows(seen: CalicoVersion, claimed: str) -> bool:
    said, low = _minor(claimed), _minor(seen.low)
    high = _minor(seen.high or seen.low)
    return said is None or low is None or high is None or low <= said <= high


def _minor(version: str) -> tuple[int, int] | None:
    match = _MINOR.search(version)
    return (int(match[1]), int(match[2])) if match else None


def _probe_targets(fleet: Fleet) -> Iterator[Contradiction]:
    """A probe that asks the loopback and is answered from elsewhere."""
    for fact in fleet.facts:
        if not isinstance(fact, ProbeFailed):
            continue
        match = _DIALLED.search(fact.text.replace('"', ""))
        if match is None or match[1] not in _LOOPBACK or match[2] in _LOOPBACK:
            continue
        own = next(
            (
                other
                for other in fleet.facts
                if isinstance(other, CalicoAddress | InternalAddress)
                and (not fact.about.node or other.about.node == fact.about.node)
            ),
            None,
        )
        address = "" if own is None else str(own.address).partition("/")[0]
        if address == match[2]:
            continue
        facts = (fact,) if own is None else (fact, own)
        yield _contradiction(
            "probe-target-and-dial",
            facts,
            fleet,
            asked=match[1],
            dialled=match[2],
            address=address or "?",
        )


def _replaced_pods(fleet: Fleet) -> Iterator[Contradiction]:
    for pairing in fleet.pairings:
        yield _contradiction(
            "pod-listed-and-described",
            pairing.facts,
            fleet,
            listed=pairing.listed,
            described=pairing.described,
        )


def _contradiction(key: str, facts: Iterable[Fact], fleet: Fleet, **details: str) -> Contradiction:
    return Contradiction(key, exhibits_of(facts, fleet.evidence_index, details.values()), details)
