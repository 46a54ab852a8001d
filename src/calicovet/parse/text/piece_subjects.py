"""Which node, pod and container a piece of a paste is about."""

import re
from collections.abc import Iterator, Sequence

from calicovet.model.commands.manual_commands import runs_on_the_host
from calicovet.model.evidence import EvidenceKind as Kind
from calicovet.model.evidence_kinds.evidence_patterns import of_evidence
from calicovet.model.facts.base import Citation, Claimed, Topic
from calicovet.model.provenance import Basis
from calicovet.model.subject import UNNAMED_PEER, Subject
from calicovet.parse.calico_names import is_a_strangers_log
from calicovet.parse.commands.host_commands import component_of
from calicovet.parse.text.attribution import Names, Role, gather
from calicovet.parse.text.recognition import log_component, log_container
from calicovet.parse.text.unfinished_piece import UnfinishedPiece

DESCRIBES = frozenset({Kind.POD_DESCRIBE, Kind.NODE_DESCRIBE, Kind.DAEMONSET_DESCRIBE})
_LOGS = frozenset({Kind.CALICO_LOG, Kind.OTHER_LOG})


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


def _is_of_the_host(draft: UnfinishedPiece) -> bool:
    """Whether the piece shows the host on which its command was typed."""
    if draft.command.program:
        return draft.command.host_command
    return runs_on_the_host(draft.kind) or draft.kind in (
        Kind.SYSTEM_JOURNAL,
        Kind.OS_RELEASE,
        Kind.UNITS,
    )


_READS_FILES = frozenset({"cat", "less", "more", "tail", "head", "grep", "zcat"})


def _is_a_saved_log(draft: UnfinishedPiece) -> bool:
    """Whether a log was read from a file that need not be of this host."""
    return (
        draft.kind in _LOGS
        and draft.command.program in _READS_FILES
        and "/var/log/" not in draft.command.text
    )


def nodes_of(draft: UnfinishedPiece, names: Names) -> tuple[tuple[str, ...], Basis]:
    """The nodes that a piece is about, and the evidence for it; several, where a caption says that it is the same on each."""
    command = draft.command
    if command.node:
        return (names.at(command.node),), Basis.FORM
    if draft.host and _is_of_the_host(draft):
        saved = _named_within(draft) if _is_a_saved_log(draft) else ()
        return saved or (draft.host,), Basis.FORM
    if not _is_about_a_node(draft.kind):
        return (), Basis.NONE
    pod = pod_of(draft)
    if pod and pod in names.pods:
        return (names.pods[pod],), Basis.OBJECT
    within = _named_within(draft)
    if draft.told.nodes and not (within and draft.kind in DESCRIBES):
        return draft.told.nodes, Basis.SENTENCE
    return within, Basis.FORM if within else Basis.NONE


def origin_of(draft: UnfinishedPiece) -> str:
    """The node that a piece was taken from, where words say that it is the same on several."""
    if len(draft.nodes) < 2:
        return draft.nodes[0] if draft.nodes else ""
    within = {short_name(name) for name in _named_within(draft)}
    return next((node for node in draft.nodes if short_name(node) in within), draft.nodes[0])


def text_for(draft: UnfinishedPiece, node: str, origin: str) -> str:
    """What a piece says of a node; where it was taken from another one, the lines that name that one are empty."""
    if node == origin:
        return "\n".join(line.text for line in draft.lines)
    named = of_evidence(rf"(?<![\w.-]){re.escape(short_name(origin))}(?![\w-])", re.IGNORECASE)
    return "\n".join("" if named.search(line.text) else line.text for line in draft.lines)


