"""Which node a piece is about, by names known in the paste and by captions."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache

from calicovet.model.evidence_kinds.evidence_patterns import of_evidence
from calicovet.model.record import record
from calicovet.parse.calico_names import is_masked, is_on_the_host_network, with_small_mask
from calicovet.parse.text.line_kinds import JOURNAL_LINE, NODE_ROW, POD_ROW

_MOST_COPIES = 6


class Role(StrEnum):
    """What a caption says of the node without naming it."""

    SICK = "sick"
    NEW = "new"
    HEALTHY = "healthy"


@cache
def _pattern(text: str) -> re.Pattern[str]:
    # Chinese sets no space around names: only ASCII letters make a word.
    return re.compile(text, re.ASCII)


@dataclass(slots=True)
class Names:
    """The node names that the paste betrays, and which pods run where."""

    nodes: dict[str, None] = field(default_factory=dict)
    pods: dict[str, str] = field(default_factory=dict)
    said: set[str] = field(default_factory=set)
    """Those that no program printed: people leave out the beginning of a name."""
    addresses: dict[str, str] = field(default_factory=dict)
    """The node at each address; empty, where two are said to have it."""
    _homes: dict[str, set[str]] = field(default_factory=dict)
    _finder: re.Pattern[str] | None = None

    def add(self, name: str, *, said: bool = False) -> None:
        name = name.strip().strip(".,:;\"'`()").lower()
        if not looks_like_host(name):
            return
        if not said:
            self.said.discard(name)
        elif name not in self.nodes:
            self.said.add(name)
        self.nodes[name] = None
        self._finder = None

    def add_pod(self, pod: str, node: str) -> None:
        """Take up where a pod runs; a masked name that stands on two nodes means neither."""
        pod = with_small_mask(pod)
        self.pods[pod] = node
        if is_masked(pod):
            self._homes.setdefault(pod, set()).add(node)
            if len(self._homes[pod]) > 1:
                del self.pods[pod]

    def add_address(self, address: str, node: str) -> None:
        if re.fullmatch(r"\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f]{0,4}:[0-9a-f:]{2,36}", address):
            known = self.addresses.setdefault(address, node)
            self.addresses[address] = node if known == node else ""

    def at(self, host: str) -> str:
        """The node that is called by this name or by its address."""
        return self.addresses.get(host) or host

    def found_in(self, text: str) -> tuple[str, ...]:
        """The known names that stand in the text as whole words, in the order of the text."""
        if not self.nodes:
            return ()
        if self._finder is None:
            words = {name for full in self.nodes for name in (full, full.split(".", 1)[0])}
            words = {word for word in words if not word.replace(".", "").isdigit()}
            longest_first = sorted(words, key=lambda word: (-len(word), word))[:5000]
            self._finder = of_evidence(
                r"(?<![\w.-])(?:" + "|".join(map(re.escape, longest_first)) + r")(?![\w-]|\.\w)"
                if longest_first
                else r"(?!)",
                re.ASCII,
            )
        found = (self._full(match[0]) for match in self._finder.finditer(text.lower()))
        return tuple(dict.fromkeys(found))

    def _full(self, name: str) -> str:
        if name in self.said:
            longer = [full for full in self.nodes if full.split(".", 1)[0].endswith(f"-{name}")]
            return longer[0] if len(longer) == 1 else name
        if name in self.nodes:
            return name
        return next((full for full in self.nodes if full.split(".", 1)[0] == name), name)


_NO_HOST = (
    r"^(?:v?\d[\w.]*|(?:eth|ens|enp|eno|bond|em|p\dp|cali|tunl|vxlan|docker|br|wlan|veth|flannel|cni|lo|ipvs|nerdctl)\d*"
    r"[\w.]*|ipv?[46]|k[83]s|rke2?|x86(?:_64)?|amd64|arm64|cgroups?v?\d?|bird6?|el\d|utf-?8|sha256|localhost|[a-z]?l[347]|s3|h2|i18n|"
    r"calico(?:-node)?|calico-node-[\w-]*|kube-[a-z-]+|coredns[\w-]*|etcd|kubelet|kubectl|kubeadm|containerd|none|"
    r"centos\d*|ubuntu[\d.]*|debian\d*|rhel\d*|http2?|tcp|udp|root|all|the|this|that|each|every|a|an|one|which|"
    r"calico-(?:typha|kube-controllers|system|apiserver)[\w-]*|tigera[\w-]*|status|pods?|nodes?|same|other|others|"
    r"healthy|new|it|my|our|these|two|three|is|are|and|or|with|only|sh|bash|and|not|ready|notready|from|in|to|"
    r"install-cni|upgrade-ipam|first-found|can-reach|self-hosted|on-prem\w*|bare-metal)$"
)


_REGISTRIES = (
    *(
        ".docker.io",
        ".docker.com",
        ".quay.io",
        ".gcr.io",
        ".ghcr.io",
        ".k8s.io",
        ".mcr.microsoft.com",
    ),
    *(
        ".azurecr.io",
        ".pkg.dev",
        ".aliyuncs.com",
        ".daocloud.io",
        ".tencentyun.com",
        ".myhuaweicloud.com",
    ),
)
"""Domains of image registries: messages about pulls name hosts in them."""


def looks_like_host(name: str) -> bool:
    """Whether a word may be a node's name at all."""
    if not re.fullmatch(r"[a-z0-9][a-z0-9.-]{0,120}", name) or name.endswith(
        (".go", ".log", ".yaml", ".sh", *_REGISTRIES)
    ):
        return False
    return _pattern(_NO_HOST).match(name) is None


