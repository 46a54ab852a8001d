"""Pasted text cut into recognised, attributed pieces, and what its author claims."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from calicovet.model.by_hand import runs_on_the_host
from calicovet.model.evidence import Evidence, evidence_id
from calicovet.model.evidence import EvidenceKind as Kind
from calicovet.model.facts.base import Citation, Claimed, Topic
from calicovet.model.record import record
from calicovet.model.subject import UNNAMED_PEER, Subject
from calicovet.parse.attribute import (
    Names,
    Role,
    Told,
    gather,
    gather_prose,
    told_by,
)
from calicovet.parse.blocks import Code, Item, Prose, cut
from calicovet.parse.captions import says_whole, typed_in
from calicovet.parse.claims import read_claims
from calicovet.parse.clean import Line, clean
from calicovet.parse.command_line import Command, component_of, read_commands
from calicovet.parse.prose import is_heading, is_prose
from calicovet.parse.recognise import log_component, log_container, split_runs
from calicovet.parse.rejoin import rejoin
from calicovet.parse.segments import Segment, segments


@record
class Transcript:
    """The pieces of a paste in their order, and what people say in it."""

    pieces: tuple[Evidence, ...]
    claims: tuple[Claimed, ...]


@dataclass(slots=True, kw_only=True)
class _Draft:
    """A piece before it is known which node it is about."""

    kind: Kind
    lines: Sequence[Line]
    at: int
    command: Command = field(default_factory=Command)
    host: str = ""
    whole: bool = False
    told: Told = field(default_factory=Told)
    caption: str = ""
    nodes: tuple[str, ...] = ()


def read_transcript(paste: Evidence) -> Transcript:
    """The paste as pieces that readers understand, and the claims of its author."""
    items = cut(clean(paste.content))
    blocks = _with_captions(items)
    names = _names(items, blocks)
    drafts = [draft for block in blocks for draft in _drafts(block, names)]
    for draft in drafts:
        draft.nodes = _nodes(draft, names)
    roles = _role_nodes(drafts)
    for draft in drafts:
        if not draft.nodes:
            draft.nodes = _nodes_by_role(draft, roles)
    prose = [item for item in items if isinstance(item, Prose)]
    claims = [*_role_claims(drafts, paste.id), *read_claims(prose, names, roles, paste.id)]
    drafts += _spoken(prose, names)
    drafts.sort(key=lambda draft: draft.at)
    return Transcript(tuple(_pieces(drafts, paste)), tuple(claims))


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
    """Of its own segments; every one of them asks."""

    def __post_init__(self) -> None:
        hosts = (segment.host for segment in self.segments if segment.host)
        self.hosts = frozenset(_short(host).lower() for host in hosts)


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
    for item in items:
        if isinstance(item, Code):
            gather(names, (line.text for line in item.lines))
        else:
            gather_prose(names, item.text)
    for block in blocks:
        for segment in block.segments:
            names.add(segment.host)
    return names


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
_DESCRIBES = frozenset({Kind.POD_DESCRIBE, Kind.NODE_DESCRIBE, Kind.DAEMONSET_DESCRIBE})
_LOGS = frozenset({Kind.CALICO_LOG, Kind.OTHER_LOG})


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


def _drafts(block: _Block, names: Names) -> Iterator[_Draft]:
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
        for draft in _of_segment(segment, caption):
            if not (wished and draft.kind in _HOW_IT_SHOULD_LOOK):
                draft.told, draft.caption = told, caption
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


def _of_segment(segment: Segment, caption: str) -> Iterator[_Draft]:
    typed = segment.typed
    commands = [one for one in read_commands(typed) if one.program not in _SILENT] if typed else []
    if segment.is_empty or segment.has_only_notes:
        for command in commands:
            if segment.closed and segment.is_empty and command.kind is not None:
                yield _Draft(
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


def _draft(kind: Kind, lines: Sequence[Line], command: Command, host: str, caption: str) -> _Draft:
    texts = [line.text for line in lines]
    if command.kind is not None and all(_REFUSED.match(text) for text in texts if text.strip()):
        kind = Kind.TEXT if kind is not Kind.API_CURL else kind
    if kind is Kind.OTHER_LOG and not command.container and log_container(texts):
        # A pod whose name tells nothing, or a placeholder; its lines do.
        kind = Kind.CALICO_LOG
        command = replace(command, kind=kind if command.kind is Kind.OTHER_LOG else command.kind)
    as_shown = command.kind is kind or (command.kind is None and bool(command.program))
    cut_by_hand = any(_CUT_MARKS.match(text) for text in texts if len(text) < 60)
    if command.text:
        whole = command.whole and as_shown and kind is not Kind.TEXT
    else:
        whole = kind in _TELLS_ALL or _is_complete(kind, texts) or says_whole(kind, caption)
    return _Draft(
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
        kind in _DESCRIBES
        and texts[0].startswith("Name:")
        and any(text.startswith("Events:") for text in texts)
    )


# Nodes


def _is_about_a_node(kind: Kind) -> bool:
    return (
        runs_on_the_host(kind)
        or kind in _LOGS
        or kind
        in (
            Kind.EVENT_LINES,
            Kind.POD_DESCRIBE,
            Kind.SYSTEM_JOURNAL,
            Kind.OS_RELEASE,
            Kind.UNITS,
            Kind.NODE_DESCRIBE,
            Kind.TEXT,
        )
    )


def _is_of_the_host(draft: _Draft) -> bool:
    """Whether the piece shows the host on which its command was typed."""
    if draft.command.program:
        return draft.command.host_command
    return runs_on_the_host(draft.kind) or draft.kind in (
        Kind.SYSTEM_JOURNAL,
        Kind.OS_RELEASE,
        Kind.UNITS,
    )


_READS_FILES = frozenset({"cat", "less", "more", "tail", "head", "grep", "zcat"})


def _is_a_saved_log(draft: _Draft) -> bool:
    """Whether a log was read from a file that need not be of this host."""
    return (
        draft.kind in _LOGS
        and draft.command.program in _READS_FILES
        and "/var/log/" not in draft.command.text
    )


def _nodes(draft: _Draft, names: Names) -> tuple[str, ...]:
    """The nodes that a piece is about; several, where a caption says that it is the same on each."""
    command = draft.command
    if command.node:
        return (names.at(command.node),)
    if draft.host and _is_of_the_host(draft):
        return (_named_within(draft) if _is_a_saved_log(draft) else ()) or (draft.host,)
    if not _is_about_a_node(draft.kind):
        return ()
    pod = _pod(draft)
    if pod and pod in names.pods:
        return (names.pods[pod],)
    within = _named_within(draft)
    if draft.told.nodes and not (within and draft.kind in _DESCRIBES):
        return draft.told.nodes
    return within


def _named_within(draft: _Draft) -> tuple[str, ...]:
    """The node that a log or description names itself, if it is one."""
    found = Names()
    if draft.kind is Kind.NODE_DESCRIBE:
        named = [line.text[5:] for line in draft.lines[:5] if line.text.startswith("Name:")]
        for name in named:
            found.add(name)
    elif draft.kind in _LOGS or draft.kind in _DESCRIBES or draft.kind.endswith("journal"):
        gather(found, (line.text for line in draft.lines[:2000]))
    return tuple(found.nodes) if len(found.nodes) == 1 else ()


def _role_nodes(drafts: Sequence[_Draft]) -> dict[Role, str]:
    """Which node a role means: the only one that a caption with that role stands over."""
    found: dict[Role, dict[str, None]] = {role: {} for role in Role}
    for draft in drafts:
        if draft.told.role is not None:
            found[draft.told.role].update(dict.fromkeys(draft.nodes))
    sick = found[Role.NEW] | found[Role.SICK]
    for role in (Role.NEW, Role.SICK):
        found[role] = found[role] or sick
    return {
        role: next(iter(nodes))
        for role, nodes in found.items()
        if len({_short(n) for n in nodes}) == 1
    }


def _short(name: str) -> str:
    return name.split(".", 1)[0]


_DIED = "Calico node failed to start"


def _nodes_by_role(draft: _Draft, roles: dict[Role, str]) -> tuple[str, ...]:
    role = draft.told.role
    if role is None or not _is_about_a_node(draft.kind) or draft.kind is Kind.TEXT:
        return ()
    if role is Role.HEALTHY:
        # Whatever the words above it say: who dies is not the one that is well.
        return () if any(_DIED in line.text for line in draft.lines) else (UNNAMED_PEER,)
    return (roles[role],) if role in roles else ()


_TOPICS = {Role.SICK: Topic.SICK, Role.NEW: Topic.NEW_NODE, Role.HEALTHY: Topic.HEALTHY}


def _role_claims(drafts: Sequence[_Draft], paste: str) -> Iterator[Claimed]:
    """What the captions say of hosts that prompts or outputs name."""
    seen: set[tuple[Role, str]] = set()
    for draft in drafts:
        role = draft.told.role
        if role is None or not _is_about_a_node(draft.kind):
            continue
        if role is Role.HEALTHY and draft.command.program == "kubectl":
            continue
        for node in draft.nodes:
            if node != UNNAMED_PEER and (role, node) not in seen:
                seen.add((role, node))
                yield Claimed(
                    topic=_TOPICS[role],
                    about=Subject(node=node),
                    cited=(Citation(paste, draft.at),),
                )


# Pieces


_POD = re.compile(r"\bcalico-node-[a-z0-9]{5}\b", re.ASCII)


def _pod(draft: _Draft) -> str:
    if draft.command.pod:
        return draft.command.pod
    if draft.kind not in _LOGS and draft.kind not in (Kind.EVENT_LINES, Kind.TEXT):
        return ""
    if draft.command.program and draft.command.host_command:
        return ""
    found = set(_POD.findall(draft.caption)) - {"calico-node-xxxxx"}
    return found.pop() if len(found) == 1 else ""


_INIT_CONTAINER = re.compile(
    r"\b(?:upgrade-ipam|install-cni|flexvol-driver|mount-bpffs|ebpf-bootstrap)\b", re.ASCII
)
_FILE_OF = re.compile(
    r"/var/log/(?:containers/\S{0,120}?_|pods/\S{0,200}?/)"
    r"(?P<container>calico-node|upgrade-ipam|install-cni|flexvol-driver|mount-bpffs|ebpf-bootstrap)\b",
    re.ASCII,
)
"""Where the kubelet keeps the log of a container."""
_DEFAULTED = re.compile(r"^Default(?:ed|ing) container(?: name to)? \"?([a-z0-9-]+)")


def _container(draft: _Draft) -> str:
    if draft.kind not in _LOGS:
        return draft.command.container if draft.kind is not Kind.TEXT else ""
    texts = [line.text for line in draft.lines[:300]]
    for text in texts[:3]:
        defaulted = _DEFAULTED.match(text)
        if defaulted:
            return defaulted[1]
    if draft.command.container:
        return draft.command.container
    if draft.kind is Kind.OTHER_LOG:
        return log_component(texts) or component_of(draft.caption)
    named = _INIT_CONTAINER.search(draft.caption)
    if told := log_container(texts) or (
        named[0] if named and not draft.command.host_command else ""
    ):
        return told
    file = _FILE_OF.search(draft.caption)
    return file["container"] if file else ""


def _pieces(drafts: Sequence[_Draft], paste: Evidence) -> Iterator[Evidence]:
    order = 0
    end = len(paste.content.rstrip().split("\n"))
    for draft in drafts:
        about = Subject(
            namespace=draft.command.namespace,
            pod=_pod(draft),
            container=_container(draft),
            previous=draft.command.previous,
        )
        content = "\n".join(line.text for line in draft.lines)
        numbers = tuple(paste.number_of(line.at) for line in draft.lines) or (
            paste.number_of(draft.at),
        )
        for node in draft.nodes or ("",):
            yield Evidence(
                id=evidence_id(paste.source, order, content),
                kind=draft.kind,
                content=content,
                about=replace(about, node=node),
                taken_by=draft.command.text or "paste",
                taken_at=paste.taken_at,
                whole=draft.whole,
                breaks_off=bool(draft.lines) and draft.lines[-1].at >= end,
                source=paste.source,
                numbers=numbers,
                order=order,
            )
            order += 1


# Messages that people quote in their sentences


_QUOTES = re.compile(
    r"`[^`]{8,}`|\"[^\"]{12,}\"|(?<!\w)'[^']{16,}'|\berrors?\b|\bfail(?:ed|s|ure)\b|\brefused\b|\btime(?:d )?out\b|\bdenied\b|\bfatal\b"
    r"|\bpanic\b|\bunable to\b|\bforbidden\b|(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w.])|(?<!\w)/[a-z]+/[\w./-]+|\.go[: ]\d+"
    r"|\bcould(?:n.t| not)\b|\bcannot\b|\bcan.t\b|\binvalid\b|\balready\b|\bno such\b|\bnot found\b|日志|提示"
    r"|not ready|报错|失败|\bOOM ?-?kill|\bthrottling of CPU\b",
    re.IGNORECASE | re.ASCII,
)


_WITHIN_QUOTES = re.compile(r"`[^`]{20,}`|\"[^\"]{20,}\"")
_SUPPOSED = re.compile(
    r"\b(?:if|in case) you (?:see|get|encounter)\b[^.;]{0,40}[`\"']"
    r"|\b(?:docs?|documentation|guide|manual) (?:says?|states?|mentions?|describes?)\b[^.;]{0,40}[`\"']"
    r"|文档(?:里|中|上)?(?:说|写|提到)[^。；]{0,20}[`\"'“「]"
    r"|(?:如果|假如|若是)(?:你|您)?(?:看到|出现|遇到|提示)[^。；]{0,20}[`\"'“「]",
    re.IGNORECASE | re.ASCII,
)
"""A message that a guide speaks of as what might be: nobody had it."""
_POSITION = re.compile(r"\b[\w-]{1,40}\.go[ :]\d", re.ASCII)


def _spoken(prose: Sequence[Prose], names: Names) -> Iterator[_Draft]:
    """Paragraphs that hold something like a program's message, to be searched as well."""
    from calicovet.parse.messages.index import keys_in

    for item in prose:
        if not any(_QUOTES.search(line.text[:4000]) for line in item.lines) and not keys_in(
            item.text[:4000]
        ):
            continue
        # A name within a quoted message is the program's word, and may be another node's.
        nodes = names.found_in(_WITHIN_QUOTES.sub(" ", item.text[:4000]))
        for said, lines in _by_speaker(item):
            yield _Draft(
                kind=Kind.TEXT,
                lines=lines,
                at=lines[0].at,
                command=Command(text="you say") if said else Command(),
                nodes=nodes if len(nodes) == 1 else (),
            )


def _by_speaker(item: Prose) -> Iterator[tuple[bool, list[Line]]]:
    """A paragraph's lines in runs: those in which the person speaks, and those that a program printed."""
    run: list[Line] = []
    said = True
    for line in item.lines:
        text = line.text[:4000]
        if not text.strip() or _SUPPOSED.search(text):
            continue
        # What is no sentence after a program's line is its continuation.
        now = not _is_printed(text) and (said or is_prose(text))
        if run and now is not said:
            yield said, run
            run = []
        said = now
        run.append(line)
    if run:
        yield said, run


def _is_printed(text: str) -> bool:
    """Whether a line is a program's own, or holds one whole: it begins with a message or names its source."""
    from calicovet.parse.messages.hits import hits_in
    from calicovet.parse.messages.index import words_of

    if _POSITION.search(text):
        return True
    text = text.strip("`\"'>*- ")
    hits = hits_in([text], 0, frozenset(words_of(text)), True)
    return any(hit.match.start() == 0 for hit in hits)
