"""What kind of line a single line is: prompt, table, log, prose."""

import re
from functools import cache, lru_cache
from typing import NamedTuple

from calicovet.model.evidence import EvidenceKind as Kind


class Looks(NamedTuple):
    """The kind that a line speaks for."""

    kind: Kind
    strong: bool = True
    """Whether it can hardly be a line of anything else."""
    begins: bool = False
    """Whether a new piece begins with it."""


_LEVELS = r"(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL|PANIC)"
_HEAD = 400

CALICO_LINE = (
    rf"(?:^|[\s|'\"])\d{{4}}-\d\d-\d\d \d\d:\d\d:\d\d[.,]\d{{1,9}} ?\[{_LEVELS} ?\]"
    rf"|^\W{{0,3}}{_LEVELS} ?\]\[\d+(?:/\d+)?\] ?\S"
    r"|^(?:\[?\d+\] ?)?(?:[\w-]+/)?\w+\.go \d{1,5}: \S"
    r"|^(?:\d{4}-\d\d-\d\d[_T]\d\d:\d\d:\d\d\.\d+ )?bird6?: "
    r"|^(?:Calico node (?:started successfully|failed to start)|runsv \S+: |Starting libnetwork service)"
    # Before v3.0 the start-up program wrote without dates.
    r"|^(?:Skipping datastore connection test|Using auto-?detected IPv[46] address|Calico node '\S+' is already using)\b"
    r"|^(?:WARNING: Unable to auto-?detect|ERROR: Couldn't autodetect)\b"
    rf"|^:?\d\d:\d\d[.:]\d{{2,3}}(?:\.\d+)? \[{_LEVELS} ?\]\[\d+"
)
JOURNAL_LINE = (
    r"^(?:[A-Z][a-z]{2} {1,2}\d{1,2} \d\d:\d\d:\d\d(?:\.\d+)?|\d{1,2}月 {1,2}\d{1,2} \d\d:\d\d:\d\d"
    r"|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[\d.:+Z-]{0,22})"
    r" (?P<host>[A-Za-z0-9][\w.-]{0,80}) (?P<unit>[A-Za-z][\w@./()-]{0,60})(?:\[\d+\])?: "
)
POD_ROW = (
    r"^\s{0,8}(?:(?P<namespace>[a-z][a-z0-9-]{1,62})\s{1,60})?(?:pod/)?(?P<pod>[a-z0-9][a-z0-9.-]{2,100}(?:(?:X{1,12}|\*{1,12})-?){0,2})\s{1,80}\d{1,3}/\d{1,3}\s{1,30}"
    r"(?:Init:|[A-Z][A-Za-z]{3,30})[\w:/]{0,20}\s{1,30}\d+"
)
NODE_ROW = (
    r"^\s{0,8}(?P<node>[a-z0-9][a-z0-9.-]{0,100})\s{1,60}(?:Not)?Ready(?:,\w{1,30})?\s{1,30}"
    r"(?:<none>|[a-z][\w,-]{0,60})\s{1,30}\d+[smhdy]\w{0,8}\s{1,20}v1\.\d+"
)
EVENT_ROW = r"^\s{0,12}(?:Warning|Normal)\s{1,8}[A-Z][A-Za-z]{2,40}\s{1,8}\S"


class _Rule(NamedTuple):
    looks: Looks
    pattern: str


def _strong(kind: Kind, pattern: str) -> _Rule:
    return _Rule(Looks(kind), pattern)


def _weak(kind: Kind, pattern: str) -> _Rule:
    return _Rule(Looks(kind, strong=False), pattern)