_CONTENT = (
    r"(?:Determined|Using|with) node name: (?P<n1>[\w.-]+)"
    r"|\b(?:Felix)?Hostname:\"(?P<n2>[\w.-]+)\""
    r"|^Node:\s+(?P<n3>[\w.-]+)/"
    r"|Successfully assigned \S+ to (?P<n4>[\w.-]+)"
    r"|\bkubelet, (?P<n5>[\w.-]+)\s"
    r"|\bnodeName: (?P<n6>[\w.-]+)\s*$"
    r"|Building new node resource Name=\"(?P<n9>[\w.-]+)\""
    r"|for node name (?P<n8>[\w-]+(?:\.[\w-]+)*)\s*$"
    r"|kubernetes\.io/hostname[=:] ?\"?(?P<n7>[\w.-]+)"
)


def gather(names: Names, lines: Iterable[str]) -> None:
    """Take up the node names in a piece's lines."""
    node_column = -1
    described = ""
    for text in lines:
        head = text[:2000]
        if head.startswith("Name: "):
            described = head[5:].strip()
        elif head.startswith("Node: ") and described and "<none>" not in head:
            node, _, address = head[5:].strip().lower().partition("/")
            names.add_pod(described, node)
            names.add_address(address, node)
        if " NODE" in head and "NAME" in head:
            node_column = head.split().index("NODE") if "NODE" in head.split() else -1
        elif node_column >= 0 and "/" in head:
            _gather_row(names, head, node_column)
        if (
            "ode" in head
            or "osts" in head
            or "ostn" in head
            or "assigned" in head
            or "kubelet, " in head
        ):
            for match in _pattern(_CONTENT).finditer(head):
                names.add(next(filter(None, match.groups()), ""))
        if "Ready" in head:
            row = _pattern(NODE_ROW).match(head)
            if row:
                names.add(row["node"])
                after_version = head[row.end() :].split()[1:2]
                names.add_address("".join(after_version), row["node"].lower())
        if ": " in head and (head[:1].isupper() or head[:1].isdigit()):
            journal = _pattern(JOURNAL_LINE).match(head)
            if journal:
                names.add(journal["host"])


def _gather_row(names: Names, head: str, column: int) -> None:
    row = _pattern(POD_ROW).match(head)
    if row is None:
        return
    # A restart count may carry "(3m ago)", two words more than its header.
    words = re.sub(r"\(\w+ ago\)", "", head).split()
    if len(words) > column:
        names.add(words[column])
        if looks_like_host(words[column].lower()):
            names.add_pod(row["pod"], words[column].lower())
            if is_on_the_host_network(row["pod"]):
                names.add_address(words[column - 1], words[column].lower())


_IN_PROSE = (
    # "Calico node 'x' is already using …" is of another node than the one that says it.
    r"(?<!calico )\bnodes?\s+(?:named\s+|called\s+|[\"'`(]\s*)?(?P<a>(?=[a-z.-]*\d)[a-z][a-z0-9]*(?:[.-][a-z0-9]+)*)"
    r"|\b(?:on|from|of|at)\s+(?:node\s+|host\s+)?[\"'`]?(?P<b>(?=[a-z.-]*\d)[a-z][a-z0-9]*(?:[.-][a-z0-9]+)*)"
    r"|(?<![a-z0-9.-])(?P<c>(?=[a-z.-]*\d)[a-z][a-z0-9]*(?:[.-][a-z0-9]+)*)[`\"' ]{0,3}(?:节点|主机|机器|服务器|上(?:执行|运行|的))"
    r"|(?:节点|主机|机器|服务器)[`\"'为是:： ]{0,3}(?P<d>(?=[a-z.-]*\d)[a-z][a-z0-9]*(?:[.-][a-z0-9]+)*)"
)
_ALSO = r"^[\"'`]?\s*(?:,|and|&|/|、|和|及|与)\s*(?:and\s+)?(?:node\s+)?[\"'`]?(?P<more>[a-z][a-z0-9]*(?:[.-][a-z0-9]+)*)"


