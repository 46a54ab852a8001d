"""A real cluster: a control plane with its controllers, and nodes that run Calico.

with Cluster(nodes=3) as cluster:
    cluster.install(manifest)
    cluster.await_ready()
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Event
from typing import Any

from gym.node import Node
from lab import cache
from lab.block import Block
from lab.control_plane import ControlPlane
from lab.errors import LabError
from lab.namespace import network_namespace
from lab.patience import Patience
from lab.processes import Process
from lab.scratch import scratch_folder

Object = Mapping[str, Any]

_FIRST_ADDRESS = 21


class Cluster(Block):
    """Runs as long as its block; nothing is left behind."""

    def __init__(
        self,
        *,
        nodes: int,
        images: Sequence[Path],
        namespace: str = "kube-system",
        stop: Event | None = None,
    ) -> None:
        super().__init__()
        self.namespace = namespace
        """Where calico-node runs."""
        self.stop = stop or Event()
        """Set when everything is broken off: nothing is awaited any more."""
        self._count = nodes
        self._images = tuple(images)
        self.nodes: tuple[Node, ...] = ()

    def _begin(self, stack: ExitStack) -> None:
        self.control_plane: ControlPlane = stack.enter_context(ControlPlane(as_recorded=False))
        folder = stack.enter_context(scratch_folder(f"{self.control_plane.label}-nodes"))
        for program, flags in _CONTROLLERS.items():
            stack.callback(self._controller(program, flags).stop)
        # The kernel ends a process with the thread that started it: this one lasts.
        starter = stack.enter_context(ThreadPoolExecutor(1))
        self.nodes = tuple(
            stack.enter_context(self._made(number, folder, starter))
            for number in range(self._count)
        )

    def boot(self) -> None:
        """Starts the machines, side by side."""
        with ThreadPoolExecutor(len(self.nodes)) as pool:
            for _ in pool.map(Node.start, self.nodes):
                pass

    def kubectl(self, *arguments: str, text: str = "") -> str:
        """What kubectl printed for an administrator; it has to succeed."""
        return self.control_plane.kubectl(*arguments, text=text)

    def get(self, *arguments: str) -> Any:
        """One object, decoded; None when there is none of that name."""
        said = self.kubectl("get", *arguments, "--ignore-not-found", "-o", "json")
        return json.loads(said) if said.strip() else None

    def list(self, *arguments: str) -> tuple[Any, ...]:
        """Objects of one kind, decoded."""
        return tuple(json.loads(self.kubectl("get", *arguments, "-o", "json"))["items"])

    def apply(self, *objects: Object) -> None:
        """Creates or changes them, on the server's side."""
        many = {"apiVersion": "v1", "kind": "List", "items": [*objects]}
        self.apply_text(json.dumps(many))

    def apply_text(self, manifest: str) -> None:
        # The server checks it anyway; here it would fetch the description of every kind first.
        flags = ("--server-side", "--force-conflicts", "--validate=false")
        self.kubectl("apply", *flags, "-f", "-", text=manifest)

    def patch(self, what: str, change: Object, *, namespace: str = "", kind: str = "merge") -> None:
        """Changes one object, called like `daemonset/calico-node`."""
        where = ("-n", namespace) if namespace else ()
        self.kubectl("patch", what, *where, f"--type={kind}", "-p", json.dumps(change))

    def pods(self) -> tuple[Any, ...]:
        """The calico-node pods."""
        return self._items("pods?labelSelector=k8s-app%3Dcalico-node")

    def pod(self, node: str) -> Any:
        """The youngest calico-node pod of a node; None when there is none."""
        own = [pod for pod in self.pods() if _place_of(pod) == node]
        own.sort(key=lambda pod: pod["metadata"]["creationTimestamp"])
        return own[-1] if own else None

    def restart_pod(self, node: str) -> None:
        """Deletes the calico-node pod of a node; the DaemonSet makes another."""
        if (pod := self.pod(node)) is not None:
            name = pod["metadata"]["name"]
            flags = ("--grace-period=1", "--wait", "--ignore-not-found")
            self.kubectl("delete", "pod", name, "-n", self.namespace, *flags)

    def is_ready(self, node: str) -> bool:
        """Whether its calico-node pod is 1/1."""
        pod = self.pod(node)
        return pod is not None and "deletionTimestamp" not in pod["metadata"] and _is_ready(pod)

    def log(self, node: str, container: str = "calico-node", *, previous: bool = False) -> str:
        """What a container of the node's calico-node pod printed; empty when there is nothing."""
        pod = self.pod(node)
        if pod is None:
            return ""
        last = ("--previous",) if previous else ()
        name = pod["metadata"]["name"]
        line = ("kubectl", "-n", self.namespace, "logs", name, "-c", container, *last)
        done = self.control_plane.run(*line)
        return done.stdout if done.returncode == 0 else ""

    def events(self, node: str) -> str:
        """What happened to the node's calico-node pods, one message on a line."""
        ours = (
            event["message"]
            for event in self._items("events")
            if event["involvedObject"].get("name", "").startswith("calico-node")
            and event.get("source", {}).get("host") in (node, None)
        )
        return "\n".join(ours)

    def await_ready(self, nodes: Iterable[str] | None = None, seconds: float = 180) -> None:
        """Returns when calico-node is 1/1 on them (without names: on every node)."""
        names = [one.name for one in self.nodes] if nodes is None else [*nodes]
        kubelets = [one.kubelet for one in self.nodes if one.name in names]

        def are_ready() -> bool:
            # One that died by itself would only be seen as time that runs out.
            for kubelet in kubelets:
                kubelet.need_alive()
            return all(self.is_ready(name) for name in names)

        self.await_true(are_ready, f"calico-node is ready on {', '.join(names)}", seconds)

    def await_rollout(self, seconds: float = 240) -> None:
        """Returns when every pod is of the DaemonSet's last revision, and ready."""
        self.await_true(self._is_rolled_out, "the DaemonSet is rolled out", seconds)

    def await_true(self, holds: Callable[[], bool], what: str, seconds: float) -> None:
        """Returns when it holds; asks once a second."""
        patience = Patience(seconds, what, pause=1)
        while not holds():
            if self.stop.is_set():
                raise LabError(f"{what}: broken off")
            patience.wait()

    def _is_rolled_out(self) -> bool:
        found = self.get("daemonset", "calico-node", "-n", self.namespace)
        status = found["status"]
        counts = ("desiredNumberScheduled", "updatedNumberScheduled", "numberAvailable")
        is_seen: bool = status.get("observedGeneration") == found["metadata"]["generation"]
        return is_seen and all(status.get(name) == len(self.nodes) for name in counts)

    def _items(self, what: str) -> tuple[Any, ...]:
        """A list of Calico's namespace, asked without kubectl: this is done once a second for each node."""
        try:
            found = self.control_plane.client.get(f"/api/v1/namespaces/{self.namespace}/{what}")
        except OSError as error:
            raise LabError(f"the API server does not answer: {error}") from error
        return tuple(found["items"])

    @contextmanager
    def _made(self, number: int, folder: Path, starter: Executor) -> Iterator[Node]:
        name, address = f"node-{number + 1}", f"172.31.0.{_FIRST_ADDRESS + number}"
        own = folder / name
        own.mkdir()
        with network_namespace(f"{self.control_plane.label}-{name}") as network:
            self.control_plane.join(network, address)
            made = Node(
                name,
                address,
                network=network,
                folder=own,
                control_plane=self.control_plane,
                images=self._images,
                starter=starter,
            )
            try:
                yield made
            finally:
                made.stop()

    def _controller(self, program: str, flags: Sequence[str]) -> Process:
        plane = self.control_plane
        config = plane.kubeconfig(f"system:{program}")
        ways = (f"--{use}kubeconfig={config}" for use in ("", "authentication-", "authorization-"))
        common = (*ways, "--leader-elect=false", "--bind-address=127.0.0.1")
        own = (flag.format(folder=plane.folder) for flag in flags)
        line = plane.namespace.line(str(cache.need(program)), *common, *own)
        return Process(program, line, plane.folder / f"{program}.log")


_CONTROLLERS: Mapping[str, Sequence[str]] = {
    "kube-controller-manager": (
        "--service-account-private-key-file={folder}/accounts.key",
        "--root-ca-file={folder}/ca.crt",
        "--use-service-account-credentials",
        "--allocate-node-cidrs",
        "--cluster-cidr=192.168.0.0/16",
    ),
    "kube-scheduler": (),
}


def _place_of(pod: Any) -> str:
    """The node of a pod; of one that is not bound yet, the node that it was made for."""
    if bound := pod["spec"].get("nodeName"):
        return str(bound)
    affinity = pod["spec"].get("affinity", {}).get("nodeAffinity", {})
    required = affinity.get("requiredDuringSchedulingIgnoredDuringExecution", {})
    fields = (
        field for term in required.get("nodeSelectorTerms", ()) for field in term["matchFields"]
    )
    return next((field["values"][0] for field in fields if field["key"] == "metadata.name"), "")


def _is_ready(pod: Any) -> bool:
    conditions = pod["status"].get("conditions", ())
    return any(each["type"] == "Ready" and each["status"] == "True" for each in conditions)