_CAPITALS = (
    # Headers of tables: words in capitals at the margin.
    _Rule(
        Looks(Kind.POD_TABLE, begins=True),
        r"^\s*(?:NAMESPACE\s+)?NAME\s.*\bREADY\s+STATUS\s+RESTARTS\b",
    ),
    _Rule(Looks(Kind.NODE_TABLE, begins=True), r"^\s*NAME\s+STATUS\s+(?:ROLES\s+)?AGE\s+VERSION\b"),
    _Rule(
        Looks(Kind.WORKLOAD_TABLE, begins=True),
        r"^\s*(?:NAMESPACE\s+)?NAME\s+(?:DESIRED\s+CURRENT|READY\s+(?:UP-TO-DATE|AGE))\b",
    ),
    _Rule(
        Looks(Kind.EVENT_TABLE, begins=True),
        r"^\s*(?:NAMESPACE\s+)?(?:LAST ?SEEN|FIRST ?SEEN)\s.*\b(?:TYPE|REASON|COUNT)\b",
    ),
    _Rule(
        Looks(Kind.CONTAINER_LIST, begins=True),
        r"^CONTAINER(?: ID)?\s+(?:IMAGE|POD)\b|^POD ID\s+CREATED\b",
    ),
    _Rule(Looks(Kind.SOCKETS, begins=True), r"^COMMAND\s+PID\s+USER\b"),
    _Rule(
        Looks(Kind.OS_RELEASE),
        r"^(?:NAME|PRETTY_NAME|VERSION_ID|ID_LIKE|VERSION|VERSION_CODENAME)=\"?\w",
    ),
    _Rule(
        Looks(Kind.OTHER_TABLE, begins=True),
        r"^\s*(?:NAMESPACE\s+)?NAME(?:\s+[A-Z][A-Z()_/-]+){1,12}\s*$",
    ),
    _strong(Kind.SOCKETS, r"^LISTEN\s+\d+\s+\d+\s"),
)
_EVENTS = (
    _strong(
        Kind.EVENT_TABLE,
        r"^(?:[a-z][a-z0-9-]+\s+)?(?:\d+[smhd]\w*|<unknown>)\s+(?:\d+[smhd]\w*\s+\d+\s+|\(x\d+ over \w+\)\s+)?"
        r"(?:Warning|Normal)\s+[A-Z]\w+\s+(?:pod|node|daemonset|po|deployment|replicaset)s?/",
    ),
    _strong(
        Kind.EVENT_LINES,
        r"^\s*(?:\d+[smhd]\w*|<unknown>|<invalid>)\s+(?:\(x\d+ over [\w<>]+\)\s+|\d+[smhd]\w*\s+\d+\s+)?.{0,120}\b"
        r"(?:Warning|Normal)\s+[A-Z][A-Za-z]+\s+\S",
    ),
)
_DIGITS = (
    _Rule(Looks(Kind.IP_LINK), r"^\s{0,4}\d{1,7}: [\w.@:-]{1,40}: <[A-Z0-9_,-]{0,80}>"),
    _strong(Kind.LOAD, r"^\s*\d+\.\d+ \d+\.\d+ \d+\.\d+ \d+/\d+ \d+\s*$"),
    _weak(Kind.CPU_COUNT, r"^\d{1,4}$"),
    _strong(
        Kind.IP_ROUTE,
        r"^(?:blackhole |unreachable |throw )?\d{1,3}(?:\.\d{1,3}){3}(?:/\d+)? (?:via|dev|proto) \S",
    ),
    _strong(Kind.CGROUP_PATHS, r"^\d{1,2}:[\w,=]*:/"),
    _strong(Kind.CONTAINERD_CONFIG, r"^\d+[:-]\s*(?:SystemdCgroup|systemd_cgroup|\[plugins)"),
    _weak(Kind.CONTAINER_LIST, r"^[0-9a-f]{12,13}\s{2,}\S"),
    _strong(Kind.KUBELET_CONFIG, r"^\d+:\s*cgroupDriver:"),
)
_GENERAL = (
    _Rule(Looks(Kind.EVENT_LINES), r"^\s*(?:Type\s+Reason\s+Age|FirstSeen\s+LastSeen|LastSeen\s+)"),
    _strong(
        Kind.NODE_ADDRESSES,
        r"^\s*projectcalico\.org/(?:IPv[46]|RR|AS)\w*:|^\s*projectcalico\.org/IPv4\w*:",
    ),
    _Rule(Looks(Kind.POD_DESCRIBE, begins=True), r"^Name:\s+\S"),
    _weak(
        Kind.POD_DESCRIBE,
        r"^\s*(?:Liveness|Readiness|Startup):\s+(?:exec|http-get|tcp-socket|grpc)\b"
        r"|^\s*(?:State|Last State):\s+(?:Waiting|Running|Terminated)\b|^\s*Restart Count:\s+\d"
        r"|^\s*(?:Init )?Containers:\s*$|^\s*Exit Code:\s+\d|^\s*Container ID:|^(?:Start Time|Controlled By|QoS Class|"
        r"Tolerations|Node-Selectors|Service Account|Priority|Annotations|Labels|Namespace):\s"
        r"|^Events:|^Conditions:\s*$|^\s+Reason:\s+[A-Z]\w+\s*$|^Node:\s+\S+/|^\s*Image:\s+\S+/\S+:\S+$",
    ),
    _weak(
        Kind.NODE_DESCRIBE,
        r"^\s*(?:NetworkUnavailable|MemoryPressure|DiskPressure|PIDPressure|Ready)\s+(?:True|False|Unknown)\s+\w{3},"
        r"|^(?:Taints|Roles|Capacity|Allocatable|PodCIDRs?|System Info|Unschedulable|ProviderID):",
    ),
    _Rule(
        Looks(Kind.OBJECTS, begins=True),
        r"^(?:- )?apiVersion: \S|^\s*\"apiVersion\": |^\{ ?\"(?:apiVersion|kind|items|metadata)\" ?: ?[\"\[{]",
    ),
    _weak(Kind.KUBELET_CONFIG, r"^\s*cgroupDriver:\s*\w"),
    _strong(
        Kind.CONTAINERD_CONFIG,
        r"^\s*(?:SystemdCgroup|systemd_cgroup|sandbox_image)\s*=|^\s*\[plugins\.|^disabled_plugins\s*=",
    ),
    _weak(
        Kind.OBJECTS,
        r"^\s*(?:- )?(?:kind|metadata|spec|status|livenessProbe|readinessProbe|startupProbe|httpGet|exec|"
        r"initialDelaySeconds|periodSeconds|timeoutSeconds|failureThreshold|containers|initContainers|env|image|"
        r"imagePullPolicy|securityContext|annotations|labels|conditions|containerStatuses|initContainerStatuses|"
        r"lastTransitionTime|lastState|restartCount|resources|volumeMounts|nodeName|hostNetwork|valueFrom|"
        r"fieldRef|configMapKeyRef|tolerations|calicoNetwork|nodeAddressAutodetectionV4|ipPools):(?:\s|$)"
        r"|^\s*-? ?(?:name|value): \"?[A-Z][A-Z0-9_]{3,}\"?$"
        r"|^\s*\"[\w./-]+\": ?[\[{\"\dtfn]|^[\[{]$",
    ),
    _strong(Kind.DOCKER_CONFIG, r"^\s*(?:Cgroup Driver|Storage Driver|Logging Driver):\s+\w"),
    _Rule(
        Looks(Kind.IP_LINK),
        r"^[\w.@-]{1,20}: <(?:LOOPBACK|BROADCAST|POINTOPOINT|NOARP)[A-Z_,-]*> mtu",
    ),
    _Rule(Looks(Kind.IP_ADDR), r"^[\w.@:-]{1,20}: flags=\d+<|^[\w.:-]{1,20}\s+Link encap:"),
    _weak(Kind.IP_ADDR, r"^\s+inet6? (?:addr:)?[\da-f.:]+"),
    _strong(
        Kind.IP_ADDR, r"^[\w.@-]{1,20}\s+(?:UP|DOWN|UNKNOWN)\s+(?:\d{1,3}\.\d|fe80:|[0-9a-f]{2}:)"
    ),
    _strong(
        Kind.IP_ROUTE,
        r"^default via \S|^Destination\s+Gateway\s|^(?:blackhole|unreachable) \d|^Kernel IP routing table",
    ),
    _Rule(Looks(Kind.BRIDGES, begins=True), r"^bridge name\s+bridge id\b"),
    _strong(
        Kind.BGP_STATUS,
        r"^Calico process is |^IPv[46] BGP status|^No IPv[46] peers found|^[|+]\s*PEER ADDRESS|^None of the BGP backend"
        r"|^name\s+proto\s+table\s+state|^BIRD \d",
    ),
    # iptables-save
    _weak(Kind.HOST_FILE, r"^-[ANP] [\w.-]{1,40}(?: -|$)|^:[\w.-]{1,40} \S{1,10} \[\d+:\d+\]$"),
    _strong(Kind.LOAD, r"\bload averages?: ?\d"),
    _strong(Kind.CPU_COUNT, r"^CPU\(s\):\s+\d"),
    _strong(Kind.MEMORY, r"^\s+total\s+used\s+free|^Mem:\s+\d|^MemTotal:"),
    _strong(Kind.DISKS, r"^(?:Filesystem|文件系统)\s+\S"),
    _strong(Kind.MODULES, r"^Module\s+Size\s+Used by"),
    _weak(Kind.MODULES, r"^[a-z][a-z0-9_]{2,40}\s{2,}\d{4,9}\s{1,3}-?\d{1,4}(?:\s[\w,-]*)?$"),
    _weak(Kind.SYSCTL, r"^(?:net|kernel|fs|vm|user|dev)(?:\.[\w-]+){1,8}\s?=\s?\S*"),
    _strong(
        Kind.SOCKETS,
        r"^(?:Netid\s+)?State\s+Recv-Q|^Proto\s+Recv-Q|^(?:tcp|udp)6?\s+\d+\s+\d+\s+\S+:\S+|^Active Internet",
    ),
    _strong(Kind.KERNEL, r"^Linux \S+ \d+\.\d+"),
    _weak(
        Kind.CPU_STAT, r"^(?:nr_throttled|throttled_usec|throttled_time|usage_usec|nr_periods) \d+$"
    ),
    _strong(
        Kind.UNITS,
        r"^\s*[●○×*] ?[\w@.-]+\.service\b|^\s*Active: (?:active|inactive|failed|activating)",
    ),
    _strong(
        Kind.API_CURL,
        r"^curl: \(\d+\)|^\*\s+(?:Trying|About to connect|connect to)\s|^HTTP/[12]"
        r"|^Connection to \S{1,80} \d{1,5} port \[|^Ncat: |^nc: connect to |^telnet: (?:connect|Unable)"
        r"|^-?(?:bash|sh): (?:line \d{1,4}: )?(?:/dev/tcp/|connect: )",
    ),
    _strong(
        Kind.VERSIONS,
        r"^(?:Client|Server|Kustomize|Cluster(?: Calico)?|Calico) Version:|^containerd (?:github\.com|containerd\.io)|^Docker version \d"
        r"|^runc version |^kubeadm version: |^Kubernetes v1\.\d+",
    ),
    _weak(Kind.OTHER_LOG, r"^(?:panic|fatal error): |^\[signal SIG"),
    # A trace of a crash goes on after an empty line.
    _weak(
        Kind.CALICO_LOG,
        r"^(?:[\dT:.-]{20,30}(?:Z|[+-]\d\d:\d\d) std(?:out|err) F )?"
        r"(?:goroutine \d+ \[[\w ,]{2,60}\]:|github\.com/projectcalico/\S{1,200}\()",
    ),
    _strong(
        Kind.WORKLOAD_TABLE,
        r"^(?:[a-z][a-z0-9-]+\s+)?(?:daemonset\.apps/|ds/)?[a-z][a-z0-9-]+(?:\s+\d+){5}\s+(?:<none>|[^\s=]+=\S+)\s+\d",
    ),
)
_KUBELET_SOURCES = re.compile(
    r"\b(?:kubelet|pod_workers|kubelet_\w+|cni|remote_runtime|remote_image|kuberuntime_\w+|prober|docker_sandbox|generic|"
    r"reconciler\w*|operation_generator|eviction_manager|container_manager\w*|server|status_manager|"
    r"pod_container_deletor|nestedpendingoperations|setters|csi_plugin|event|kubelet_node_status)\.go:"
)


