"""BGP sessions, as `calicoctl node status` and birdcl list them."""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from calicovet.model.evidence import Evidence
from calicovet.model.facts import Citation, Fact, PeerState, Unreadable
from calicovet.model.facts.addresses import is_masked_address
from calicovet.model.facts.failure import Failure
from calicovet.model.failures.how import How
from calicovet.model.failures.thing import Thing, ThingClass
from calicovet.model.subject import Subject

BGP_GIVES: tuple[type[Fact], ...] = (PeerState, Failure)


_UNCONNECTED = ("Connect", "Active", "Passive", "Idle")


@cache
def _bird() -> re.Pattern[str]:
    """name proto table state since info"""
    return re.compile(
        r"(Mesh|Node|Global)_([0-9a-fA-F_]{3,60})\s+BGP\s+\S+\s+(up|down|start|stop|feed|flush)"
        r"\s+(\S+)(?:\s+(.{0,300}))?$"
    )


@cache
def _address() -> re.Pattern[str]:
    return re.compile(r"[0-9a-fA-F.:]{3,45}$")


def read_bgp_status(evidence: Evidence) -> Iterator[Fact | Unreadable]:
    """Each session with its state and what keeps it from being established."""
    held: PeerState | None = None
    for number, text in enumerate(evidence.content.split("\n"), 1):
        text = text.strip()[:1000]
        cells = [cell.strip() for cell in text.strip("|").split("|")] if text[:1] == "|" else []
        if held is not None and len(cells) > 4 and not any(cells[:4]):
            held = replace(held, info=f"{held.info} {cells[4]}".strip())
            continue
        if held is not None:
            yield from _session(held)
        cited = (Citation(evidence.id, number),)
        held = _of_table(cells, evidence.about, cited) or _of_bird(text, evidence.about, cited)
    if held is not None:
        yield from _session(held)


def _session(held: PeerState) -> Iterator[Fact]:
    """The session, and the failure that one without connection is."""
    yield held
    if held.info.split(" ")[0] in _UNCONNECTED:
        yield Failure(
            about=held.about, cited=held.cited, how=How.NOT_READY, thing=Thing(ThingClass.BGP_PEER)
        )


def _of_table(cells: list[str], about: Subject, cited: tuple[Citation, ...]) -> PeerState | None:
    """`| PEER ADDRESS | PEER TYPE | STATE | SINCE | INFO |`; long words go on in the next row."""
    if len(cells) < 4 or not (_address().match(cells[0]) or is_masked_address(cells[0])):
        return None
    info = cells[4] if len(cells) > 4 else ""
    return PeerState(
        about=about, cited=cited, peer=cells[0], type=cells[1], state=cells[2], info=info
    )


def _of_bird(text: str, about: Subject, cited: tuple[Citation, ...]) -> PeerState | None:
    found = _bird().match(text)
    if found is None:
        return None
    peer = found[2].replace("_", "." if found[2].count("_") == 3 else ":")
    return PeerState(
        about=about,
        cited=cited,
        peer=peer,
        type=found[1].lower(),
        state=found[3],
        info=" ".join((found[5] or "").split()),
    )