def gather_prose(names: Names, text: str) -> None:
    """Take up words of prose that stand where node names stand and look like host names."""
    lowered = text.lower()[:4000]
    for match in _pattern(_IN_PROSE).finditer(lowered):
        name = next(filter(None, match.groups()), "")
        if not _tells_apart(name):
            continue
        names.add(name, said=True)
        rest = lowered[match.end() :]
        for _ in range(_MOST_COPIES):
            more = _pattern(_ALSO).match(rest)
            if more is None or not _tells_apart(more["more"]):
                break
            names.add(more["more"], said=True)
            rest = rest[more.end() :]
    for match in _pattern(
        r"(?<![\w.-])(?:k8s-|kube-)?(?:node|worker|master|slave|minion)-?\d{1,3}(?![\w.-])"
    ).finditer(lowered):
        names.add(match[0], said=True)


def _tells_apart(name: str) -> bool:
    """Whether a word of prose is more than an English word: it has a digit."""
    return any(char.isdigit() for char in name) and looks_like_host(name)


_ROLE_WORDS: Mapping[Role, str] = {
    Role.HEALTHY: r"\b(?:healthy|working|good|normal|ok|fine) (?:\w+ )?(?:nodes?|hosts?|machines?|workers?|servers?)\b"
    r"|\b(?:nodes?|hosts?|machines?|workers?|one) (?:that|which|where it) (?:does |still )?(?:works?|is (?:ok|fine|healthy)|runs? (?:fine|well|ok))"
    r"|(?:正常|健康|好)的?(?:节点|机器|主机|node|服务器)",
    Role.SICK: r"\b(?:sick|failing|failed|problem(?:atic)?|broken|bad|affected|faulty|crashing|unhealthy|troubled|impacted) "
    r"(?:\w+ )?(?:nodes?|hosts?|machines?|workers?|servers?)\b"
    r"|(?:故障|问题|异常|出错|报错|出问题|有问题)的?(?:那[个台])?(?:节点|机器|主机|node|服务器)",
    Role.NEW: r"\bnew(?:ly \w+)? (?:\w+ )?(?:nodes?|hosts?|machines?|workers?|servers?)\b|\b(?:node|worker) (?:that was )?(?:just|newly|recently) added"
    r"|新(?:增|加|加入|添加|扩容)?的?(?:节点|机器|主机|node|服务器|worker)",
}
_OTHERS = (
    r"\b(?:an)?other (?:\w+ )?(?:nodes?|hosts?|machines?|workers?|servers?)\b"
    r"|其[他它余]的?(?:[\w\u4e00-\u9fff]{0,8})?(?:节点|机器|主机|node|服务器)|另[一外]?[个台]?(?:节点|机器|主机)"
)
_BETWEEN = (
    r"n[o']t\b|\b(?:unable|cannot|fail\w*|errors?|crash\w*|down|lost|reach\w*|ping\w*|connect\w*|between|join\w*|add(?:ed|ing)?"
    r"|timed? ?out|refused|blocked)\b|无法|不能|不通|失败|异常|报错|超时|拒绝|连接|加入|之间|访问"
)


def _speaks_of_others(lowered: str) -> bool:
    """Whether a node is shown beside the sick one, and not one that the sick one fails to reach."""
    return bool(_pattern(_OTHERS).search(lowered)) and not _pattern(_BETWEEN).search(lowered)


def roles_in(text: str) -> frozenset[Role]:
    """The roles that the words give to a node."""
    lowered = text.lower()[:4000]
    if _pattern(
        r"\bsame (?:problem|error|issue|thing)|同样的?(?:问题|错误|报错)|也(?:是|有|出现|报)"
    ).search(lowered):
        return frozenset()
    roles = {role for role, words in _ROLE_WORDS.items() if _pattern(words).search(lowered)}
    if _speaks_of_others(lowered):
        roles.add(Role.HEALTHY)
    return frozenset(roles)


@record
class Told:
    """What a caption says about the place of the block below it."""

    nodes: tuple[str, ...] = ()
    role: Role | None = None


def told_by(caption: Sequence[str], names: Names) -> Told:
    """Nodes and role from the captions, the nearest first."""
    for text in caption:
        sentences = [part for part in _pattern(_SENTENCE_END).split(text) if part.strip()]
        if not sentences:
            continue
        for words in (sentences[-1], text):
            about = _without_comparison(words)
            nodes = names.found_in(about)
            if nodes:
                role = _one_role(roles_in(about)) if words is sentences[-1] else None
                return Told(nodes[:_MOST_COPIES], role)
        role = _one_role(roles_in(sentences[-1]))
        if role is not None:
            return Told((), role)
    return Told()


_SENTENCE_END = r"(?<=[.。!！?？])\s+(?=\S)|(?<=[。！？])"


def _one_role(roles: frozenset[Role]) -> Role | None:
    if len(roles) == 1:
        return next(iter(roles))
    return Role.NEW if roles == {Role.NEW, Role.SICK} else None


def _without_comparison(text: str) -> str:
    """The words without the clauses that only compare with healthy nodes."""
    clauses = [part for part in re.split(r"[;；。]", text) if part.strip()]
    if len(clauses) == 1:
        return text
    return " ; ".join(part for part in clauses if Role.HEALTHY not in roles_in(part))
