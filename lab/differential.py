"""The model held to the real program: the same situation through both, and where they differ.

python -m lab.differential      200 situations for every release that is built
"""

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from ipaddress import ip_address, ip_interface, ip_network
from pathlib import Path

import msgspec

from calicovet.model.case import NodeView
from calicovet.model.evidence import Evidence, EvidenceKind
from calicovet.model.facts import (
    AddressAutodetected,
    Fact,
    HostLink,
    MilestoneReached,
    NodeNameUsed,
)
from calicovet.model.facts.addresses import Address
from calicovet.model.facts.milestones import Milestone
from calicovet.model.record import record
from calicovet.model.stage import StageId
from calicovet.parse.all_parsers import parse
from calicovet.startup.stages.locate import locate
from calicovet.startup.versions import read_release
from lab import cache
from lab.control_plane import ControlPlane
from lab.draw import draw
from lab.errors import LabError
from lab.processes import ended_like_interrupted
from lab.programs import releases
from lab.simulated_start import KnownNode, SimulatedStart, Start, simulate
from lab.situations import Situation
from lab.startup import Run, Startup

_KEPT = Path(__file__).parents[1] / "tests" / "live" / "situations"


@record(kw_only=True)
class Told:
    """What a run comes to, in words that both sides use."""

    exit_code: int
    failed: StageId | None
    name: str
    milestones: tuple[Milestone, ...]
    links: tuple[str, ...]
    stored: tuple[str, ...]
    pools: tuple[str, ...]

    def differences(self, other: "Told") -> Iterator[str]:
        """One line for each thing on which the two do not agree."""
        for name in ("exit_code", "failed", "name", "milestones", "links", "stored", "pools"):
            mine, theirs = getattr(self, name), getattr(other, name)
            if mine != theirs:
                yield f"{name}: foretold {_shown(mine)}, came {_shown(theirs)}"


@record(kw_only=True)
class Trial:
    """One situation through both."""

    situation: Situation
    run: Run
    foretold: SimulatedStart
    differences: tuple[str, ...]


def try_situation(startup: Startup, release: str, situation: Situation) -> Trial:
    """What the real program did, and where the model had foretold something else."""
    run = startup.run(release, situation, *_destinations(situation))
    foretold = simulate(_start(release, situation, run))
    differences = tuple(_foretold(foretold).differences(_came(run)))
    return Trial(situation=situation, run=run, foretold=foretold, differences=differences)


def _start(release: str, situation: Situation, run: Run) -> Start:
    known = read_release(release)
    if known is None:
        raise LabError(f"{release} is no release")
    nodes = {
        name: KnownNode(stored=(ip_interface(address),))
        for name, address in situation.others.items()
    }
    if situation.node:
        nodes[situation.node] = KnownNode(
            stored=tuple(ip_interface(each) for each in situation.stored),
            internal=tuple(ip_address(each) for each in situation.internal),
        )
    return Start(
        environment=situation.environment,
        links=tuple(
            fact for fact in _facts(EvidenceKind.IP_ADDR, run.links) if isinstance(fact, HostLink)
        ),
        release=known,
        source_for=partial(_source, situation, run),
        stored_name=situation.stored_name,
        host=situation.host_name,
        nodes=nodes,
        pools=tuple(ip_network(each) for each in situation.pools),
        kubeadm=tuple((situation.kubeadm or "").split(",")),
    )


def _source(situation: Situation, run: Run, destination: str) -> Address | None:
    """As the host's own routes have it."""
    source = run.sources.get(_resolved(situation, destination), "")
    return ip_address(source) if source else None


def _resolved(situation: Situation, destination: str) -> str:
    return {"localhost": "127.0.0.1", **situation.hosts}.get(destination, destination)


def _destinations(situation: Situation) -> Iterator[str]:
    for name in ("IP_AUTODETECTION_METHOD", "IP6_AUTODETECTION_METHOD"):
        method = situation.changes.get(name, "")
        if method.startswith("can-reach="):
            yield _resolved(situation, method.removeprefix("can-reach="))


