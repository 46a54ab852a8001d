"""What a typed command shows: which kind of evidence, about whom, and whether all of it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from calicovet.model.evidence import EvidenceKind as Kind
from calicovet.model.record import record
from calicovet.parse.calico_names import is_masked, with_small_mask
from calicovet.parse.text.known_programs import strip_prefixes


@record(kw_only=True)
class Command:
    """One command line, up to the next `;` or `&&`."""

    text: str = ""
    program: str = ""
    words: tuple[str, ...] = ()
    kind: Kind | None = None
    whole: bool = True
    namespace: str = ""
    pod: str = ""
    container: str = ""
    node: str = ""
    previous: bool = False
    pattern: str = ""
    """What grep looked for, if the output went through it."""
    host_command: bool = False
    """Whether it shows the host it was typed on."""


_TOKEN = re.compile(r"\|\||&&|[|;&]|(?:\"[^\"]*\"|'[^']*'|[^\s|;&\"'])+|[\"']")
_CUTTERS = frozenset(
    [
        "grep",
        "egrep",
        "fgrep",
        "zgrep",
        "rg",
        "tail",
        "head",
        "awk",
        "gawk",
        "sed",
        "cut",
        "uniq",
        "wc",
        "jq",
        "yq",
        "xargs",
        "ag",
        "findstr",
        "select-string",
    ]
)
_SHAPERS = frozenset(["awk", "gawk", "cut", "wc", "jq", "yq", "xargs", "uniq"])
"""Filters whose output has no longer the shape of what went in."""
_KUBECTL = frozenset({"kubectl", "k", "oc"})
_RUNTIMES = frozenset({"docker", "nerdctl", "crictl", "podman", "ctr"})
_FLAGS_WITH_VALUE = frozenset(
    [
        "-n",
        "--namespace",
        "-c",
        "--container",
        "-l",
        "--selector",
        "-o",
        "--output",
        "--tail",
        "--since",
        "--since-time",
        "--field-selector",
        "--kubeconfig",
        "--context",
        "--sort-by",
        "--limit-bytes",
        "--as",
        "--cluster",
        "--server",
        "-s",
        "--user",
        "--request-timeout",
        "--token",
        "--template",
        "--cri-socket",
        "-r",
        "--runtime-endpoint",
        "--lines",
        "-A",
    ]
) - {"-A", "-r"}


def read_commands(text: str) -> tuple[Command, ...]:
    """The commands of a line, in the order in which their outputs follow each other."""
    text = text[:4000].strip().strip("`")
    plain = text.replace("2>&1", " ").replace("&>", ">").replace("|&", "|")
    groups: list[list[str]] = [[]]
    for token in _TOKEN.findall(plain):
        if token in (";", "&&", "||", "&"):
            groups.append([])
        else:
            groups[-1].append(token)
    groups = [group for group in groups if group]
    if len(groups) == 1:
        return (_read(text, groups[0]),)
    return tuple(_read(" ".join(group), group) for group in groups)


def read_command(text: str) -> Command:
    """The command that gave most of the line's output: the last one of several."""
    found = [
        command for command in read_commands(text) if command.program not in ("cd", "export", "ssh")
    ]
    return found[-1] if found else Command(text=text)


def _read(text: str, tokens: Sequence[str]) -> Command:
    stages: list[list[str]] = [[]]
    for token in tokens:
        if token == "|":
            stages.append([])
        else:
            stages[-1].append(token.strip("\"'") if token[0] in "\"'" else token)
    words = _without_prefixes(stages[0])
    if not words:
        return Command(text=text)
    command = _first_stage(text, words)
    for stage in stages[1:]:
        if stage:
            command = _through(command, stage)
    if command.kind is not None and _shows_addresses(command):
        command = replace(command, kind=Kind.NODE_ADDRESSES)
    return command


def _without_prefixes(words: Sequence[str]) -> list[str]:
    joined = strip_prefixes(" ".join(words))
    skipped = len(" ".join(words).split()) - len(joined.split())
    rest = list(words)
    for _ in range(skipped):
        if len(rest) > 1:
            rest.pop(0)
    while len(rest) > 1 and rest[0] == "watch":
        rest = [word for word in rest[1:] if not re.fullmatch(r"-\w*|\d+(?:\.\d+)?", word)][
            :40
        ] or [""]
        rest = " ".join(rest).split()
    return rest


