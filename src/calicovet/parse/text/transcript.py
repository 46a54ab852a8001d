"""Cuts a paste into recognised pieces with their subjects, and claims."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from calicovet.model.evidence import UNKNOWN_COMMAND, Evidence, evidence_id
from calicovet.model.evidence import EvidenceKind as Kind
from calicovet.model.facts.base import Claimed, Complaint
from calicovet.model.facts.failure import Failure
from calicovet.model.provenance import Basis, EvidenceRole
from calicovet.model.record import record
from calicovet.model.subject import Subject
from calicovet.parse.calico_names import is_a_strangers_log
from calicovet.parse.claims.complaints import complaints_in, reads_like_a_report
from calicovet.parse.claims.reasons import stated_failures
from calicovet.parse.claims.statements import read_claims
from calicovet.parse.commands.changing_commands import typed_changes
from calicovet.parse.commands.command import Command
from calicovet.parse.commands.command_line import read_commands
from calicovet.parse.documents.reading import read
from calicovet.parse.text.attribution import Names, Told, gather, gather_prose, told_by
from calicovet.parse.text.blocks import Code, Item, Prose
from calicovet.parse.text.captions import says_whole, typed_in
from calicovet.parse.text.cleaning import Line
from calicovet.parse.text.command_outputs import Segment, segments
from calicovet.parse.text.piece_subjects import (
    DESCRIBES,
    container_of,
    nodes_by_role,
    nodes_of,
    origin_of,
    pod_of,
    role_claims,
    role_nodes,
    short_name,
    text_for,
)
from calicovet.parse.text.prose import is_heading
from calicovet.parse.text.quoted_messages import is_supposed, spoken
from calicovet.parse.text.recognition import log_container, split_runs
from calicovet.parse.text.unfinished_piece import UnfinishedPiece
from calicovet.parse.text.wrapped_lines import rejoin


@record
class Transcript:
    """The pieces of a paste in their order, and what people say in it."""

    pieces: tuple[Evidence, ...]
    claims: tuple[Claimed, ...]
    changes: tuple[Claimed, ...] = ()
    """The commands typed in it that change something."""
    failures: tuple[Failure, ...] = ()
    """The failures that its author states in sentences."""
    complaints: tuple[Complaint, ...] = ()
    """What does not work, as it says."""
    is_guide: bool = False
    """It explains and instructs; its pieces were seen on no cluster, and it claims nothing."""


def read_transcript(paste: Evidence) -> Transcript:
    """The paste as pieces that readers understand, and the claims of its author."""
    reading = read(paste.content)
    items, guide = reading.items, reading.is_guide
    blocks = _with_captions(items)
    names = _names(items, blocks)
    drafts = [draft for block in blocks for draft in _drafts(block, names)]
    for draft in drafts:
        draft.nodes, draft.attributed_by = nodes_of(draft, names)
    roles = role_nodes(drafts)
    for draft in drafts:
        if not draft.nodes:
            draft.nodes = nodes_by_role(draft, roles)
            draft.attributed_by = Basis.SENTENCE if draft.nodes else Basis.NONE
    prose = [item for item in items if isinstance(item, Prose)]
    claims = [*role_claims(drafts, paste.id), *read_claims(prose, names, roles, paste.id)]
    nothing_else = len(prose) == len(items)
    failures = tuple(stated_failures(prose, names, paste.id, nothing_else=nothing_else))
    drafts += spoken(prose, names)
    drafts.sort(key=lambda draft: draft.at)
    typed = [(segment.typed, segment.at) for block in blocks for segment in block.segments]
    changes = tuple(typed_changes(typed, paste.id))
    for draft in drafts:
        if guide or (reading.is_settings and draft.kind is Kind.TEXT):
            draft.role = EvidenceRole.INSTRUCTION
    if guide:
        claims, changes, failures = [], (), ()
    said = complaints_in(items) if not guide or reads_like_a_report(items) else ()
    return Transcript(tuple(_pieces(drafts, paste)), tuple(claims), changes, failures, said, guide)


# Blocks and captions


@dataclass(slots=True)
class _Block:
    segments: list[Segment]
    captions: tuple[str, ...]
    """The nearest paragraph first, then the heading it stands under."""
    own_caption: bool
    marked: bool
    headings: int
    """How many of the captions are headings; they stand last."""
    section: set[str]
    """The hosts of every block under the same heading."""

    hosts: frozenset[str] = field(init=False)
    """Of its segments; every one of them asks."""

    def __post_init__(self) -> None:
        hosts = (segment.host for segment in self.segments if segment.host)
        self.hosts = frozenset(short_name(host).lower() for host in hosts)


def _with_captions(items: Sequence[Item]) -> list[_Block]:
    blocks: list[_Block] = []
    paragraph, heading = "", ""
    fresh = False
    carried: Segment | None = None
    section: set[str] = set()
    for item in items:
        if isinstance(item, Prose):
            if item.heading:
                heading, paragraph, section = item.text, "", set()
            else:
                paragraph = item.text
            fresh = True
            continue
        if item.typed:
            whole = Segment(typed=item.typed, at=item.lines[0].at, lines=item.lines, closed=True)
            blocks.append(_Block([whole], (), False, True, 0, set()))
            continue
        found = segments(item.lines)
        if not found:
            continue
        if carried is not None and not found[0].typed:
            found[0] = replace(found[0], typed=carried.typed, host=carried.host, mentioned=True)
        carried = found[-1] if found[-1].typed and found[-1].is_empty else None
        captions = tuple(text for text in (paragraph, heading) if text)
        block = _Block(found, captions, fresh, item.marked, 1 if heading else 0, section)
        section |= block.hosts
        blocks.append(block)
        fresh = False
    return blocks


def _names(items: Sequence[Item], blocks: Sequence[_Block]) -> Names:
    names = Names()
    strange = {
        line.at
        for block in blocks
        for segment in block.segments
        if _is_a_strangers_log(segment)
        for line in segment.lines
    }
    for item in items:
        if isinstance(item, Code):
            gather(names, (line.text for line in item.lines if line.at not in strange))
        else:
            gather_prose(names, item.text)
    for block in blocks:
        for segment in block.segments:
            names.add(segment.host)
    return names


def _is_a_strangers_log(segment: Segment) -> bool:
    """Whether another program's log was printed: the nodes in it need not be of this cluster."""
    if " logs " not in segment.typed:
        return False
    return any(is_a_strangers_log(one.pod, one.container) for one in read_commands(segment.typed))


