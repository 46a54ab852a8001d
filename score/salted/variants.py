"""The salted variants of the recorded healthy clusters, and what calicovet says of them."""

import json
from collections.abc import Iterable, Mapping
from datetime import datetime
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from calicovet.api import diagnose_paths
from calicovet.model.diagnosis import Diagnosis, NodeState, SummaryVerdict
from calicovet.model.finding import NAMED
from calicovet.model.record import record
from gym.healthy.forms import Form
from gym.healthy.recordings import recorded, unpack
from gym.healthy.situations import HAPPENED
from score.documentation import demo_names, report_texts
from score.salted.host_salt import salt_hosts
from score.salted.salt import draw, programs
from score.salted.scattering import scatter

VARIANTS = 7
"""Of each form of each situation."""
MOST_PROGRAMS = 5
_RUNBOOKS = Path(__file__).parent / "runbooks"
_PODS = "sosreports/*/sos_commands/kubernetes/cluster-info/*/*_pods"


@record
class Variant:
    """One form of a recorded cluster, and the number that draws its salt."""

    situation: str
    form: Form
    number: int
    seed: int = 0

    @property
    def name(self) -> str:
        return f"{self.situation}/{self.form}/{self.number}"


@record
class SaltedAnswer:
    """What was said of a variant; nothing is right, and the cluster is healthy."""

    variant: Variant
    named: tuple[str, ...] = ()
    """Causes that the recording without salt does not hold."""
    unhealthy: tuple[str, ...] = ()
    healthy: bool = True
    """Whether the cluster is still called healthy."""
    salt: tuple[str, ...] = ()

    @property
    def is_right(self) -> bool:
        return not self.named and not self.unhealthy


def variants(limit: int = 0, seed: int = 0) -> list[Variant]:
    """All of them, or as many as the limit says, drawn by the seed."""
    made = [
        Variant(situation, form, number, seed)
        for situation in recorded()
        for form in Form
        for number in range(VARIANTS)
    ]
    return Random(seed).sample(made, min(limit, len(made))) if limit else made


def salted_answer(variant: Variant) -> SaltedAnswer:
    """Makes a variant and asks calicovet about it."""
    with TemporaryDirectory() as folder:
        paths, salt = make(variant, Path(folder))
        found = diagnose_paths(paths)
    named = _named(found) - HAPPENED.get(variant.situation, frozenset())
    return SaltedAnswer(
        variant,
        tuple(sorted(named)),
        tuple(node.node or node.pod for node in found.nodes if node.state is NodeState.SICK),
        found.summary.verdict is SummaryVerdict.HEALTHY,
        salt,
    )


def make(variant: Variant, to: Path) -> tuple[list[Path], tuple[str, ...]]:
    """Writes a variant below a folder: what is handed in, and the names of its salt."""
    unpack(variant.situation, to)
    # A bundle of `collect` is read from its folder as it is from its archive.
    root = to / variant.form
    nodes, started = _calico_nodes(to)
    chance = Random(f"{variant.name}/{variant.seed}")
    drawn = chance.sample(programs(), chance.randint(2, MOST_PROGRAMS))
    scatter(variant.form, root, [draw(chance, each, nodes, started) for each in drawn])
    beside = to / "beside"
    beside.mkdir()
    name, text = chance.choice((_runbook, _report))(chance)
    path = (beside if root.is_file() or variant.number % 2 else root) / name
    path.write_text(text, encoding="utf-8")
    if variant.form is Form.SOSREPORTS:
        salt_hosts(chance, root, nodes, started)
    paths = [root] if path.parent == root else [root, path]
    return paths, (*(each["name"] for each in drawn), name)


def _calico_nodes(unpacked: Path) -> tuple[list[str], datetime]:
    """The nodes, and when the last calico-node started."""
    starts: dict[str, datetime] = {}
    for path in unpacked.glob(_PODS):
        for pod in json.loads(path.read_text(encoding="utf-8"))["items"]:
            for state in pod["status"].get("containerStatuses", ()):
                if state["name"] == "calico-node" and (running := state["state"].get("running")):
                    starts[pod["spec"]["nodeName"]] = datetime.fromisoformat(running["startedAt"])
    return sorted(starts), max(starts.values())


def _runbook(chance: Random) -> tuple[str, str]:
    path = chance.choice(sorted(_RUNBOOKS.glob("*.md")))
    return path.name, path.read_text(encoding="utf-8")


def _report(chance: Random) -> tuple[str, str]:
    texts: Mapping[str, str] = report_texts(chance.choice(demo_names()))
    name = chance.choice([each for each in texts if "second half" not in each])
    ending = "json" if ".json" in name else "md" if ".markdown" in name else "txt"
    return f"calicovet-report.{ending}", texts[name]


def _named(found: Diagnosis) -> frozenset[str]:
    findings = (finding for node in found.nodes for finding in node.findings)
    return frozenset(each.name for each in findings if each.verdict in NAMED) | {
        cause.name for cause in found.summary.causes
    }


def wrong(answers: Iterable[SaltedAnswer]) -> list[SaltedAnswer]:
    return [each for each in answers if not each.is_right]
