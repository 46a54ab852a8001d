"""One host in the layout of sosreport; the first one also holds what its kubectl printed.

hostname  etc/…  proc/…  sos_commands/PLUGIN/COMMAND
sos_commands/kubernetes/cluster-info/NAMESPACE/…  …/NAMESPACE/podlogs/POD/…
"""

import re
from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path

from calicovet.world.redaction.redact import redact_text
from gym.cluster import Cluster
from gym.daemon import Daemon
from gym.healthy.kubectl_output import logs, namespaces
from gym.node import Node

_COMMANDS = (
    ("host", "hostname"),
    ("host", "uptime"),
    ("networking", "ip -o addr"),
    ("networking", "ip -d address"),
    ("networking", "ip -s -d link"),
    ("networking", "ip route show table all"),
    ("networking", "ss -peaonmi"),
    ("firewall_tables", "iptables -t filter -nvL"),
    ("firewall_tables", "iptables -t nat -nvL"),
    ("memory", "free"),
    ("memory", "free -m"),
    ("filesys", "df -al -x autofs"),
    ("filesys", "df -ali -x autofs"),
    ("kernel", "uname -a"),
    ("kernel", "lsmod"),
    ("kernel", "sysctl -a"),
    ("containerd", "containerd config dump"),
)
"""Of what sosreport runs, the commands about the network, the kernel and the runtime, by plugin."""
_COPIED = (
    "/etc/hostname",
    "/etc/hosts",
    "/etc/os-release",
    "/etc/resolv.conf",
    "/etc/containerd/config.toml",
    "/etc/cni/net.d/10-calico.conflist",
    "/var/lib/kubelet/config.yaml",
    "/proc/loadavg",
    "/proc/meminfo",
)
_RESOURCES = (
    "events",
    "deployments",
    "pods",
    "services",
    "daemonsets",
    "replicasets",
    "endpoints",
    "configmaps",
)
_KUBECTL = "kubectl --kubeconfig=/etc/kubernetes/admin.conf"
_INFO = "sos_commands/kubernetes/cluster-info"
_LONGEST_NAME = 255
_KLOG = re.compile(r"[IWEF](?P<month>\d\d)(?P<day>\d\d) (?P<time>\d\d:\d\d:\d\d)\.")
_LOGRUS = re.compile(r'time="(?P<time>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)')


def write_host_reports(cluster: Cluster, folder: Path) -> None:
    """Writes a folder for each host."""
    first = cluster.nodes[0]
    today = datetime.now().strftime("%Y-%m-%d")
    for number, node in enumerate(cluster.nodes):
        # The last part is drawn by chance.
        own = folder / f"sosreport-{node.name}-{today}-{'abc'[number] * 7}"
        _write(own, _host_files(node))
    _write(folder / f"sosreport-{first.name}-{today}-aaaaaaa", _cluster_files(cluster))


def journal(node: Node, daemon: Daemon) -> str:
    """The log of a daemon as journalctl prints it."""
    lines = daemon.log.read_text(encoding="utf-8", errors="replace").splitlines()
    return "".join(journal_lines(lines, f"{node.name} {daemon.name}[812]:"))


def _write(folder: Path, files: Iterable[tuple[str, str]]) -> None:
    for path, text in files:
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(redact_text(text), encoding="utf-8")


def _host_files(node: Node) -> Iterator[tuple[str, str]]:
    yield "version.txt", "sosreport: 4.8.0\n"
    for path in _COPIED:
        if text := node.read(path):
            yield path.removeprefix("/"), text
    for plugin, command in _COMMANDS:
        done = node.run(*command.split())
        yield f"sos_commands/{plugin}/{file_name(command)}", f"{done.stdout}{done.stderr}"
    for plugin, daemon in (("kubernetes", node.kubelet), ("containerd", node.containerd)):
        command = f"journalctl --no-pager --unit {daemon.name}"
        yield f"sos_commands/{plugin}/{file_name(command)}", journal(node, daemon)


def _cluster_files(cluster: Cluster) -> Iterator[tuple[str, str]]:
    for command in ("get nodes", "get -o json nodes", "get namespaces"):
        yield _named(_INFO, command), cluster.kubectl(*command.split())
    for namespace in namespaces(cluster):
        for resource in _RESOURCES:
            command = f"get -o json --namespace={namespace} {resource}"
            yield _named(f"{_INFO}/{namespace}", command), cluster.kubectl(*command.split())
    for log in logs(cluster):
        # sosreport does not ask for previous logs.
        if not log.previous:
            command = f"--namespace={log.namespace} logs {log.pod} -c {log.container}"
            yield _named(f"{_INFO}/{log.namespace}/podlogs/{log.pod}", command), log.text


def _named(folder: str, command: str) -> str:
    return f"{folder}/{file_name(f'{_KUBECTL} {command}')}"


def file_name(command: str) -> str:
    """The name that sosreport gives to the output of a command."""
    named = re.sub(r"[^\w\-./]+", "_", command).replace("/", ".").strip(" ._-")
    return named[:_LONGEST_NAME]


def journal_lines(lines: Iterable[str], unit: str) -> Iterator[str]:
    """Lines of klog or logrus with the journal's time and the unit in front."""
    stamp = ""
    for line in lines:
        stamp = _stamp(line) or stamp
        if stamp:
            yield f"{stamp} {unit} {line}\n"


def _stamp(line: str) -> str:
    """The journal's time of a line that begins with a time of its program's form."""
    if found := _KLOG.match(line):
        day = datetime(2000, int(found["month"]), int(found["day"]))
        return f"{day:%b %d} {found['time']}"
    if found := _LOGRUS.match(line):
        return f"{datetime.fromisoformat(found['time']):%b %d %H:%M:%S}"
    return ""
