"""What calicovet said, as far as it is judged here."""

import subprocess

import msgspec

from calicovet.model.finding import NAMED
from calicovet.model.record import record
from lab.errors import LabError

_LOOKED = (0, 1, 3)
_COULD_NOT_LOOK = 4


class Named(msgspec.Struct):
    """A finding about a node."""

    name: str
    verdict: str
    stage: str


class Question(msgspec.Struct):
    """What to look at next."""

    command: str


class NodeAnswer(msgspec.Struct):
    """One node, or a pod that nothing ties to one."""

    node: str | None
    pod: str | None
    state: str
    frontier: list[str]
    findings: list[Named]
    victim_of: str | None = None
    next: Question | None = None

    @property
    def named(self) -> tuple[Named, ...]:
        """What is proven or likely, the first being the answer; of a healthy node nothing is."""
        # Such a one may still be told what is over and has left its trace.
        found = () if self.state == "healthy" else self.findings
        return tuple(each for each in found if each.verdict in NAMED)

    @property
    def stage(self) -> str:
        """Where the start fails: by the answer, or else by how far it came."""
        return next((each.stage for each in self.named), next(iter(self.frontier), ""))


class Cause(msgspec.Struct):
    name: str


class Summary(msgspec.Struct):
    causes: list[Cause]


class Printed(msgspec.Struct):
    """What `-o json` prints, as far as it matters here."""

    summary: Summary
    nodes: list[NodeAnswer]

    def judged(self) -> tuple[NodeAnswer, ...]:
        """The nodes, with the findings that count as an answer: a pod that only suffers with calico-node is none."""
        answers = {each.name for each in self.summary.causes}
        for node in self.nodes:
            node.findings = [each for each in node.findings if each.name in answers]
        return tuple(self.nodes)


@record
class Answer:
    nodes: tuple[NodeAnswer, ...]
    seconds: float
    printed: str = ""
    """All of it, as it was printed."""

    def of(self, node: str, pod: str = "") -> NodeAnswer | None:
        """What is said of a node; of its pod, where nothing ties that to a node."""
        own = [each for each in self.nodes if each.node == node]
        loose = [each for each in self.nodes if each.node is None and pod and each.pod == pod]
        return next(iter((*own, *loose)), None)


def read_answer(done: subprocess.CompletedProcess[str], seconds: float) -> Answer:
    """The answer in what `calicovet -o json` printed; empty when it could not look at all."""
    if done.returncode == _COULD_NOT_LOOK and not done.stdout:
        return Answer((), seconds)
    if done.returncode not in (*_LOOKED, _COULD_NOT_LOOK):
        last = "\n  ".join(done.stderr.splitlines()[-8:])
        raise LabError(f"calicovet ended with {done.returncode}", last)
    printed = msgspec.json.decode(done.stdout, type=Printed)
    return Answer(printed.judged(), seconds, done.stdout)