# From segments to drafts


_CUT_MARKS = re.compile(
    r"^\s*(?:\.{3,}|…+|\[?\(?(?:\.\.\.)?(?:snip|truncated|omitted|cut|省略|略|此处省略\S*)(?:\.\.\.)?\)?\]?|<snip>)\s*$",
    re.IGNORECASE,
)
_REFUSED = re.compile(
    r"^(?:Error from server|error: |Error: |The connection to the server|Unable to connect|No resources found|"
    r"-?(?:bash|sh|zsh): |sudo: |FATA\[|E\d{4} .*memcache\.go)"
)
_TELLS_ALL = frozenset({Kind.LOAD, Kind.CPU_COUNT, Kind.KERNEL, Kind.OS_RELEASE})


_EXPECTED = re.compile(
    r"^[\W_]*(?:the )?(?:expected (?:behaviou?r|results?|output|state)|what (?:did )?you expect(?:ed)?\b|what should(?: have)? happen)"
    r"|预期|期望",
    re.IGNORECASE,
)
_HOW_IT_SHOULD_LOOK = frozenset(
    {
        Kind.POD_TABLE,
        Kind.NODE_TABLE,
        Kind.WORKLOAD_TABLE,
        Kind.OTHER_TABLE,
        Kind.POD_DESCRIBE,
        Kind.BGP_STATUS,
        Kind.API_CURL,
    }
)


