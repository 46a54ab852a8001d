"""The ways to a host, against a real sshd, a real API server and the real kubectl."""

import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from calicovet.world.runners.debug_pod_manifest import LABELS, SELECTOR
from lab import cache
from lab.client import Client
from lab.control_plane import ControlPlane
from lab.namespace import Namespace, network_namespace
from lab.objects import Object
from lab.patience import Patience
from lab.processes import Process, running
from tests.live.cluster import Cluster

_NAMESPACE = "calico-system"
_PODS = f"/api/v1/namespaces/{_NAMESPACE}/pods"
_SSH = "root@{address}"
_CAUSE = "ip-wrong-bridge"
_UNPACKED = ("openssh-server", "libwrap0")


# A sick node whose cause only the host shows: which link has the address that calico-node took.


def _node(name: str, address: str, stored: str) -> Object:
    return {
        "apiVersion": "v1",
        "kind": "Node",
        "metadata": {
            "name": name,
            "labels": {"kubernetes.io/os": "linux"},
            "annotations": {"projectcalico.org/IPv4Address": stored},
        },
        "status": {
            "addresses": [{"type": "InternalIP", "address": address}],
            "conditions": [{"type": "Ready", "status": "True"}],
            "daemonEndpoints": {"kubeletEndpoint": {"Port": 10250}},
        },
    }


_CONTAINER = {"name": "calico-node", "image": "docker.io/calico/node:v3.28.5"}
_LABELS = {"k8s-app": "calico-node"}


def _pod(name: str, node: str, address: str, *, well: bool) -> Object:
    began = "2026-11-16T07:00:00Z"
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {
            "name": name,
            "namespace": _NAMESPACE,
            "labels": _LABELS,
            "creationTimestamp": began,
        },
        "spec": {"nodeName": node, "hostNetwork": True, "containers": [_CONTAINER]},
        "status": {
            "phase": "Running",
            "hostIP": address,
            "podIP": address,
            "startTime": began,
            "conditions": [{"type": "Ready", "status": str(well)}],
            "containerStatuses": [
                {
                    **_CONTAINER,
                    "imageID": "",
                    "ready": well,
                    "restartCount": 0,
                    "state": {"running": {"startedAt": began}},
                }
            ],
        },
    }


def _daemonset() -> Object:
    return {
        "apiVersion": "apps/v1",
        "kind": "DaemonSet",
        "metadata": {"name": "calico-node", "namespace": _NAMESPACE},
        "spec": {
            "selector": {"matchLabels": _LABELS},
            "template": {"metadata": {"labels": _LABELS}, "spec": {"containers": [_CONTAINER]}},
        },
        "status": {
            "currentNumberScheduled": 2,
            "desiredNumberScheduled": 2,
            "numberMisscheduled": 0,
            "numberReady": 1,
        },
    }


def _two_nodes(first: str, second: str) -> list[Object]:
    """node-2 took the address of nerdctl's bridge."""
    return [
        _daemonset(),
        _node("node-1", first, f"{first}/24"),
        _node("node-2", second, "10.4.0.1/24"),
        _pod("calico-node-aaaa1", "node-1", first, well=True),
        _pod("calico-node-aaaa2", "node-2", second, well=False),
    ]


# What calicovet says.


def _json(done: "subprocess.CompletedProcess[str]") -> dict[str, Any]:
    assert done.stdout, done.stderr
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def _verdict(told: Mapping[str, Any]) -> str:
    causes = {cause["name"]: cause["verdict"] for cause in told["summary"]["causes"]}
    return str(causes.get(_CAUSE, ""))


def _gap_of(told: Mapping[str, Any], node: str = "node-2") -> dict[str, Any]:
    """The one gap about the node's host."""
    found: list[dict[str, Any]] = [
        gap for gap in told["gaps"] if not gap["wanted"].startswith("the log")
    ]
    about = [gap for gap in found if node in json.dumps(gap)]
    assert len(about) == 1, told["gaps"]
    return about[0]


# ssh


