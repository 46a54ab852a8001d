"""A real etcd and a real kube-apiserver in their own network namespace.

with ControlPlane() as control_plane:
    control_plane.load(objects)
    control_plane.run("calicovet", user="reader")
"""

import os
import signal
import ssl
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack
from itertools import count
from pathlib import Path
from typing import Any

from lab import cache
from lab.block import Block
from lab.certificates import Authority, Certificate, make_signing_keys
from lab.client import Client
from lab.errors import LabError
from lab.etcd import Store
from lab.namespace import Namespace, network_namespace, sweep_namespaces
from lab.objects import Loader, Object
from lab.patience import Patience
from lab.processes import Process
from lab.scratch import scratch_folder, sweep_folders
from lab.users import ADMIN, STANDING, Users

ADDRESS = "172.31.0.1"
"""The API server's, on the bridge that nodes of the lab join."""
PORT = 6443
BRIDGE = "cvtbr0"

_STORE_PORT = 2379
_NOT_ASKED = ("DefaultTolerationSeconds", "Priority", "ServiceAccount", "TaintNodesByCondition")
"""Admission that would change recorded objects, or waits for controllers that do not run here."""
_numbers = count(1)


class ControlPlane(Block):
    """Runs as long as the block; nothing is left behind.

    `as_recorded`: objects stay as they are loaded, since what would complete or refuse them is off.
    """

    def __init__(self, options: Sequence[str] = (), *, as_recorded: bool = True) -> None:
        super().__init__()
        self._options = tuple(options)
        self._as_recorded = as_recorded

    def _begin(self, stack: ExitStack) -> None:
        sweep_namespaces()
        sweep_folders()
        programs = {name: str(cache.need(name)) for name in ("etcd", "kube-apiserver", "kubectl")}
        self.label = f"cp{next(_numbers)}"
        """Distinguishes several control planes of one process."""
        self.folder: Path = stack.enter_context(scratch_folder(self.label))
        self.namespace: Namespace = stack.enter_context(network_namespace(self.label))
        self._kubectl = programs["kubectl"]
        self.server = f"https://{ADDRESS}:{PORT}"
        _lay_network(self.namespace)
        self.authority = Authority(self.folder)
        self._users = Users(self.folder, self.server, self.authority.certificate)
        self.client: Client = self.client_of(ADMIN)
        store = Store(Client(self.namespace, "127.0.0.1", _STORE_PORT))
        self._loader = Loader(self.client, store)
        store_line = self.namespace.line(programs["etcd"], *self._store_flags())
        self._api_line = self.namespace.line(programs["kube-apiserver"], *self._api_flags())
        self.store: Process = Process("etcd", store_line, self.folder / "etcd.log")
        stack.callback(self.store.stop)
        self.api_server: Process = self._start_api_server()
        # Not the method of this one process: it may have been restarted by then.
        stack.callback(lambda: self.api_server.stop())
        self.wait_ready()
        for user, rules in STANDING.items():
            self._loader.load(_grant(user, rules))
        self._loader.keep()

    def client_of(self, user: str) -> Client:
        """HTTP as this user."""
        tls = ssl.create_default_context(cafile=str(self.authority.certificate))
        token = self._users.token(user)
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return Client(self.namespace, ADDRESS, PORT, tls=tls, headers=headers)

    def kubeconfig(self, user: str = ADMIN, server: str = "") -> Path:
        """A file with which `user` asks the API server (by another address, when one is given)."""
        return self._users.kubeconfig(user, server)

    def token(self, user: str) -> str:
        """What the user shows as bearer token."""
        return self._users.token(user)

    def run(
        self,
        *line: str,
        user: str = ADMIN,
        environment: Mapping[str, str] | None = None,
        text: str = "",
        seconds: float = 120,
    ) -> subprocess.CompletedProcess[str]:
        """What a command inside the namespace printed and how it ended; `text` is its input."""
        return subprocess.run(
            self.namespace.line(*line),
            input=text,
            capture_output=True,
            text=True,
            env={**self._environment(user), **(environment or {})},
            timeout=seconds,
            check=False,
        )

    def kubectl(self, *arguments: str, user: str = ADMIN, text: str = "") -> str:
        """What kubectl printed; it has to succeed."""
        done = self.run(self._kubectl, *arguments, user=user, text=text)
        if done.returncode:
            raise LabError(f"kubectl {' '.join(arguments)}: {done.stderr.strip()}")
        return done.stdout

    def entered(self) -> AbstractContextManager[None]:
        """In the block, sockets of this thread and of threads it starts are inside the namespace."""
        return self.namespace.entered()

    def load(self, objects: Iterable[Object]) -> None:
        """Creates or replaces them, with their status, their age and who changed them."""
        self._loader.load(objects)

    def wipe(self) -> None:
        """An empty cluster again: no nodes, pods, events, grants; definitions stay."""
        self._loader.wipe()

    def grant(self, user: str, *rules: Mapping[str, Sequence[str]]) -> None:
        """Allows `user` what the rules of a ClusterRole say, until the next wipe."""
        self.load(_grant(user, rules))
        self._await_allowed(user, rules[0])

    def bind(self, user: str, role: str) -> None:
        """Binds `user` to a ClusterRole that was loaded, until the next wipe."""
        found = self.client.get(f"/apis/rbac.authorization.k8s.io/v1/clusterroles/{role}")
        self.load([_binding(user, role)])
        rule = next(each for each in found["rules"] if "resources" in each)
        self._await_allowed(user, rule)

    def certificate(
        self, name: str, *, subject: str, addresses: Sequence[str] = (), hosts: Sequence[str] = ()
    ) -> Certificate:
        """A certificate that everybody in the lab trusts."""
        return self.authority.sign(name, subject=subject, addresses=addresses, hosts=hosts)

    def join(self, node: Namespace, address: str, link: str = "eth0") -> None:
        """Gives a node's namespace a link to the API server, with an address in 172.31.0.0/24."""
        outer = f"v{address.rpartition('.')[2]}"
        peer = ("peer", "name", link, "netns", node.name)
        self.namespace.ip("link", "add", outer, "type", "veth", *peer)
        self.namespace.ip("link", "set", outer, "master", BRIDGE, "up")
        node.ip("address", "add", f"{address}/24", "dev", link)
        node.ip("link", "set", link, "up")
        node.ip("route", "add", "default", "via", ADDRESS)

    def answer_at(self, address: str) -> None:
        """From now on, this address is answered by a process inside the namespace.

        The API server refuses to speak to a kubelet on loopback, so nodes need addresses like this.
        """
        self.namespace.ip("route", "replace", "local", address, "dev", "lo")

    def forget(self, address: str) -> None:
        """From now on, nothing answers there."""
        self.namespace.ip("route", "del", "local", address, "dev", "lo")

    def wait_ready(self) -> None:
        """Returns when the API server calls itself ready."""
        patience = Patience(60, f"the API server is ready ({self.api_server.log})")
        while not self._is_ready():
            self.store.need_alive()
            self.api_server.need_alive()
            patience.wait()

    def kill(self) -> None:
        """The API server dies at once, in the middle of whatever it does."""
        self.api_server.kill()

    def restart(self) -> None:
        """The API server runs again; what was stored is there."""
        self.api_server.stop()
        self.api_server = self._start_api_server()
        self.wait_ready()

    def freeze(self) -> None:
        """The API server takes connections and says nothing, until it is thawed."""
        self.api_server.send(signal.SIGSTOP)

    def thaw(self) -> None:
        self.api_server.send(signal.SIGCONT)

    def _is_ready(self) -> bool:
        try:
            return self.client.ask("GET", "/readyz").ok
        except OSError:
            return False

    def _await_allowed(self, user: str, rule: Mapping[str, Sequence[str]]) -> None:
        resource, _, subresource = rule["resources"][0].partition("/")
        asked = {
            "group": rule["apiGroups"][0],
            "resource": resource,
            "subresource": subresource,
            "verb": rule["verbs"][0],
        }
        if names := rule.get("resourceNames"):
            asked["name"] = names[0]
        review: dict[str, Any] = {
            "apiVersion": "authorization.k8s.io/v1",
            "kind": "SubjectAccessReview",
            "spec": {"user": user, "resourceAttributes": asked},
        }
        path = "/apis/authorization.k8s.io/v1/subjectaccessreviews"
        patience = Patience(10, f"{user} may {asked['verb']} {rule['resources'][0]}")
        while not self.client.need("POST", path, review)["status"]["allowed"]:
            patience.wait()

    def _start_api_server(self) -> Process:
        return Process("kube-apiserver", self._api_line, self.folder / "kube-apiserver.log")

    def _environment(self, user: str) -> dict[str, str]:
        # No proxy can be reached from inside, and no user's own cluster is meant.
        kept = {
            name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")
        }
        # The lab's kubectl, and calicovet of the environment that runs this, are found first.
        first = (str(Path(self._kubectl).parent), str(Path(sys.executable).parent))
        path = os.pathsep.join((*first, os.environ.get("PATH", os.defpath)))
        return {**kept, "PATH": path, "KUBECONFIG": str(self.kubeconfig(user))}

    def _store_flags(self) -> Iterable[str]:
        clients, peers = f"http://127.0.0.1:{_STORE_PORT}", "http://127.0.0.1:2380"
        yield f"--data-dir={self.folder / 'etcd'}"
        yield f"--listen-client-urls={clients}"
        yield f"--advertise-client-urls={clients}"
        yield f"--listen-peer-urls={peers}"
        # Nothing here has to survive a power cut.
        yield "--unsafe-no-fsync"

    def _api_flags(self) -> Iterable[str]:
        serving = self.authority.sign(
            "apiserver",
            subject="/CN=kube-apiserver",
            addresses=("127.0.0.1", "10.96.0.1", ADDRESS),
            hosts=("localhost", "kubernetes", "kubernetes.default", "kubernetes.default.svc"),
        )
        to_kubelets = self.authority.sign(
            "kubelet-client", subject="/O=system:masters/CN=kube-apiserver-kubelet-client"
        )
        private, public = make_signing_keys(self.folder)
        yield f"--etcd-servers=http://127.0.0.1:{_STORE_PORT}"
        yield "--bind-address=0.0.0.0"
        yield f"--secure-port={PORT}"
        yield f"--advertise-address={ADDRESS}"
        yield f"--tls-cert-file={serving.certificate}"
        yield f"--tls-private-key-file={serving.key}"
        yield f"--client-ca-file={self.authority.certificate}"
        yield f"--token-auth-file={self._users.file}"
        yield "--service-account-issuer=https://kubernetes.default.svc"
        yield f"--service-account-key-file={public}"
        yield f"--service-account-signing-key-file={private}"
        yield "--authorization-mode=Node,RBAC"
        yield "--anonymous-auth=true"
        yield "--service-cluster-ip-range=10.96.0.0/16"
        yield "--allow-privileged=true"
        yield "--profiling=false"
        yield "--event-ttl=240h"
        if self._as_recorded:
            yield f"--disable-admission-plugins={','.join(_NOT_ASKED)}"
        yield "--kubelet-preferred-address-types=InternalIP"
        # As kubeadm has it: kubelets may show any certificate, so nodes may have any address.
        yield f"--kubelet-client-certificate={to_kubelets.certificate}"
        yield f"--kubelet-client-key={to_kubelets.key}"
        yield from self._options


def _lay_network(namespace: Namespace) -> None:
    namespace.ip("link", "add", BRIDGE, "type", "bridge")
    namespace.ip("address", "add", f"{ADDRESS}/24", "dev", BRIDGE)
    namespace.ip("link", "set", BRIDGE, "up")


def _grant(user: str, rules: Iterable[Mapping[str, Sequence[str]]]) -> list[Object]:
    name = f"lab-{user}"
    role = {
        "apiVersion": "rbac.authorization.k8s.io/v1",
        "kind": "ClusterRole",
        "metadata": {"name": name},
        "rules": [dict(rule) for rule in rules],
    }
    return [role, _binding(user, name)]


def _binding(user: str, role: str) -> Object:
    return {
        "apiVersion": "rbac.authorization.k8s.io/v1",
        "kind": "ClusterRoleBinding",
        "metadata": {"name": f"lab-{user}-{role}"},
        "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole", "name": role},
        "subjects": [{"kind": "User", "name": user, "apiGroup": "rbac.authorization.k8s.io"}],
    }