@cache
def _compiled() -> tuple[tuple[tuple[Looks, re.Pattern[str]], ...], ...]:
    return tuple(
        tuple((rule.looks, re.compile(rule.pattern)) for rule in rules)
        for rules in (_CAPITALS, _DIGITS, _GENERAL, _EVENTS)
    )


@cache
def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text)


def line_looks(text: str) -> Looks | None:
    """What the line speaks for; None: for nothing in particular."""
    return _looks(text[:_HEAD])


@lru_cache(maxsize=4096)
def _looks(head: str) -> Looks | None:
    # An event may quote a log line, so events are looked for first.
    capitals, digits, general, events = _compiled()
    if "Warning" in head or "Normal" in head:
        if _pattern(EVENT_ROW).match(head):
            return Looks(Kind.EVENT_LINES)
        for looks, pattern in events:
            if pattern.search(head):
                return looks
    found = _as_log(head)
    if found is not None:
        return found
    stripped = head.lstrip()
    if not stripped:
        return None
    first = stripped[0]
    if first.isupper() and stripped[1:2].isupper():
        for looks, pattern in capitals:
            if pattern.search(head):
                return looks
    if first.isdigit() or first == "<" or first in "abcdef":
        for looks, pattern in digits:
            if pattern.search(head):
                return looks
    if "/" in head and _pattern(POD_ROW).search(head):
        return Looks(Kind.POD_TABLE)
    if "Ready" in head and _pattern(NODE_ROW).search(head):
        return Looks(Kind.NODE_TABLE)
    for looks, pattern in general:
        if pattern.search(head):
            return looks
    return Looks(Kind.OTHER_LOG, strong=False) if _pattern(_STAMP).match(head) else None