def _sshd() -> Path:
    """sshd of the machine, or one unpacked into the lab's cache: nothing is installed or started."""
    if (installed := shutil.which("sshd", path="/usr/sbin:/usr/local/sbin")) is not None:
        return Path(installed)
    folder = cache.folder() / "openssh"
    found = folder / "usr" / "sbin" / "sshd"
    if not found.exists():
        folder.mkdir(parents=True, exist_ok=True)
        for line in (
            ["apt-get", "download", *_UNPACKED],
            ["sh", "-c", "for d in *.deb; do dpkg -x $d .; done"],
        ):
            if shutil.which(line[0]):
                subprocess.run(line, cwd=folder, capture_output=True, check=False, timeout=120)
    if not found.exists():
        reason = "sshd is not installed: apt-get install openssh-server"
        sys.stderr.write(f"\n!!! TESTS OVER SSH ARE SKIPPED: {reason}\n")
        pytest.skip(reason)
    return found


class Hosts:
    """Two network namespaces with a real sshd each, and the ssh of a user who may go there."""

    def __init__(self, control_plane: ControlPlane, folder: Path) -> None:
        self.control_plane = control_plane
        self.folder = folder
        self.servers: dict[str, Process] = {}
        self.addresses = {"node-1": "172.31.0.11", "node-2": "172.31.0.12"}
        self.known = folder / "known_hosts"
        self.config = folder / "config"
        for name in ("user", "node-1", "node-2", "stranger"):
            line = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(folder / name)]
            subprocess.run(line, check=True)
        self.trust({name: name for name in self.addresses})
        self.log_in_as("user")
        ssh = folder / "bin" / "ssh"
        ssh.parent.mkdir()
        ssh.write_text(f'#!/bin/sh\nexec {shutil.which("ssh")} -F {self.config} "$@"\n')
        ssh.chmod(0o755)

    def trust(self, keys: Mapping[str, str]) -> None:
        """The user knows each node by the key of that name."""
        lines = [
            f"{self.addresses[node]} {(self.folder / f'{key}.pub').read_text()}"
            for node, key in keys.items()
        ]
        self.known.write_text("".join(lines))

    def log_in_as(self, key: str) -> None:
        self.config.write_text(
            f"UserKnownHostsFile {self.known}\nGlobalKnownHostsFile /dev/null\n"
            f"IdentityFile {self.folder / key}\nIdentitiesOnly yes\nIdentityAgent none\n"
        )

    @contextmanager
    def serving(self, sshd: Path) -> Iterator[None]:
        with ExitStack() as stack:
            for name, address in self.addresses.items():
                host = stack.enter_context(network_namespace(f"ssh-{name}"))
                self.control_plane.join(host, address)
                # As on every node: calico-node itself sees to it.
                subprocess.run(host.line("sysctl", "-qw", "net.ipv4.ip_forward=1"), check=True)
                if name == "node-2":
                    host.ip("link", "add", "nerdctl0", "type", "bridge")
                    host.ip("address", "add", "10.4.0.1/24", "dev", "nerdctl0")
                    host.ip("link", "set", "nerdctl0", "up")
                line = self._line(sshd, host, name)
                log = self.folder / f"{name}.log"
                self.servers[name] = stack.enter_context(running(f"sshd {name}", line, log))
            for name, address in self.addresses.items():
                patience = Patience(10, f"sshd of {name} listens")
                probe = f"exec 3<>/dev/tcp/{address}/22"
                while self.control_plane.run("bash", "-c", probe).returncode:
                    self.servers[name].need_alive()
                    patience.wait()
            yield

    def _line(self, sshd: Path, host: Namespace, name: str) -> tuple[str, ...]:
        config = self.folder / f"sshd-{name}"
        authorized = self.folder / "user.pub"
        config.write_text(
            f"ListenAddress {self.addresses[name]}\nHostKey {self.folder / name}\nPidFile none\n"
            f"AuthorizedKeysFile {authorized}\nStrictModes no\nPermitRootLogin prohibit-password\n"
            "PasswordAuthentication no\nKbdInteractiveAuthentication no\nUsePAM no\n"
        )
        passwd = self.folder / "passwd"
        kept = Path("/etc/passwd").read_text()
        lonely = "" if "\nsshd:" in kept else "sshd:x:65533:65534::/run/sshd:/usr/sbin/nologin\n"
        passwd.write_text(kept + lonely)
        libraries = sshd.parents[1] / "lib"
        start = (
            f"mount --bind {passwd} /etc/passwd && mount -t tmpfs none /run && mkdir -m 755 /run/sshd "
            f"&& exec {sshd} -D -e -f {config}"
        )
        # A separate PID namespace: the node does not see the other processes of this machine.
        apart = ("unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc")
        found = ":".join(str(path) for path in libraries.glob("*-linux-gnu"))
        own = ("env", f"LD_LIBRARY_PATH={found}") if cache.folder() in sshd.parents else ()
        return host.line(*apart, *own, "sh", "-c", start)

    def diagnose(self, *words: str) -> dict[str, Any]:
        return _json(self.run("calicovet", "-o", "json", *words))

    def run(self, *line: str) -> "subprocess.CompletedProcess[str]":
        return self.control_plane.run(*line, environment={"PATH": self.path})

    @property
    def path(self) -> str:
        own = (self.folder / "bin", Path(sys.executable).parent, cache.need("kubectl").parent)
        return os.pathsep.join((*map(str, own), os.environ["PATH"]))


