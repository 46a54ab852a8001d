"""The source of each piece of a text in a cluster: the API server, a kubelet, or the user."""

from collections.abc import Iterable, Sequence

from calicovet.model.commands.manual_commands import by_hand, runs_on_the_host
from calicovet.model.evidence import Evidence, EvidenceKind, Request
from calicovet.model.record import record
from calicovet.parse.commands.command_line import read_commands
from calicovet.parse.text.blocks import Prose, cut
from calicovet.parse.text.cleaning import clean
from tests.live.retold.calico_objects import are_looked_for
from tests.live.retold.times import Clock

Kind = EvidenceKind

_IN_OBJECTS = frozenset(
    {
        Kind.POD_TABLE,
        Kind.NODE_TABLE,
        Kind.POD_DESCRIBE,
        Kind.NODE_DESCRIBE,
        Kind.NODE_ADDRESSES,
        Kind.EVENT_TABLE,
        Kind.EVENT_LINES,
    }
)
"""Retold by the facts in them."""
_NOT_TYPED = ("", "paste")
_JOURNALS = {Kind.KUBELET_JOURNAL: "query/kubelet", Kind.RUNTIME_JOURNAL: "query/containerd"}


@record(kw_only=True)
class Told:
    """The pieces by their source."""

    logs: Sequence[Evidence]
    """Of containers of calico-node."""
    objects: Sequence[str]
    journals: Sequence[tuple[str, str, str]]
    """Node, path below its kubelet, text."""
    brought: Sequence[str]
    """What was typed on hosts, and what people say."""


def sort_out(
    pieces: Iterable[Evidence],
    pastes: Iterable[Evidence],
    nodes: set[str],
    clock: Clock,
) -> Told:
    """Every piece under its source."""
    logs: list[Evidence] = []
    objects: list[str] = []
    journals: list[tuple[str, str, str]] = []
    typed: list[str] = []
    for piece in pieces:
        if piece.taken_by == "you say" or piece.kind in _IN_OBJECTS:
            continue
        if piece.kind is Kind.CALICO_LOG and is_log_of_a_container(piece):
            logs.append(piece)
        elif piece.kind is Kind.OBJECTS and are_looked_for(piece.content):
            objects.append(piece.content)
        elif piece.kind in _JOURNALS and piece.about.node in nodes:
            journals.append((piece.about.node, _JOURNALS[piece.kind], clock.text(piece.content)))
        else:
            typed.append(_typed(piece, clock))
    said = [_prose(paste.content) for paste in pastes]
    brought = ["\n".join(typed)] if typed else []
    return Told(
        logs=logs,
        objects=objects,
        journals=journals,
        brought=[*brought, *(text for text in said if text.strip())],
    )


def is_log_of_a_container(piece: Evidence) -> bool:
    """Whether kubectl would print it, rather than a file of the host."""
    if piece.taken_by in _NOT_TYPED:
        return True
    return not any(command.host_command for command in read_commands(piece.taken_by))


def _typed(piece: Evidence, clock: Clock) -> str:
    """The piece as a terminal shows it."""
    line = piece.taken_by
    if line in _NOT_TYPED:
        line = by_hand(Request(piece.kind, piece.about), {}) if _can_be_typed(piece) else ""
    content = clock.text(piece.content)
    if not line:
        return f"```\n{content}\n```\n"
    prompt = f"[root@{piece.about.node} ~]# " if piece.about.node else "$ "
    return f"```\n{prompt}{line}\n{content}\n```\n"


def _can_be_typed(piece: Evidence) -> bool:
    return runs_on_the_host(piece.kind)


def _prose(text: str) -> str:
    """What people say in it."""
    items = cut(clean(text))
    return "\n\n".join(
        f"# {item.text}" if item.heading else "\n".join(line.text for line in item.lines)
        for item in items
        if isinstance(item, Prose)
    )