_STAMP = r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6,9}(?:Z|[+-]\d\d:\d\d) (?:std(?:out|err) [FP] )?"
"""What `kubectl logs --timestamps` and the runtimes' files set before each line."""


def _as_log(head: str) -> Looks | None:
    stamp = _pattern(_STAMP).match(head) if head[:1] == "2" else None
    if stamp is not None and (inner := _as_log(head[stamp.end() :])) is not None:
        return inner
    if ": " in head:
        match = _pattern(JOURNAL_LINE).match(head)
        if match is not None:
            return Looks(_of_unit(match["unit"]))
    if (
        "[" in head
        or ".go " in head
        or head.startswith(("bird", "2", "Calico", "runsv", "Starting"))
    ) and _pattern(CALICO_LINE).search(head):
        return Looks(Kind.CALICO_LOG)
    if head.startswith("[") and _pattern(
        r"^\[ {0,8}\d+\.\d{4,6}\] |^\[[A-Z][a-z]{2} [A-Z][a-z]{2} +\d+ \d\d:\d\d:\d\d \d{4}\] "
    ).match(head):
        return Looks(Kind.KERNEL_LOG)
    if head[:1] in "IWEF" and _pattern(
        r"^[IWEF]\d{4} \d\d:\d\d:\d\d\.\d+ +\d+ [\w.-]+\.go:\d+\]"
    ).match(head):
        return Looks(Kind.KUBELET_JOURNAL if _KUBELET_SOURCES.search(head) else Kind.OTHER_LOG)
    if "level=" in head and _pattern(r"^(?:time=\S+ )?level=\w+ |\blevel=\w+ msg=").search(head):
        return Looks(_of_logrus(head))
    if head.startswith("{") and _pattern(r"^\{\"(?:log|level|msg|ts|time|severity)\":").match(head):
        return Looks(Kind.CALICO_LOG if "calico" in head or "[INFO]" in head else Kind.OTHER_LOG)
    return None


def _of_unit(unit: str) -> Kind:
    name = unit.rsplit("/", 1)[-1].removesuffix(".service")
    if name == "kubelet":
        return Kind.KUBELET_JOURNAL
    if name in (
        "dockerd",
        "docker",
        "containerd",
        "crio",
        "cri-dockerd",
        "containerd-shim",
        "runc",
    ):
        return Kind.RUNTIME_JOURNAL
    return Kind.KERNEL_LOG if name == "kernel" else Kind.SYSTEM_JOURNAL


def _of_logrus(head: str) -> Kind:
    if re.search(r"install\.go|calico|felix|\bCNI\b|/host/", head):
        return Kind.CALICO_LOG
    if re.search(r"containerd|shim|[Ss]andbox|docker|runtime|grpc|module=", head):
        return Kind.RUNTIME_JOURNAL
    return Kind.OTHER_LOG