def _facts(kind: EvidenceKind, text: str) -> tuple[Fact, ...]:
    evidence = Evidence(id="run", kind=kind, content=text, whole=True)
    return tuple(fact for fact in parse(evidence) if isinstance(fact, Fact))


def _foretold(foretold: SimulatedStart) -> Told:
    return Told(
        exit_code=foretold.exit_code,
        failed=foretold.failed,
        # In a log the end of a name with a line break is not to be seen.
        name=foretold.name.strip(),
        milestones=foretold.milestones,
        links=foretold.named_links,
        stored=tuple(str(each) for each in foretold.stored),
        pools=tuple(str(each) for each in foretold.pools.created)
        + (("random",) if foretold.pools.random_v6 else ()),
    )


def _came(run: Run) -> Told:
    facts = _facts(EvidenceKind.CALICO_LOG, run.log)
    names = [fact.name for fact in facts if isinstance(fact, NodeNameUsed) and fact.where == "log"]
    return Told(
        exit_code=run.exit_code,
        failed=_failed(facts),
        name=names[0] if names else "",
        milestones=tuple(
            dict.fromkeys(fact.milestone for fact in facts if isinstance(fact, MilestoneReached))
        ),
        links=tuple(
            fact.link for fact in facts if isinstance(fact, AddressAutodetected) and fact.link
        ),
        stored=run.stored,
        pools=tuple("random" if _is_random(each) else each for each in run.pools),
    )


def _failed(facts: Sequence[Fact]) -> StageId | None:
    """The stage at which calicovet sees the run end."""
    frontier = locate(NodeView(None, reversed(facts))).frontier
    return frontier[0] if frontier else None


def _is_random(cidr: str) -> bool:
    """Whether it is a pool that start-up makes up: no situation asks for a /48."""
    return cidr.startswith("fd") and cidr.endswith("/48")


def _shown(value: object) -> str:
    return " ".join(str(each) for each in value) or "-" if isinstance(value, tuple) else str(value)


def report(release: str, trial: Trial) -> str:
    """All that one needs to see of a difference, the situation in the form in which it is kept."""
    lines = [f"{release}:", *(f"  {each}" for each in trial.differences)]
    lines += [f"  {msgspec.json.encode(trial.situation).decode()}"]
    lines += [*(f"  | {line}" for line in trial.run.links.splitlines())]
    lines += [f"  > {line}" for line in trial.run.log.splitlines()]
    return "\n".join(lines)


def kept() -> Mapping[str, Situation]:
    """Situations in which the model was wrong once, or releases differ, by name."""
    return {
        path.stem: msgspec.json.decode(path.read_bytes(), type=Situation)
        for path in sorted(_KEPT.glob("*.json"))
    }


def main() -> int:
    """Every release that is built (or that DIFFERENTIAL_RELEASES names), DIFFERENTIAL_COUNT by lot."""
    count = int(os.environ.get("DIFFERENTIAL_COUNT", "200"))
    first = int(os.environ.get("DIFFERENTIAL_FIRST", "0"))
    asked = os.environ.get("DIFFERENTIAL_RELEASES", "").split()
    chosen = asked or [each for each in releases() if cache.find_calico_node(each)]
    situations = {**kept(), **{str(each): draw(each) for each in range(first, first + count)}}
    with (
        ended_like_interrupted(),
        ControlPlane() as control_plane,
        Startup(control_plane) as startup,
    ):
        return max([_hold(startup, release, situations) for release in chosen], default=0)


def _hold(startup: Startup, release: str, situations: Mapping[str, Situation]) -> int:
    """1 where anything differs; told as soon as it is seen."""
    different = 0
    for name, situation in situations.items():
        trial = try_situation(startup, release, situation)
        if trial.differences:
            different += 1
            print(f"situation {name} of {report(release, trial)}", file=sys.stderr, flush=True)
    equal = len(situations) - different
    told = f"{len(situations)} situations, {equal} equal, {different} different"
    print(f"{release}: {told}", flush=True)
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