def _shows_addresses(command: Command) -> bool:
    return command.kind in (Kind.OBJECTS, Kind.NODE_DESCRIBE) and bool(
        re.search(r"IPv[46]Address|projectcalico", command.pattern)
    )


def _through(command: Command, stage: Sequence[str]) -> Command:
    """The command after one filter of its pipe."""
    words = _without_prefixes(stage)
    program = words[0].rsplit("/", 1)[-1].lower()
    if program not in _CUTTERS:
        return command
    command = replace(command, whole=False)
    if program in _SHAPERS:
        return replace(
            command, kind=None if program != "awk" or "print" in " ".join(words) else command.kind
        )
    if "grep" in program or program in ("rg", "findstr"):
        pattern = _grep_pattern(words[1:])
        return replace(command, pattern=f"{command.pattern}|{pattern}".strip("|"))
    return command


def _grep_pattern(words: Sequence[str]) -> str:
    patterns: list[str] = []
    takes_value = False
    for word in words:
        if takes_value:
            takes_value = False
            continue
        if word in ("-A", "-B", "-C", "-m", "-f"):
            takes_value = True
        elif not word.startswith("-"):
            patterns.append(word.strip("\"'"))
    return "|".join(patterns)


def _first_stage(text: str, words: list[str]) -> Command:
    program = words[0].rsplit("/", 1)[-1].removesuffix(".exe")
    if program in ("microk8s", "k3s", "minikube", "rke2") and len(words) > 1:
        inner = words[2:] if words[1] == "--" else words[1:]
        if inner and inner[0] in _KUBECTL | _RUNTIMES:
            return _first_stage(text, inner)
    if program == "ssh":
        return _over_ssh(text, words)
    base = Command(text=text, program=program, words=tuple(words))
    if program in _KUBECTL:
        return _kubectl(replace(base, program="kubectl"), words[1:])
    if program == "calicoctl":
        return _calicoctl(base, words[1:])
    if program in _RUNTIMES:
        return _runtime(base, words[1:])
    if program == "stern":
        return replace(
            base, kind=Kind.CALICO_LOG if "calico-node" in text else Kind.OTHER_LOG, whole=False
        )
    return _host(base, words[1:])


def _over_ssh(text: str, words: Sequence[str]) -> Command:
    rest = list(words[1:])
    while rest and rest[0].startswith("-"):
        rest = rest[2:] if rest[0] in ("-i", "-p", "-o", "-l", "-F") else rest[1:]
    if not rest:
        return Command(text=text, program="ssh", words=tuple(words))
    node = rest[0].rsplit("@", 1)[-1]
    inner = " ".join(rest[1:]).strip().strip("\"'").split()
    if not inner:
        return Command(text=text, program="ssh", words=tuple(words), node=node)
    return replace(_first_stage(text, inner), node=node)


# kubectl


_RESOURCES: Mapping[str, str] = {
    **dict.fromkeys(("pod", "pods", "po"), "pod"),
    **dict.fromkeys(("node", "nodes", "no"), "node"),
    **dict.fromkeys(
        ("ds", "daemonset", "daemonsets", "daemonset.apps", "daemonsets.apps"), "workload"
    ),
    **dict.fromkeys(
        ("deploy", "deployment", "deployments", "deployment.apps", "deployments.apps"), "workload"
    ),
    **dict.fromkeys(
        ("sts", "statefulset", "statefulsets", "rs", "replicaset", "replicasets", "all"), "workload"
    ),
    **dict.fromkeys(("ev", "event", "events"), "event"),
    **dict.fromkeys(("cm", "configmap", "configmaps"), "configmap"),
}
_GET = {
    "pod": Kind.POD_TABLE,
    "node": Kind.NODE_TABLE,
    "workload": Kind.WORKLOAD_TABLE,
    "event": Kind.EVENT_TABLE,
}
_DESCRIBE = {"pod": Kind.POD_DESCRIBE, "node": Kind.NODE_DESCRIBE}


def _options(words: Sequence[str], follow: bool) -> tuple[dict[str, str], list[str], list[str]]:
    """Options with their values, the other words, and what follows `--`."""
    options: dict[str, str] = {}
    others: list[str] = []
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if word == "--":
            return options, others, rest
        if word.startswith(">"):
            break
        if not word.startswith("-") or word == "-":
            others.append(word)
        elif "=" in word:
            name, _, value = word.partition("=")
            options[name] = value.strip("\"'")
        elif word in _FLAGS_WITH_VALUE or (word == "-f" and not follow):
            options[word] = rest.pop(0).strip("\"'") if rest else ""
        elif re.fullmatch(r"-[nclo][\w.-]+", word):
            options[word[:2]] = word[2:]
        else:
            options[word] = ""
    return options, others, []