@pytest.fixture(scope="module")
def served(
    control_plane: ControlPlane, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Hosts]:
    if shutil.which("ssh") is None:
        pytest.skip("ssh is not installed: apt-get install openssh-client")
    hosts = Hosts(control_plane, tmp_path_factory.mktemp("ssh"))
    with hosts.serving(_sshd()):
        yield hosts


@pytest.fixture
def hosts(served: Hosts, cluster: Cluster) -> Iterator[Hosts]:
    """The two hosts, in a cluster that knows them."""
    cluster.load(_two_nodes(*served.addresses.values()))
    yield served
    served.trust({name: name for name in served.addresses})
    served.log_in_as("user")


def test_over_ssh_what_was_likely_is_proven(hosts: Hosts) -> None:
    assert _verdict(hosts.diagnose("--no-node-proxy")) == "likely"
    told = hosts.diagnose("--no-node-proxy", "--ssh", _SSH)
    assert _verdict(told) == "proven"
    assert [gap for gap in told["gaps"] if "host-facts" in gap["how_to_close"]] == []
    finding = next(
        each
        for node in told["nodes"]
        for each in node["findings"]
        if each["name"] == _CAUSE and each["verdict"] == "proven"
    )
    shown = [each for each in finding["evidence"] if "nerdctl0" in each["excerpt"]]
    assert {each["taken_by"] for each in shown} & {"ip -d link", "ip addr"}


def test_by_name_ssh_goes_where_the_users_own_configuration_says(hosts: Hosts) -> None:
    with hosts.config.open("a") as config:
        for name, address in hosts.addresses.items():
            config.write(f"Host {name}\n  HostName {address}\n  User root\n")
    assert _verdict(hosts.diagnose("--no-node-proxy", "--ssh")) == "proven"


def test_a_host_key_that_changed_is_reported_and_prevents_the_login(hosts: Hosts) -> None:
    hosts.trust({"node-1": "node-1", "node-2": "stranger"})
    told = hosts.diagnose("--no-node-proxy", "--ssh", _SSH)
    gap = _gap_of(told)
    assert gap["reason"] == "not-configured"
    assert "Host key for 172.31.0.12 has changed" in gap["wanted"]
    assert "ssh-keygen -R 172.31.0.12 && ssh root@172.31.0.12 true" in gap["how_to_close"]
    assert _verdict(told) == "likely"


def test_a_host_that_was_never_visited_is_not_trusted_at_first_sight(hosts: Hosts) -> None:
    hosts.trust({"node-1": "node-1"})
    gap = _gap_of(hosts.diagnose("--no-node-proxy", "--ssh", _SSH))
    assert (gap["reason"], gap["how_to_close"]) == ("not-configured", "ssh root@172.31.0.12 true")