def _drafts(block: _Block, names: Names) -> Iterator[UnfinishedPiece]:
    """The pieces of a block; a form's "expected behaviour" shows how things should look, not how they are."""
    captions = block.captions
    caption = captions[0] if captions else ""
    heading = captions[-1] if block.headings else ""
    for place, segment in enumerate(block.segments):
        if not segment.typed and place == 0 and block.own_caption and captions:
            segment = replace(segment, typed=typed_in(captions[0]), mentioned=True)
        told = _told(block, place, names)
        heading = next(iter(_notes_before(block, place)), heading)
        wished = _EXPECTED.search(heading[:200]) is not None
        supposed = block.own_caption and not segment.host and is_supposed(caption)
        for draft in _of_segment(segment, caption):
            if not (wished and draft.kind in _HOW_IT_SHOULD_LOOK):
                draft.told, draft.caption = told, caption
                if supposed:
                    draft.role = EvidenceRole.INSTRUCTION
                yield draft


def _told(block: _Block, place: int, names: Names) -> Told:
    """What the nearest words tell; where they stand over several hosts, one may be there to compare with."""
    note = told_by(_notes_before(block, place), names)
    if note != Told():
        return note
    paragraphs = len(block.captions) - block.headings
    told = told_by(block.captions[:paragraphs], names)
    if told != Told():
        return replace(told, role=None) if len(block.hosts) > 1 else told
    told = told_by(block.captions[paragraphs:], names)
    return replace(told, role=None) if len(block.section) > 1 else told


def _notes_before(block: _Block, place: int) -> tuple[str, ...]:
    """A remark at the end of the output before, which speaks of what follows."""
    if place == 0:
        return ()
    texts = [line.text for line in block.segments[place - 1].lines if line.text.strip()]
    return (texts[-1].strip("# "),) if texts and is_heading(texts[-1]) else ()


def _of_segment(segment: Segment, caption: str) -> Iterator[UnfinishedPiece]:
    typed = segment.typed
    commands = [one for one in read_commands(typed) if one.program not in _SILENT] if typed else []
    if segment.is_empty or segment.has_only_notes:
        for command in commands:
            if segment.closed and segment.is_empty and command.kind is not None:
                yield UnfinishedPiece(
                    kind=command.kind,
                    lines=(),
                    at=segment.at,
                    command=replace(command, text=typed if len(commands) == 1 else command.text),
                    host=segment.host,
                    whole=command.whole,
                )
        return
    if len(commands) == 1:
        commands[0] = replace(commands[0], text=typed)
    lines = segment.lines
    texts = [line.text for line in lines]
    expected = commands[0].kind if len({one.kind for one in commands}) == 1 else None
    left = list(commands)
    for run in split_runs(texts, expected):
        part = lines[run.low : run.high]
        while part and not part[-1].text.strip():
            part = part[:-1]
        if not part:
            continue
        command = _command_of(run.kind, left, commands, typed)
        if _is_not_its_own(run.kind, command, segment.mentioned):
            command = Command()
        yield _draft(run.kind or command.kind or Kind.TEXT, part, command, segment.host, caption)


_SILENT = frozenset(
    {"cd", "export", "clear", "exit", "su", "vim", "vi", "echo", "sleep", "alias", "source"}
)


_SEVERAL_TABLES = frozenset(
    {Kind.POD_TABLE, Kind.NODE_TABLE, Kind.WORKLOAD_TABLE, Kind.EVENT_TABLE, Kind.OTHER_TABLE}
)


def _is_not_its_own(kind: Kind | None, command: Command, mentioned: bool) -> bool:
    """Whether this part of the output cannot come from the command before it."""
    if command.kind is None:
        return mentioned
    if kind in (command.kind, None):
        return False
    if mentioned:
        return True
    if command.kind in (Kind.HOST_FILE, Kind.OTHER_LOG):
        return False
    if command.kind is Kind.POD_DESCRIBE and kind is Kind.EVENT_LINES:
        return False
    return not (kind in _SEVERAL_TABLES and command.kind in _SEVERAL_TABLES)


