"""One run of the real `calico-node -startup`: in its own namespace, against the real API server."""

import socket
import subprocess
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any, Self

from calicovet.model.record import record
from lab import cache
from lab.control_plane import ADDRESS, PORT, ControlPlane
from lab.errors import LabError
from lab.links import host_with, source_of
from lab.namespace import Namespace
from lab.situations import Situation
from lab.users import ADMIN

_SECONDS = 60
_STARVED = ("Client.Timeout exceeded", "context deadline exceeded")
"""The program waits two seconds for some answers; on a machine that is too busy they come later."""
_TRIES = 3
_ANNOTATIONS = {4: "projectcalico.org/IPv4Address", 6: "projectcalico.org/IPv6Address"}
_CALICO = "/apis/crd.projectcalico.org/v1"
_POOLS = f"{_CALICO}/ippools"
_KUBEADM = "/api/v1/namespaces/kube-system/configmaps"
_KINDS = {
    "blockaffinities": "BlockAffinity",
    "bgpconfigurations": "BGPConfiguration",
    "clusterinformations": "ClusterInformation",
    "felixconfigurations": "FelixConfiguration",
    "ippools": "IPPool",
    "tiers": "Tier",
}
_ALONE = ("setpriv", "--pdeathsig", "KILL", "nsenter")
_APART = ("unshare", "--mount", "--uts")
_NOT_LAID_OUT = 99
_ACCOUNT = "secrets/kubernetes.io/serviceaccount"
# What the program writes, and the account it finds, are its own: all of it lies in memory and is gone
# with the process.
_SCRIPT = f"""
mount -t tmpfs none /var/lib && mount -t tmpfs none /run && mkdir -p /var/lib/calico /run/calico /run/{_ACCOUNT} &&
cp "$LAB"/token "$LAB"/ca.crt /run/{_ACCOUNT}/ && printf kube-system > /run/{_ACCOUNT}/namespace &&
mount --bind "$LAB"/hosts /etc/hosts && mount --bind "$LAB"/resolv.conf /etc/resolv.conf && hostname "$LAB_HOST" &&
{{ [ -z "$LAB_STORED" ] || printf '%s' "$LAB_STORED" > /var/lib/calico/nodename; }} || exit {_NOT_LAID_OUT}
unset LAB LAB_HOST LAB_STORED
exec "$@" -startup
"""
_numbers = count(1)


@record(kw_only=True)
class Run:
    """What one run left behind."""

    log: str
    exit_code: int
    links: str
    """`ip addr` inside, just before."""
    sources: Mapping[str, str]
    """By destination: what the host's routes answer; empty where there is no way."""
    stored: tuple[str, ...]
    """The addresses on the Node afterwards, IPv4 first."""
    pools: tuple[str, ...]
    """Those that were added."""