def _kubectl(base: Command, words: Sequence[str]) -> Command:
    is_log = any(word in ("logs", "log") for word in words[:8])
    options, others, inner = _options(words, follow=is_log)
    namespace = options.get("-n", options.get("--namespace", ""))
    base = replace(base, namespace=namespace if re.fullmatch(r"[a-z0-9-]*", namespace) else "")
    if not others:
        return base
    verb, rest = others[0], others[1:]
    if verb in ("logs", "log"):
        return _kubectl_logs(base, options, rest)
    if verb == "exec":
        return _kubectl_exec(base, options, rest, inner)
    if verb == "get":
        return _kubectl_get(base, options, rest)
    if verb in ("describe", "desc"):
        return _kubectl_describe(base, rest)
    if verb == "version":
        return replace(base, kind=Kind.VERSIONS)
    if verb == "events":
        return replace(base, kind=Kind.EVENT_TABLE)
    if verb == "top":
        return replace(base, kind=Kind.OTHER_TABLE)
    return replace(base, whole=False)


def _kubectl_logs(base: Command, options: Mapping[str, str], rest: Sequence[str]) -> Command:
    target = rest[0] if rest else ""
    pod = (
        target.rsplit("/", 1)[-1]
        if target.startswith(("pod/", "pods/", "po/")) or "/" not in target
        else ""
    )
    owner = target.rsplit("/", 1)[-1] or options.get("-l", options.get("--selector", ""))
    container = options.get("-c", options.get("--container", ""))
    if len(rest) > 1 and not container and re.fullmatch(r"[a-z][a-z0-9-]*", rest[1]):
        container = rest[1]
    cut = ("--tail", "--since", "--since-time", "--limit-bytes", "-l", "--selector")
    base = replace(
        base,
        whole=not any(name in options for name in cut) or options.get("--tail") == "-1",
        previous="-p" in options or "--previous" in options,
        pod=_pod_name(pod),
    )
    if component_of(owner) == "calico-node" or (not owner and container == "calico-node"):
        if not container and "--all-containers" not in options:
            container = "calico-node"
        return replace(base, kind=Kind.CALICO_LOG, container=container)
    if container in (
        "upgrade-ipam",
        "install-cni",
        "flexvol-driver",
        "calico-node",
        "mount-bpffs",
        "ebpf-bootstrap",
    ):
        return replace(base, kind=Kind.CALICO_LOG, container=container)
    return replace(base, kind=Kind.OTHER_LOG, container=container or component_of(owner))


_COMPONENTS = (
    "calico-kube-controllers",
    "calico-apiserver",
    "calico-typha",
    "calico-node",
    "tigera-operator",
    "kube-proxy",
    "kube-apiserver",
    "kube-controller-manager",
    "kube-scheduler",
    "canal",
    "coredns",
    "etcd",
)


def component_of(name: str) -> str:
    """The program that a pod of that name runs; empty: none that matters here."""
    name = name.strip("<>{}$\"'").lower()
    for component in _COMPONENTS:
        if component in name:
            return component
    return "calico-node" if re.fullmatch(r"calico-?(?:node)?-?x{2,}", name) else ""


def _is_object_name(text: str) -> bool:
    return re.fullmatch(r"[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?", text) is not None


def _pod_name(text: str) -> str:
    """The pod that is meant, also where its author masked it; empty: the words name none."""
    text = with_small_mask(text)
    return text if _is_object_name(text) or is_masked(text) else ""


def _kubectl_exec(
    base: Command, options: Mapping[str, str], rest: Sequence[str], inner: list[str]
) -> Command:
    """What ran inside a pod; calico-node's pods see their host's network."""
    if not rest:
        return replace(base, whole=False)
    target = rest[0].rsplit("/", 1)[-1]
    inner = " ".join(inner or list(rest[1:])).split()
    if len(inner) > 2 and inner[0].rsplit("/", 1)[-1] in ("sh", "bash") and inner[1] == "-c":
        inner = " ".join(inner[2:]).strip("\"'").split()
    shown = _first_stage(base.text, inner) if inner else base
    on_host = component_of(target) in ("calico-node", "kube-proxy")
    if shown.host_command and not on_host:
        shown = replace(shown, kind=None)
    return replace(
        shown,
        namespace=base.namespace,
        pod=_pod_name(target),
        container=options.get("-c", ""),
        host_command=False,
    )