def test_who_may_not_log_in_is_told_so(hosts: Hosts) -> None:
    hosts.log_in_as("stranger")
    gap = _gap_of(hosts.diagnose("--no-node-proxy", "--ssh", _SSH))
    assert gap["reason"] == "forbidden"
    assert "Permission denied (publickey)" in gap["wanted"]


def test_a_host_that_takes_the_call_and_says_nothing_is_given_up(hosts: Hosts) -> None:
    hosts.servers["node-2"].send(signal.SIGSTOP)
    try:
        began = time.monotonic()
        told = hosts.diagnose("--no-node-proxy", "--ssh", _SSH)
    finally:
        hosts.servers["node-2"].send(signal.SIGCONT)
    assert time.monotonic() - began < 25
    assert _gap_of(told)["reason"] == "timed-out"
    assert _verdict(told) == "likely"


def test_a_host_that_refuses_the_connection_is_reported_as_unreachable(hosts: Hosts) -> None:
    with hosts.config.open("a") as config:
        config.write("Host 172.31.0.12\n  Port 2222\n")
    gap = _gap_of(hosts.diagnose("--no-node-proxy", "--ssh", _SSH))
    assert gap["reason"] == "unreachable" and "refused" in gap["wanted"]


def test_one_host_for_all_nodes_is_wrong_usage(hosts: Hosts) -> None:
    assert hosts.run("calicovet", "--ssh", "root@172.31.0.12").returncode == 2


# The debug pod


_SHOWN = """\
# calicovet host-script, node node-2, 2026-11-16T08:00:00Z
```
[root@node-2 ~]# ip addr
1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN group default qlen 1000
    link/loopback 00:00:00:00:00:00 brd 00:00:00:00:00:00
    inet 127.0.0.1/8 scope host lo
       valid_lft forever preferred_lft forever
2: eth0@if3: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc noqueue state UP group default qlen 1000
    link/ether 9e:4e:a3:28:d0:6b brd ff:ff:ff:ff:ff:ff link-netnsid 0
    inet 172.31.1.2/24 scope global eth0
       valid_lft forever preferred_lft forever
3: nerdctl0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc noqueue state UP group default qlen 1000
    link/ether e2:d0:05:d5:72:24 brd ff:ff:ff:ff:ff:ff
    inet 10.4.0.1/24 scope global nerdctl0
       valid_lft forever preferred_lft forever
[root@node-2 ~]# ip -d link
3: nerdctl0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc noqueue state UP mode DEFAULT group default qlen 1000
    link/ether e2:d0:05:d5:72:24 brd ff:ff:ff:ff:ff:ff promiscuity 0 minmtu 68 maxmtu 65535
    bridge forward_delay 1500 hello_time 200 max_age 2000 ageing_time 30000 stp_state 0 priority 32768
[root@node-2 ~]# exit
```
"""


class Kubelet:
    """Does to debug pods what a kubelet would: they run, their log is there, they end."""

    def __init__(self, cluster: Cluster, does: Callable[["Kubelet", Object], None]) -> None:
        self.cluster = cluster
        self.client = cluster.control_plane.client
        self.seen: dict[str, Object] = {}
        self._does = does
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._work)

    def __enter__(self) -> "Kubelet":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()

    def _work(self) -> None:
        while not self._stop.wait(0.05):
            for pod in _debug_pods(self.client):
                if pod["metadata"]["name"] not in self.seen:
                    self.seen[pod["metadata"]["name"]] = pod
                    self._does(self, pod)

    def runs(self, pod: Object) -> None:
        self._set(pod, "Running", {"running": {"startedAt": "2026-11-16T08:00:00Z"}})

    def ends(self, pod: Object) -> None:
        self.runs(pod)
        name, node = pod["metadata"]["name"], pod["spec"]["nodeName"]
        self.cluster.log(node, name, "look", _SHOWN, namespace=_NAMESPACE)
        self._set(pod, "Succeeded", {"terminated": {"exitCode": 0, "reason": "Completed"}})

    def lacks_the_image(self, pod: Object) -> None:
        waiting = {"reason": "ErrImagePull", "message": "no such host: registry.example"}
        self._set(pod, "Pending", {"waiting": waiting})

    def turns_it_away(self, pod: Object) -> None:
        status = {"phase": "Failed", "reason": "OutOfpods", "message": "Pod was rejected: full"}
        self._patch(pod, status)

    def leaves_it(self, pod: Object) -> None:
        """A kubelet that is dead."""

    def _set(self, pod: Object, phase: str, state: Object) -> None:
        image = pod["spec"]["containers"][0]["image"]
        container = {"name": "look", "image": image, "imageID": "", "ready": False}
        statuses = [{**container, "restartCount": 0, "state": state}]
        self._patch(pod, {"phase": phase, "containerStatuses": statuses})

    def _patch(self, pod: Object, status: Object) -> None:
        path = f"{_PODS}/{pod['metadata']['name']}/status"
        kind = "application/merge-patch+json"
        # A process that was stopped may have removed it already.
        self.client.ask("PATCH", path, {"status": status}, content=kind)