class Startup:
    """Runs the start-up programs of several releases, one run at a time; what they write is removed."""

    def __init__(self, control_plane: ControlPlane) -> None:
        self._control_plane = control_plane
        self._client = control_plane.client
        self._folder = control_plane.folder / "startup"
        self._folder.mkdir(exist_ok=True)
        (self._folder / "ca.crt").write_bytes(control_plane.authority.certificate.read_bytes())
        (self._folder / "token").write_text(control_plane.token(ADMIN))
        # Nothing listens there: a name that is not in the hosts file is not found, at once.
        (self._folder / "resolv.conf").write_text("nameserver 127.0.0.1\noptions attempts:1\n")
        control_plane.load(_definition(plural, kind) for plural, kind in _KINDS.items())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        # Releases leave their own defaults; the next one begins without them.
        for plural in _KINDS:
            self._client.need("DELETE", f"{_CALICO}/{plural}")

    def run(self, release: str, situation: Situation, *destinations: str) -> Run:
        """The run of a release in a situation; `destinations` are asked of the host's own routes."""
        for _ in range(_TRIES):
            run = self._run(release, situation, destinations)
            if not any(word in run.log for word in _STARVED):
                return run
        raise LabError(f"{release} got no answer from the API server", "is the machine too busy?")

    def _run(self, release: str, situation: Situation, destinations: Sequence[str]) -> Run:
        program = cache.need_calico_node(release)
        with ExitStack() as stack:
            host = stack.enter_context(
                host_with(
                    situation.links,
                    label=f"h{next(_numbers)}",
                    default_link=situation.default_link,
                )
            )
            stack.callback(self._remove, situation)
            self._create(situation)
            stack.enter_context(self._door(host))
            links = host.ip("address")
            sources = {each: source_of(host, each) for each in destinations}
            exit_code, log = self._start(program, host, situation)
            return Run(
                log=log,
                exit_code=exit_code,
                links=links,
                sources=sources,
                stored=self._stored(situation),
                pools=self._added(situation),
            )

    def _start(self, program: Path, host: Namespace, situation: Situation) -> tuple[int, str]:
        names = "".join(f"{address} {name}\n" for name, address in situation.hosts.items())
        (self._folder / "hosts").write_text(f"127.0.0.1 localhost\n::1 localhost\n{names}")
        environment = {
            **situation.environment,
            "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
            "KUBERNETES_SERVICE_HOST": "127.0.0.1",
            "KUBERNETES_SERVICE_PORT": str(PORT),
            "LAB": str(self._folder),
            "LAB_HOST": situation.host_name,
            "LAB_STORED": situation.stored_name,
        }
        try:
            done = subprocess.run(
                [*_ALONE, f"--net={host.path}", *_APART, "sh", "-c", _SCRIPT, "sh", str(program)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                env=environment,
                timeout=_SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired as error:
            said = error.output or b""
            raise LabError(f"{program} did not end within {_SECONDS} s", str(said)) from error
        if done.returncode == _NOT_LAID_OUT:
            raise LabError(f"nothing was laid out for {program}", done.stdout)
        return done.returncode, done.stdout

    @contextmanager
    def _door(self, host: Namespace) -> Iterator[None]:
        """Loopback inside leads to the API server: the host needs no link for it."""
        with host.entered():
            listening = socket.create_server(("127.0.0.1", PORT))
        door = threading.Thread(target=self._serve, args=(listening,))
        door.start()
        try:
            yield
        finally:
            listening.shutdown(socket.SHUT_RDWR)
            listening.close()
            door.join()

    def _serve(self, listening: socket.socket) -> None:
        # A listener that was shut down accepts no connection: then the port is closed.
        with suppress(OSError), ExitStack() as stack:
            while True:
                inner, _ = listening.accept()
                stack.callback(_close, inner)
                with self._control_plane.entered():
                    outer = socket.create_connection((ADDRESS, PORT))
                stack.callback(_close, outer)
                for each in (inner, outer):
                    # Small pieces in both directions: a reader that waits for more waits 40 ms.
                    each.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                for pair in ((inner, outer), (outer, inner)):
                    pump = threading.Thread(target=_pump, args=pair)
                    pump.start()
                    stack.callback(pump.join)
                    stack.callback(_close, pair[0])

    def _create(self, situation: Situation) -> None:
        nodes = [_node(name, (address,)) for name, address in situation.others.items()]
        if situation.node:
            nodes.append(_node(situation.node, situation.stored, situation.internal))
        for node in nodes:
            self._client.need("POST", "/api/v1/nodes", node)
        for number, cidr in enumerate(situation.pools):
            self._client.need("POST", _POOLS, _pool(f"pool-{number}", cidr))
        if situation.kubeadm is not None:
            self._client.need("POST", _KUBEADM, _kubeadm(situation.kubeadm))

    def _remove(self, situation: Situation) -> None:
        for path in ("/api/v1/nodes", _POOLS):
            self._client.need("DELETE", path)
        if situation.kubeadm is not None:
            self._client.need("DELETE", f"{_KUBEADM}/kubeadm-config")

    def _stored(self, situation: Situation) -> tuple[str, ...]:
        if not situation.node:
            return ()
        node = self._client.get(f"/api/v1/nodes/{situation.node}")
        annotations = node["metadata"].get("annotations", {})
        return tuple(annotations[name] for name in _ANNOTATIONS.values() if annotations.get(name))

    def _added(self, situation: Situation) -> tuple[str, ...]:
        pools = [pool["spec"]["cidr"] for pool in self._client.get(_POOLS)["items"]]
        return tuple(cidr for cidr in pools if cidr not in situation.pools)


def _pump(source: socket.socket, target: socket.socket) -> None:
    # Either end may go away whenever it likes.
    with suppress(OSError):
        while data := source.recv(1 << 16):
            target.sendall(data)
        target.shutdown(socket.SHUT_WR)


def _close(connection: socket.socket) -> None:
    with suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)
    connection.close()


def _node(name: str, stored: tuple[str, ...], internal: tuple[str, ...] = ()) -> dict[str, Any]:
    annotations = {_ANNOTATIONS[6 if ":" in address else 4]: address for address in stored}
    return {
        "apiVersion": "v1",
        "kind": "Node",
        "metadata": {"name": name, "annotations": annotations},
        "status": {"addresses": [{"type": "InternalIP", "address": each} for each in internal]},
    }


def _pool(name: str, cidr: str) -> dict[str, Any]:
    return {
        "apiVersion": "crd.projectcalico.org/v1",
        "kind": "IPPool",
        "metadata": {"name": name},
        "spec": {"cidr": cidr, "blockSize": 122 if ":" in cidr else 26, "nodeSelector": "all()"},
    }


def _kubeadm(pod_subnet: str) -> dict[str, Any]:
    networking = f"kind: ClusterConfiguration\nnetworking:\n  podSubnet: {pod_subnet}\n"
    return {
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "metadata": {"name": "kubeadm-config", "namespace": "kube-system"},
        "data": {"ClusterConfiguration": networking},
    }


def _definition(plural: str, kind: str) -> dict[str, Any]:
    schema = {"type": "object", "x-kubernetes-preserve-unknown-fields": True}
    version = {"name": "v1", "served": True, "storage": True, "schema": {"openAPIV3Schema": schema}}
    return {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": f"{plural}.crd.projectcalico.org"},
        "spec": {
            "group": "crd.projectcalico.org",
            "scope": "Cluster",
            "names": {"plural": plural, "singular": kind.lower(), "kind": kind},
            "versions": [version],
        },
    }