def _kubectl_get(base: Command, options: Mapping[str, str], rest: Sequence[str]) -> Command:
    if not rest:
        return replace(base, kind=Kind.OBJECTS, whole=False) if "-f" in options else base
    kinds = [part.split("/", 1)[0].lower() for part in rest[0].split(",")]
    kind = _RESOURCES.get(kinds[0], "")
    names = [part.split("/", 1)[1] for part in rest if "/" in part] or list(rest[1:])
    output = options.get("-o", options.get("--output", ""))
    whole = "--field-selector" not in options and not (names and kind in ("pod", "node"))
    base = replace(base, whole=whole)
    if kind == "pod" and names:
        base = replace(base, pod=_pod_name(names[0]))
    if kind == "node" and names and _is_object_name(names[0]):
        base = replace(base, node=names[0])
    if output in ("yaml", "json", "jsonyaml"):
        is_kubeadm = kind == "configmap" and any("kubeadm" in name for name in names)
        return replace(base, kind=Kind.KUBEADM_CONFIG if is_kubeadm else Kind.OBJECTS, whole=True)
    if output and output != "wide":
        return replace(base, whole=False)
    if len(kinds) > 1 or "-w" in options:
        # Several tables, or one that grows while it is watched: the content tells.
        return replace(base, kind=_GET.get(kind) if "-w" in options else None, whole=False)
    return replace(base, kind=_GET.get(kind, Kind.OTHER_TABLE))


def _kubectl_describe(base: Command, rest: Sequence[str]) -> Command:
    if not rest:
        return base
    word, _, inline = rest[0].partition("/")
    named = inline or (rest[1] if len(rest) > 1 else "")
    name = named if _is_object_name(named) else ""
    kind = _RESOURCES.get(word.lower(), "")
    if kind == "pod":
        return replace(base, kind=Kind.POD_DESCRIBE, pod=_pod_name(named))
    if kind == "node":
        return replace(base, kind=Kind.NODE_DESCRIBE, node=name)
    if kind == "workload" and word.lower().startswith(("ds", "daemonset")):
        return replace(base, kind=Kind.DAEMONSET_DESCRIBE)
    return replace(base, kind=Kind.OTHER_DESCRIBE)


def _calicoctl(base: Command, words: Sequence[str]) -> Command:
    options, others, _ = _options(words, follow=False)
    if others[:2] == ["node", "status"]:
        return replace(base, kind=Kind.BGP_STATUS, host_command=True)
    if others[:1] == ["get"]:
        output = options.get("-o", options.get("--output", ""))
        return replace(base, kind=Kind.OBJECTS if output in ("yaml", "json") else Kind.OTHER_TABLE)
    if others[:1] == ["version"]:
        return replace(base, kind=Kind.VERSIONS)
    return base


def _runtime(base: Command, words: Sequence[str]) -> Command:
    options, others, _ = _options(words, follow=True)
    base = replace(base, host_command=True)
    verb = others[0] if others else ""
    if verb == "container" and len(others) > 1:
        others = others[1:]
        verb = others[0]
    if verb == "logs":
        cut = any(name in options for name in ("--tail", "-n", "--since"))
        name = others[1] if len(others) > 1 else ""
        is_other = component_of(name) not in ("", "calico-node")
        kind = Kind.OTHER_LOG if is_other else Kind.CALICO_LOG
        return replace(base, kind=kind, whole=not cut, container=component_of(name))
    if verb in ("ps", "pods", "c", "containers", "ls"):
        return replace(base, kind=Kind.CONTAINER_LIST, whole="--name" not in options)
    if verb == "info":
        return replace(base, kind=Kind.DOCKER_CONFIG if base.program == "docker" else None)
    if verb == "version" or "--version" in options or "-v" in options:
        return replace(base, kind=Kind.VERSIONS)
    if verb in ("exec", "run"):
        return replace(base, whole=False, host_command=False)
    return replace(base, whole=False)


# Host commands


