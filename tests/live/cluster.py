"""A cluster for one test: a real API server, and nodes whose kubelets answer from recorded files."""

import json
import shutil
import socket
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from lab.control_plane import ControlPlane
from lab.objects import Object
from lab.patience import Patience
from lab.processes import running

_KUBELET_PORT = 10250
_ROOT = Path(__file__).parents[2]


class Cluster:
    """Objects of a test and what its kubelets have recorded; empty at first."""

    def __init__(self, control_plane: ControlPlane, kubelets: Path) -> None:
        self.control_plane = control_plane
        self._kubelets = kubelets
        self._addresses: dict[str, str] = {}

    def load(self, objects: Iterable[Object]) -> None:
        """Puts objects into the API server; kubelets of the nodes among them can be recorded."""
        every = list(objects)
        for each in every:
            if each["kind"] == "Node" and (address := _internal_address(each)):
                self._addresses[each["metadata"]["name"]] = address
        self.control_plane.load(every)

    def node(self, name: str, address: str = "") -> None:
        """A healthy node of no interest, with a unique address."""
        address = address or f"172.31.1.{len(self._addresses) + 1}"
        self.load(
            [
                {
                    "apiVersion": "v1",
                    "kind": "Node",
                    "metadata": {"name": name, "labels": {"kubernetes.io/os": "linux"}},
                    "status": {
                        "addresses": [
                            {"type": "InternalIP", "address": address},
                            {"type": "Hostname", "address": name},
                        ],
                        "conditions": [{"type": "Ready", "status": "True"}],
                        "daemonEndpoints": {"kubeletEndpoint": {"Port": _KUBELET_PORT}},
                    },
                }
            ]
        )

    def kubelet(self, node: str) -> Path:
        """The folder from which the node's kubelet answers; its port is closed until this was called."""
        address = self._addresses[node]
        folder = self._kubelets / address
        if not folder.exists():
            folder.mkdir()
            self.control_plane.answer_at(address)
        return folder

    def answer(self, node: str, path: str, content: object) -> None:
        """What the node's kubelet says there: text as it is, anything else as JSON."""
        file = self.kubelet(node) / path
        file.parent.mkdir(parents=True, exist_ok=True)
        text = content if isinstance(content, str) else json.dumps(content)
        file.write_text(text, encoding="utf-8")

    def log(
        self,
        node: str,
        pod: str,
        container: str,
        text: str,
        *,
        namespace: str = "kube-system",
        previous: bool = False,
    ) -> None:
        """The log of a container, or of its run before."""
        name = f"{container}.previous.log" if previous else f"{container}.log"
        self.answer(node, f"containerLogs/{namespace}/{pod}/{name}", text)

    def trouble(self, node: str, how: str, path: str = "") -> None:
        """Makes the node's kubelet `hang`, fail with `500` or `reset`: at a path, or altogether."""
        self.answer(node, f"{path}.{how}", "")

    def empty(self) -> None:
        """No objects, no kubelets."""
        self.control_plane.wipe()
        for folder in self._kubelets.iterdir():
            self.control_plane.forget(folder.name)
            shutil.rmtree(folder)
        self._addresses.clear()


@contextmanager
def recorded_kubelets(control_plane: ControlPlane) -> Iterator[Path]:
    """The folder of folders from which a process inside the namespace answers as kubelets."""
    folder = control_plane.folder / "kubelets"
    folder.mkdir()
    shown = control_plane.certificate("kubelet", subject="/CN=recorded-kubelet")
    line = control_plane.namespace.line(
        *(sys.executable, "-m", "tests.support.recorded_kubelet"),
        *("--dir", str(folder), "--listen", f"0.0.0.0:{_KUBELET_PORT}"),
        *("--certificate", str(shown.certificate), "--key", str(shown.key)),
    )
    log = control_plane.folder / "kubelets.log"
    with running("recorded kubelets", line, log, folder=_ROOT) as process:
        patience = Patience(10, "recorded kubelets listen")
        while not _listens(control_plane):
            process.need_alive()
            patience.wait()
        yield folder


def _listens(control_plane: ControlPlane) -> bool:
    with control_plane.entered(), socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", _KUBELET_PORT)) == 0


def _internal_address(node: Object) -> str:
    addresses = node.get("status", {}).get("addresses", ())
    return next((each["address"] for each in addresses if each["type"] == "InternalIP"), "")