def _debug_pods(client: Client) -> list[Object]:
    found: list[Object] = client.get(f"{_PODS}?labelSelector={SELECTOR}")["items"]
    return found


@pytest.fixture
def sick(cluster: Cluster) -> Cluster:
    cluster.load(_two_nodes("172.31.1.1", "172.31.1.2"))
    return cluster


def _debug(sick: Cluster, *words: str, user: str = "admin") -> dict[str, Any]:
    line = ("calicovet", "-o", "json", "--no-node-proxy", "--debug-pod", *words)
    return _json(sick.control_plane.run(*line, user=user))


def _everything(client: Client) -> dict[str, str]:
    """The version of every object that the API server has; but for its own lease."""
    groups = [
        f"/apis/{group['preferredVersion']['groupVersion']}"
        for group in client.get("/apis")["groups"]
    ]
    versions: dict[str, str] = {}
    for root in ("/api/v1", *groups):
        for resource in client.get(root)["resources"]:
            if "list" not in resource["verbs"] or resource["name"] == "leases":
                continue
            for each in client.get(f"{root}/{resource['name']}").get("items") or ():
                metadata = each["metadata"]
                own = f"{resource['name']} {metadata.get('namespace', '')}/{metadata['name']}"
                versions[own] = metadata.get("resourceVersion", "")
    return versions


def test_by_a_debug_pod_what_was_likely_is_proven(sick: Cluster) -> None:
    line = ("calicovet", "-o", "json", "--no-node-proxy")
    assert _verdict(_json(sick.control_plane.run(*line))) == "likely"
    before = _everything(sick.control_plane.client)
    with Kubelet(sick, Kubelet.ends) as kubelet:
        told = _debug(sick)
    assert _verdict(told) == "proven"
    nodes = {pod["spec"]["nodeName"] for pod in kubelet.seen.values()}
    assert "node-2" in nodes
    pod = next(iter(kubelet.seen.values()))
    assert pod["spec"]["containers"][0]["securityContext"]["privileged"] is True
    assert pod["spec"]["containers"][0]["image"] == _CONTAINER["image"]
    # Nothing but those pods was ever written, and they are gone.
    assert _everything(sick.control_plane.client) == before


def test_a_namespace_that_is_restricted_refuses_the_pod(sick: Cluster) -> None:
    path = f"/api/v1/namespaces/{_NAMESPACE}"
    label = "pod-security.kubernetes.io/enforce"
    client = sick.control_plane.client

    def enforce(level: str | None) -> None:
        body = {"metadata": {"labels": {label: level}}}
        assert client.ask("PATCH", path, body, content="application/merge-patch+json").ok

    enforce("restricted")
    try:
        told = _debug(sick)
    finally:
        enforce(None)
    gap = _gap_of(told)
    assert gap["reason"] == "forbidden" and "PodSecurity" in gap["wanted"]
    assert f"{label}=privileged" in gap["how_to_close"]
    assert _verdict(told) == "likely"


def test_who_may_not_make_pods_is_told_the_rule(sick: Cluster) -> None:
    gap = next(
        gap
        for gap in _debug(sick, "docker.io/library/busybox", user="pods-and-nodes")["gaps"]
        if "cannot create resource" in gap["wanted"]
    )
    assert gap["reason"] == "forbidden"
    rule = '{apiGroups: [""], resources: [pods, pods/log], verbs: [create, get, delete]}'
    assert gap["how_to_close"] == f"RBAC {rule}"


