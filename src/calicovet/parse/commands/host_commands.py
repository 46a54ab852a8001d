"""Which evidence each command typed on a host prints."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from calicovet.model.evidence import EvidenceKind as Kind
from calicovet.parse.commands.command import Command


def grep_pattern(words: Sequence[str]) -> str:
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


# Host commands


_SIMPLE: Mapping[str, Kind] = {program: kind for kind in Kind for program in kind.row.programs}
_CNI_LOG = "/var/log/calico/cni/"
"""What the CNI plugin says on behalf of other pods; in its words it resembles upgrade-ipam."""
_LOGS = (Kind.CALICO_LOG, Kind.OTHER_LOG)
_FILES: tuple[tuple[str, Kind], ...] = (
    *((kind.row.files, kind) for kind in Kind if kind.row.files),
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


def read_host_command(base: Command, words: Sequence[str]) -> Command:
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
        pattern = grep_pattern(words[:1] if words and not words[0].startswith("-") else words)
        others = [word for word in words if not word.startswith("-") and not word.isdigit()]
        files = [word for word in others[1:] if "/" in word or "." in word] or files[-1:]
        pattern = others[0].strip("\"'") if others else pattern
    base = replace(base, whole=whole, pattern=pattern)
    if not files:
        return base
    text = " ".join(words)
    for wanted, kind in _FILES:
        if re.search(wanted, files[-1]) or re.search(wanted, text):
            if kind in _LOGS and _CNI_LOG in text:
                return replace(base, kind=Kind.OTHER_LOG, container="cni-plugin")
            component = component_of(files[-1].rsplit("/", 1)[-1])
            return replace(base, kind=kind, container=component if kind is Kind.OTHER_LOG else "")
    return replace(base, kind=Kind.HOST_FILE)
