"""The host script's output as evidence."""

from datetime import UTC, datetime

from calicovet.model.commands.shell import command
from calicovet.model.evidence import Evidence, EvidenceKind, evidence_id
from calicovet.model.subject import Subject
from calicovet.world.hosts.script import HEADER, PROMPT
from calicovet.world.redaction.redact import redact

MOST = 4 << 20
"""Bytes; the script itself prints far less."""


def transcript_of(
    output: bytes, node: str, *, source: str, taken_by: str, cut: bool
) -> Evidence | None:
    """The transcript without secrets; None where the script showed nothing."""
    text = output.decode(errors="replace").replace("\r\n", "\n")
    # At the beginning of a line: a shell that fails may print the script itself.
    start = f"\n{text}".find(f"\n{HEADER}")
    if start < 0:
        return None
    text = text[start:]
    if cut:
        # Half an output must not be taken for a whole one.
        text = text[: text.rfind(f"\n{PROMPT}") + 1] + "```\n"
    if PROMPT not in text:
        return None
    lines = redact(enumerate(text.split("\n"), 1))
    content = "\n".join(line for _, line in lines)
    return Evidence(
        id=evidence_id(source, 0, content),
        kind=EvidenceKind.PASTE,
        content=content,
        about=Subject(node=node),
        taken_by=taken_by,
        taken_at=datetime.now(UTC),
        whole=not cut,
        source=source,
    )


def by_hand(node: str) -> str:
    """How a person gets the same without us."""
    return command(
        "on {node}, as root: sh host-script.sh > {node}.txt"
        " (calicovet host-script --node {node} prints it), then --host-facts {node}.txt",
        node=node,
    )