def _named_within(draft: UnfinishedPiece) -> tuple[str, ...]:
    """The node that a log or description names itself, if it is one."""
    found = Names()
    if is_a_strangers_log(draft.command.pod, draft.command.container):
        return ()
    if draft.kind is Kind.NODE_DESCRIBE:
        named = [line.text[5:] for line in draft.lines[:5] if line.text.startswith("Name:")]
        for name in named:
            found.add(name)
    elif draft.kind in _LOGS or draft.kind in DESCRIBES or draft.kind.endswith("journal"):
        gather(found, (line.text for line in draft.lines[:2000]))
    return tuple(found.nodes) if len(found.nodes) == 1 else ()


def role_nodes(drafts: Sequence[UnfinishedPiece]) -> dict[Role, str]:
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
        if len({short_name(n) for n in nodes}) == 1
    }


def short_name(name: str) -> str:
    return name.split(".", 1)[0]


_DIED = "Calico node failed to start"


def nodes_by_role(draft: UnfinishedPiece, roles: dict[Role, str]) -> tuple[str, ...]:
    role = draft.told.role
    if role is None or not _is_about_a_node(draft.kind) or draft.kind is Kind.TEXT:
        return ()
    if role is Role.HEALTHY:
        # Whatever the words above it say: who dies is not the one that is well.
        return () if any(_DIED in line.text for line in draft.lines) else (UNNAMED_PEER,)
    return (roles[role],) if role in roles else ()


_TOPICS = {Role.SICK: Topic.SICK, Role.NEW: Topic.NEW_NODE, Role.HEALTHY: Topic.HEALTHY}


def role_claims(drafts: Sequence[UnfinishedPiece], paste: str) -> Iterator[Claimed]:
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


_POD = re.compile(r"\bcalico-node-[a-z0-9]{5}\b", re.ASCII)
_OF_CALICO_NODE = re.compile(
    r"\bcalico-node(?:.s)?(?: pods?| container| DaemonSet)?\b[^.。;；]{0,160}"
    r"(?:\b(?:not|n.t|never|no longer|keeps?|crash\w*|fail\w*|stuck|hangs?|pending|restart\w*|reports?|shows?|says?|prints?|events?)\b"
    r"|起不来|不|未|没|失败|报|卡|重启|异常|事件|提示)|(?:事件|报错|日志).{0,8}calico-node",
    re.IGNORECASE | re.ASCII,
)
"""A caption that complains of calico-node: the events below it are about its pod."""
_BY_A_PLUGIN = re.compile(
    r"plugin type=|\bcni\b.{0,80}?\bfailed to (?:set up|teardown)\b|network for pod", re.IGNORECASE
)
_OF_OTHERS = re.compile(
    r"\b(?:coredns|kube-controllers|typha|other pods?|all pods|any pods?|application|workload|new pods?|calico-node (?:is|are) (?:running|ready|fine|ok|healthy))\b"
    r"|其他|其它|业务|应用|所有 ?pod|新 ?pod|calico-node[^，。]{0,6}(?:正常|都?是 ?[Rr]unning)",
    re.IGNORECASE | re.ASCII,
)


def pod_of(draft: UnfinishedPiece) -> str:
    if draft.command.pod:
        return draft.command.pod
    if draft.kind not in _LOGS and draft.kind not in (Kind.EVENT_LINES, Kind.TEXT):
        return ""
    if draft.command.program and draft.command.host_command:
        return ""
    found = set(_POD.findall(draft.caption)) - {"calico-node-xxxxx"}
    if not found and draft.kind is Kind.EVENT_LINES and _is_of_calico_node(draft):
        return "calico-node"
    return found.pop() if len(found) == 1 else ""


def _is_of_calico_node(draft: UnfinishedPiece) -> bool:
    """Whether the caption complains of calico-node, and the events can be its pod's: no CNI plugin is called for it."""
    caption = draft.caption
    if not _OF_CALICO_NODE.search(caption) or _OF_OTHERS.search(caption):
        return False
    return not any(_BY_A_PLUGIN.search(line.text) for line in draft.lines)


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


def container_of(draft: UnfinishedPiece) -> str:
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
