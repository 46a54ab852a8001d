"""A .case file: what is expected, then the texts it is expected of."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from calicovet.causes.catalogue import folder_of
from calicovet.model.evidence import Evidence, EvidenceKind, Snapshot, evidence_id
from calicovet.model.finding import Verdict
from calicovet.model.stage import Shape, StageId

_SECTION = re.compile(r"^-- (\S+) --[ \t]*$\n?", re.MULTILINE)
KEYS_IN_ORDER = ("comment", "node", "stage", "shape", "finds", "not", "exit", "next", "plan")
KEYS = {*KEYS_IN_ORDER}
NONE = "none"
"""In a head: no stage is known to have failed; nothing is asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseFile:
    path: Path
    stated: frozenset[str]
    """The keys of the head: only what they state is expected."""
    node: str
    """Empty: the only node, or a pod that nothing ties to one."""
    stages: tuple[StageId, ...]
    """Where the start stands; it may be at two, Felix and BIRD."""
    shape: Shape | None
    finds: Mapping[str, Verdict]
    """Every cause that is named, and others whose verdict matters."""
    not_found: tuple[str, ...]
    """Causes that must be neither proven nor likely."""
    exit: int | None
    next: str
    """What the next question asks for: kinds of evidence, a log's container; empty: nothing."""
    plan: tuple[str, ...]
    """Words that the commands of the offer must hold, in order."""
    texts: Mapping[str, str]

    @property
    def id(self) -> str:
        """As pytest names it: the cause's folder, then the case."""
        return f"{self.path.parent.parent.name}/{self.path.stem}"

    @property
    def cause(self) -> str:
        """The cause in whose folder the case is."""
        return self.path.parent.parent.name.replace("_", "-")

    @property
    def proves(self) -> bool:
        """Whether a cause is proven in it."""
        return Verdict.PROVEN in self.finds.values()

    @property
    def snapshot(self) -> Snapshot:
        return Snapshot(
            tuple(
                Evidence(
                    id=evidence_id(name, order, text),
                    kind=EvidenceKind.PASTE,
                    content=text,
                    source=name,
                    order=order,
                )
                for order, (name, text) in enumerate(self.texts.items())
            )
        )


def read_case(path: Path) -> CaseFile:
    """The case in a file; ValueError where its head has an unknown key."""
    head, *sections = _SECTION.split(path.read_text(encoding="utf-8"))
    expected = tomllib.loads(head)
    if unknown := expected.keys() - KEYS:
        raise ValueError(f"{path}: unknown key {', '.join(sorted(unknown))}")
    plan, stage = expected.get("plan", ()), expected.get("stage", NONE)
    return CaseFile(
        path=path,
        stated=frozenset(expected),
        node=expected.get("node", ""),
        stages=tuple(StageId(one) for one in stage.split(", ") if one != NONE),
        shape=Shape(expected["shape"]) if "shape" in expected else None,
        finds={name: Verdict(verdict) for name, verdict in expected.get("finds", {}).items()},
        not_found=tuple(expected.get("not", ())),
        exit=expected.get("exit"),
        next=expected.get("next", "").removeprefix(NONE),
        plan=(plan,) if isinstance(plan, str) else tuple(plan),
        texts=dict(zip(sections[::2], sections[1::2], strict=True)),
    )


@cache
def cases_of(cause: str) -> tuple[CaseFile, ...]:
    """Every case in a cause's folder, by name."""
    return tuple(read_case(path) for path in sorted((folder_of(cause) / "cases").glob("*.case")))