def _command_of(
    kind: Kind | None, left: list[Command], commands: Sequence[Command], typed: str
) -> Command:
    """The command that printed this part of the output."""
    if not commands:
        return Command()
    if len(commands) == 1:
        return commands[0]
    together = [command for command in left if command.kind is kind]
    if kind is Kind.API_CURL and len(together) > 1:
        # Tries in one line answer one after the other; which is whose goes by their order.
        left[:] = [command for command in left if command.kind is not kind]
        return replace(together[0], text="; ".join(command.text for command in together))
    for place, command in enumerate(left):
        if command.kind is kind or (kind is None and command.kind is not None):
            del left[: place + 1]
            return command
    if all(command.kind is commands[0].kind for command in commands):
        return replace(commands[0], text=typed, whole=all(one.whole for one in commands))
    return Command(text=typed, host_command=all(one.host_command for one in commands), whole=False)


def _draft(
    kind: Kind, lines: Sequence[Line], command: Command, host: str, caption: str
) -> UnfinishedPiece:
    texts = [line.text for line in lines]
    if command.kind is not None and all(_REFUSED.match(text) for text in texts if text.strip()):
        kind = Kind.TEXT if kind is not Kind.API_CURL else kind
    strange = is_a_strangers_log(command.pod, command.container)
    if kind is Kind.CALICO_LOG and strange:
        kind = Kind.OTHER_LOG
    if kind is Kind.OTHER_LOG and not strange and not command.container and log_container(texts):
        # A pod whose name says nothing, or a placeholder; its lines decide.
        kind = Kind.CALICO_LOG
        command = replace(command, kind=kind if command.kind is Kind.OTHER_LOG else command.kind)
    as_shown = command.kind is kind or (command.kind is None and bool(command.program))
    cut_by_hand = any(_CUT_MARKS.match(text) for text in texts if len(text) < 60)
    if command.text:
        whole = command.whole and as_shown and kind is not Kind.TEXT
    else:
        whole = kind in _TELLS_ALL or _is_complete(kind, texts) or says_whole(kind, caption)
    return UnfinishedPiece(
        kind=kind,
        lines=rejoin(kind, lines),
        at=lines[0].at,
        command=command,
        host=host,
        whole=whole and not cut_by_hand,
    )


def _is_complete(kind: Kind, texts: Sequence[str]) -> bool:
    """Whether a description has its first and its last part."""
    return (
        kind in DESCRIBES
        and texts[0].startswith("Name:")
        and any(text.startswith("Events:") for text in texts)
    )


def _pieces(drafts: Sequence[UnfinishedPiece], paste: Evidence) -> Iterator[Evidence]:
    order = 0
    end = len(paste.content.rstrip().split("\n"))
    for draft in drafts:
        about = Subject(
            namespace=draft.command.namespace,
            pod=pod_of(draft),
            container=container_of(draft),
            previous=draft.command.previous,
        )
        numbers = tuple(paste.number_of(line.at) for line in draft.lines) or (
            paste.number_of(draft.at),
        )
        origin = origin_of(draft)
        for node in draft.nodes or ("",):
            # That it is the same on another node is a person's word, whatever was printed here.
            role = draft.role if node == origin else EvidenceRole.QUOTATION
            content = text_for(draft, node, origin)
            yield Evidence(
                id=evidence_id(paste.source, order, content),
                kind=draft.kind,
                content=content,
                about=replace(about, node=node),
                taken_by=draft.command.text or UNKNOWN_COMMAND,
                taken_at=paste.taken_at,
                whole=draft.whole,
                breaks_off=bool(draft.lines) and draft.lines[-1].at >= end,
                source=paste.source,
                numbers=numbers,
                order=order,
                role=role,
                attributed_by=draft.attributed_by,
            )
            order += 1