_SIMPLE: Mapping[str, Kind] = {
    "env": Kind.HOST_FILE,
    "ifconfig": Kind.IP_ADDR,
    "route": Kind.IP_ROUTE,
    "brctl": Kind.BRIDGES,
    "bridge": Kind.BRIDGES,
    "uptime": Kind.LOAD,
    "w": Kind.LOAD,
    "top": Kind.LOAD,
    "nproc": Kind.CPU_COUNT,
    "lscpu": Kind.CPU_COUNT,
    "free": Kind.MEMORY,
    "vmstat": Kind.MEMORY,
    "df": Kind.DISKS,
    "lsmod": Kind.MODULES,
    "sysctl": Kind.SYSCTL,
    "ss": Kind.SOCKETS,
    "netstat": Kind.SOCKETS,
    "lsof": Kind.SOCKETS,
    "uname": Kind.KERNEL,
    "dmesg": Kind.KERNEL_LOG,
    "systemctl": Kind.UNITS,
    "service": Kind.UNITS,
    "birdcl": Kind.BGP_STATUS,
    "birdcl6": Kind.BGP_STATUS,
    "curl": Kind.API_CURL,
    "wget": Kind.API_CURL,
    "telnet": Kind.API_CURL,
    "nc": Kind.API_CURL,
    "ncat": Kind.API_CURL,
    "ls": Kind.HOST_FILE,
    "ll": Kind.HOST_FILE,
    "stat": Kind.HOST_FILE,
    "find": Kind.HOST_FILE,
    "hostname": Kind.HOST_FILE,
    "ethtool": Kind.HOST_FILE,
    "networkctl": Kind.HOST_FILE,
    "nstat": Kind.HOST_FILE,
    "tcpdump": Kind.HOST_FILE,
    "iptables": Kind.HOST_FILE,
    "iptables-save": Kind.HOST_FILE,
    "iptables-legacy": Kind.HOST_FILE,
    "iptables-legacy-save": Kind.HOST_FILE,
    "iptables-nft": Kind.HOST_FILE,
    "iptables-nft-save": Kind.HOST_FILE,
    "ipvsadm": Kind.HOST_FILE,
    "lsb_release": Kind.OS_RELEASE,
}
_CNI_LOG = r"/var/log/calico/cni/"
"""What the CNI plugin says on behalf of other pods; in its words it resembles upgrade-ipam."""
_FILES: tuple[tuple[str, Kind], ...] = (
    (r"containerd/.*\.toml|containerd.*config", Kind.CONTAINERD_CONFIG),
    (r"docker/daemon\.json", Kind.DOCKER_CONFIG),
    (
        r"kubelet/config\.ya?ml|kubelet-config|kubelet\.ya?ml|kubeadm-flags\.env|10-kubeadm\.conf",
        Kind.KUBELET_CONFIG,
    ),
    (r"kubeadm[\w.-]*\.(?:ya?ml|conf)$", Kind.KUBEADM_CONFIG),
    (r"^/proc/loadavg", Kind.LOAD),
    (r"^/proc/cpuinfo", Kind.CPU_COUNT),
    (r"^/proc/meminfo", Kind.MEMORY),
    (r"^/proc/[^/]+/cgroup", Kind.CGROUP_PATHS),
    (r"^/proc/modules", Kind.MODULES),
    (r"^/proc/sys/|sysctl", Kind.SYSCTL),
    (r"^/proc/version", Kind.KERNEL),
    (r"cpu\.stat$", Kind.CPU_STAT),
    (r"/etc/(?:os|redhat|centos|system)-release|/etc/issue", Kind.OS_RELEASE),
    (_CNI_LOG, Kind.OTHER_LOG),
    (
        r"/var/log/calico/|calico-node[^/]*\.log|/pods/[^ ]*calico-node|bird\.cfg\.log",
        Kind.CALICO_LOG,
    ),
    (r"/var/log/(?:containers|pods)/", Kind.OTHER_LOG),
    (r"/var/log/(?:messages|syslog)", Kind.SYSTEM_JOURNAL),
    (r"/var/log/(?:kern|dmesg)", Kind.KERNEL_LOG),
    (r"kubelet[\w.-]*\.log", Kind.KUBELET_JOURNAL),
    (r"\.log$", Kind.OTHER_LOG),
)
_READERS = frozenset(
    [
        "cat",
        "tail",
        "head",
        "grep",
        "egrep",
        "zgrep",
        "zcat",
        "less",
        "more",
        "sed",
        "awk",
        "rg",
        "nl",
        "tac",
    ]
)
_RUNTIME_UNITS = re.compile(
    r"^(?:docker|containerd|crio|cri-o|dockerd|cri-docker\w*)(?:\.service)?$"
)