@pytest.mark.parametrize(
    ("does", "reason", "wanted"),
    [
        (Kubelet.lacks_the_image, "absent", "ErrImagePull: no such host: registry.example"),
        (Kubelet.turns_it_away, "forbidden", "OutOfpods: Pod was rejected: full"),
    ],
)
def test_a_pod_that_cannot_start_is_told_and_gone(
    sick: Cluster, does: Callable[[Kubelet, Object], None], reason: str, wanted: str
) -> None:
    with Kubelet(sick, does):
        gap = _gap_of(_debug(sick))
    assert gap["reason"] == reason and wanted in gap["wanted"]
    assert _debug_pods(sick.control_plane.client) == []


def test_when_the_time_is_up_the_pod_is_gone(sick: Cluster) -> None:
    with Kubelet(sick, Kubelet.leaves_it) as kubelet:
        told = _debug(sick, "--deadline", "12s")
    assert kubelet.seen
    assert _gap_of(told)["reason"] == "timed-out"
    assert _debug_pods(sick.control_plane.client) == []


@pytest.mark.parametrize("does", [Kubelet.leaves_it, Kubelet.runs])
def test_after_ctrl_c_the_pod_is_gone_and_what_was_found_is_told(
    sick: Cluster, does: Callable[[Kubelet, Object], None]
) -> None:
    control_plane = sick.control_plane
    line = ("calicovet", "-o", "json", "--no-node-proxy", "--debug-pod")
    environment = {
        **os.environ,
        "KUBECONFIG": str(control_plane.kubeconfig()),
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
    }
    with Kubelet(sick, does) as kubelet:
        calicovet = subprocess.Popen(
            control_plane.namespace.line(*line),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
        )
        patience = Patience(30, "a debug pod")
        while "node-2" not in {pod["spec"]["nodeName"] for pod in kubelet.seen.values()}:
            patience.wait()
        calicovet.send_signal(signal.SIGINT)
        out, complaints = calicovet.communicate(timeout=30)
    assert _debug_pods(control_plane.client) == []
    assert _verdict(json.loads(out)) == "likely", complaints


def test_a_pod_that_an_earlier_run_left_is_removed_and_no_other_pod(sick: Cluster) -> None:
    made = {
        "calicovet-old": (LABELS, "2026-11-16T07:00:00Z"),
        "somebody": ({"app": "x"}, "2026-11-16T07:00:00Z"),
    }
    for name, (labels, created) in made.items():
        pod = _pod(name, "node-1", "172.31.1.1", well=True)
        metadata = {**pod["metadata"], "labels": labels, "creationTimestamp": created}
        sick.load([{**pod, "metadata": metadata}])
    with Kubelet(sick, Kubelet.ends):
        _debug(sick)
    client = sick.control_plane.client
    names = {pod["metadata"]["name"] for pod in client.get(_PODS)["items"]}
    assert "somebody" in names and not {name for name in names if name.startswith("calicovet-")}


# Inside calico-node, by kubectl


def test_who_may_not_exec_is_told_the_rule(sick: Cluster) -> None:
    line = ("calicovet", "-o", "json", "--no-node-proxy", "--exec")
    told = _json(sick.control_plane.run(*line, user="pods-and-nodes"))
    gap = next(
        gap for gap in told["gaps"] if "pods/exec" in gap["wanted"] and "aaaa2" in gap["wanted"]
    )
    assert gap["reason"] == "forbidden"
    rule = '{apiGroups: [""], resources: [pods/exec], verbs: [get, create]}'
    assert gap["how_to_close"] == f"RBAC {rule}"


def test_a_kubelet_that_cannot_be_reached_is_told(sick: Cluster) -> None:
    line = ("calicovet", "-o", "json", "--no-node-proxy", "--exec")
    gap = _gap_of(_json(sick.control_plane.run(*line)))
    assert gap["reason"] in ("unreachable", "timed-out")
    assert _verdict(_json(sick.control_plane.run(*line))) == "likely"
