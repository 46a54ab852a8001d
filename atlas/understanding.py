"""What the program makes of one line, alone."""

import re
from functools import cache

from atlas.programs import Program
from calicovet.causes.catalogue import load_catalogue
from calicovet.diagnosis.engine import diagnose
from calicovet.model.diagnosis import Diagnosis
from calicovet.model.evidence import Evidence, EvidenceKind, Snapshot, evidence_id
from calicovet.model.facts import Fact, Unreadable
from calicovet.model.facts.milestones import HarmlessLine
from calicovet.model.facts.said import Said
from calicovet.model.record import record
from calicovet.parse.all_parsers import parse

_FAILURES = frozenset(
    {"Failure", "ApiCallFailed", "AccessForbidden", "LookupFailed", "Crashed", "FatalLine"}
)
"""By name, besides known messages, the facts that state a failure."""
_LINE_NUMBER = re.compile(r"(?<=\.go )\d+(?=:)")


@record
class Understood:
    """Which of the three questions have an answer."""

    speaker: bool
    stage: bool
    failure: bool
    unnamed: bool = False
    """The failure is only known as the line that ended the program."""

    @property
    def whole(self) -> bool:
        return self.speaker and self.stage and self.failure


def understand(line: str, program: Program) -> Understood:
    """The same for lines that differ in their line number only."""
    return _understand(_LINE_NUMBER.sub("100", line), program)


@cache
def _understand(line: str, program: Program) -> Understood:
    facts: list[Fact] = []

    def read(piece: Evidence) -> tuple[Fact | Unreadable, ...]:
        found = tuple(parse(piece))
        facts.extend(fact for fact in found if not isinstance(fact, Unreadable))
        return found

    diagnosis = diagnose(_pasted(line), load_catalogue(), strict=True, read=read)
    failures = [fact for fact in facts if _states_failure(fact)]
    return Understood(
        speaker=any(_speaker(fact) in program.speakers for fact in facts),
        stage=_has_stage(diagnosis),
        failure=bool(failures),
        unnamed=bool(failures) and all(type(fact).__name__ == "FatalLine" for fact in failures),
    )


def _states_failure(fact: Fact) -> bool:
    return isinstance(fact, Said | HarmlessLine) or type(fact).__name__ in _FAILURES


def _speaker(fact: Fact) -> str:
    """The fact's own word for it, or the container whose only program it is."""
    for name in ("by", "speaker", "process"):
        said: object = getattr(fact, name, "")
        if isinstance(said, str) and said:
            return said
    return fact.about.container


def _has_stage(diagnosis: Diagnosis) -> bool:
    return any(node.stages.frontier for node in diagnosis.nodes)


def _pasted(line: str) -> Snapshot:
    text = f"{line}\n"
    piece = Evidence(
        id=evidence_id("paste.txt", 0, text),
        kind=EvidenceKind.PASTE,
        content=text,
        source="paste.txt",
        order=0,
    )
    return Snapshot((piece,))