def _host(base: Command, words: Sequence[str]) -> Command:
    base = replace(base, host_command=True)
    program = base.program
    if program in _READERS:
        return _reads_file(base, words)
    if program == "ip":
        return _ip(base, words)
    if program == "journalctl":
        return _journal(base, words)
    if program in ("containerd", "kubelet", "kubeadm", "runc", "helm", "dockerd") and re.search(
        r"(?:^|\s)(?:-{0,2}version|-v)\b", " ".join(words)
    ):
        return replace(base, kind=Kind.VERSIONS)
    if program == "containerd" and "config" in words:
        return replace(base, kind=Kind.CONTAINERD_CONFIG)
    if program == "systemctl":
        shows = bool(words) and words[0] in ("status", "show", "list-units", "is-active")
        return replace(base, kind=Kind.UNITS if shows else None)
    if program in ("kubectl", "helm", "kubeadm", "cd", "export", "echo", "vim", "vi"):
        return replace(base, host_command=False, whole=False)
    kind = _SIMPLE.get(program)
    named = [word for word in words if not word.startswith("-")]
    partial = (kind in _OF_ONE and bool(named)) or (kind is Kind.BRIDGES and len(named) > 1)
    return replace(base, kind=kind, whole=kind is not None and not partial)


_OF_ONE = frozenset({Kind.IP_ADDR, Kind.SYSCTL, Kind.DISKS})
"""What shows only what is asked for by name."""


def _ip(base: Command, words: Sequence[str]) -> Command:
    rest = [word for word in words if not word.startswith("-")]
    if not rest:
        return base
    what, more = (
        rest[0],
        [word for word in rest[1:] if word not in ("s", "sh", "show", "list", "ls", "dev")],
    )
    if "address".startswith(what):
        return replace(base, kind=Kind.IP_ADDR, whole=not more)
    if "link".startswith(what):
        kind = Kind.BRIDGES if more[:2] == ["type", "bridge"] else Kind.IP_LINK
        return replace(base, kind=kind, whole=not more or kind is Kind.BRIDGES)
    if "route".startswith(what):
        return replace(base, kind=Kind.IP_ROUTE, whole=not more)
    return base


def _journal(base: Command, words: Sequence[str]) -> Command:
    joined = " ".join(words)
    units = re.findall(r"(?:-[a-z]*u|--unit)[ =]?([\w@.-]+)", joined)
    cut = re.search(
        r"(?:^|\s)(?:-n|--lines|--since|-S|--until|--grep|-g|--follow|-[a-z]*[ef][a-z]*)\b", joined
    )
    base = replace(base, whole=cut is None)
    if "-k" in words or "--dmesg" in words:
        return replace(base, kind=Kind.KERNEL_LOG)
    if units and all(unit.startswith("kubelet") for unit in units):
        return replace(base, kind=Kind.KUBELET_JOURNAL)
    if units and all(_RUNTIME_UNITS.match(unit) for unit in units):
        return replace(base, kind=Kind.RUNTIME_JOURNAL)
    return replace(base, kind=Kind.SYSTEM_JOURNAL)


def _reads_file(base: Command, words: Sequence[str]) -> Command:
    whole = base.program in ("cat", "less", "more", "nl", "tac", "zcat")
    files = [word for word in words if not word.startswith("-") and re.search(r"[/.]", word)]
    pattern = ""
    if "grep" in base.program or base.program == "rg":
        pattern = _grep_pattern(words[:1] if words and not words[0].startswith("-") else words)
        others = [word for word in words if not word.startswith("-") and not word.isdigit()]
        files = [word for word in others[1:] if "/" in word or "." in word] or files[-1:]
        pattern = others[0].strip("\"'") if others else pattern
    base = replace(base, whole=whole, pattern=pattern)
    if not files:
        return base
    for wanted, kind in _FILES:
        if re.search(wanted, files[-1]) or re.search(wanted, " ".join(words)):
            name = files[-1].rsplit("/", 1)[-1]
            component = "cni-plugin" if wanted is _CNI_LOG else component_of(name)
            return replace(base, kind=kind, container=component if kind is Kind.OTHER_LOG else "")
    return replace(base, kind=Kind.HOST_FILE)
