"""A real node: containerd, kubelet and kube-proxy on its own machine."""

import json
import tarfile
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_DNS, uuid5

from gym.configuration import containerd_config, kubeconfig, kubelet_config
from gym.daemon import Daemon
from gym.machine import Machine
from gym.units import CLIENT, Unit, Units
from lab import cache
from lab.control_plane import ControlPlane
from lab.errors import LabError
from lab.namespace import Namespace
from lab.patience import Patience

SOCKET = "/run/containerd/containerd.sock"
_PKI = "/var/lib/kubelet/pki"
_HEALTHZ = 10248
"""Where a kubelet answers once it has found its runtime."""
_KUBELET_UP = 30.0
_PROGRAMS = ("kubelet", "kube-proxy", "kubectl")


class Node(Machine):
    """A machine that has joined a cluster. `start` boots it with all that belongs to a node."""

    def __init__(
        self,
        name: str,
        address: str,
        *,
        network: Namespace,
        folder: Path,
        control_plane: ControlPlane,
        images: Sequence[Path],
        starter: Executor,
    ) -> None:
        super().__init__(name, folder, network, starter)
        self.address = address
        self.former_name = ""
        """Under which the host was in the cluster before `join_as`."""
        self._control_plane = control_plane
        self._images = tuple(images)
        self.cgroup_driver = "cgroupfs"
        """What the kubelet is told; written when the node boots."""
        self.systemd_cgroup = False
        """What containerd's runc is told."""
        self.containerd = Daemon(self, "containerd", ("containerd",))
        self.kubelet = Daemon(self, "kubelet", self._kubelet_line())
        self.kube_proxy = Daemon(self, "kube-proxy", self._kube_proxy_line())
        self._units = Units(
            folder,
            {
                "containerd": Unit(daemon=self.containerd, start=self._start_runtime),
                "kubelet": Unit(daemon=self.kubelet, start=self._start_kubelet),
                "kube-proxy": Unit(daemon=self.kube_proxy, start=self.kube_proxy.start),
            },
        )

    def start(self) -> None:
        super().start()
        self._lay_files()
        self._units.start()
        self._start_runtime()
        self._import_images()
        self.kubelet.start()
        self.kube_proxy.start()

    def stop(self) -> None:
        self._units.stop()
        for daemon in (self.kubelet, self.kube_proxy, self.containerd):
            daemon.stop()
        super().stop()

    def reboot(self) -> None:
        """All processes die; the machine and its daemons restart, with the files of before."""
        self.stop()
        self.start()

    def join_as(self, name: str) -> None:
        """Gives the host another name, under which its kubelet joins; the former Node object stays."""
        self.kubelet.stop()
        self.former_name, self.name = self.name if name != self.former_name else "", name
        self.sh(f"hostname {name}; echo {name} >/etc/hostname")
        self._lay_certificate()
        self.kubelet.line = tuple(self._kubelet_line())
        self._start_kubelet()

    def import_image(self, archive: Path) -> None:
        """Puts an image into the runtime's store, under the name that the archive says."""
        self.ctr("images", "import", str(archive))

    def ctr(self, *arguments: str) -> str:
        """What containerd's own client printed, about what Kubernetes runs."""
        done = self.run("ctr", "-n", "k8s.io", *arguments, seconds=120)
        if done.returncode:
            raise LabError(f"ctr {' '.join(arguments)} on {self.name}: {done.stderr.strip()}")
        return done.stdout

    def write_containerd_config(self) -> None:
        """Writes what `systemd_cgroup` says; containerd reads it at its next start."""
        self.write("/etc/containerd/config.toml", containerd_config(self.systemd_cgroup))

    def write_kubelet_config(self, **changes: Any) -> None:
        """Writes the kubelet's configuration with some fields changed; read at its next start."""
        own: Mapping[str, Any] = {"cgroupDriver": self.cgroup_driver, **changes}
        self.write("/var/lib/kubelet/config.yaml", kubelet_config(self.address, _PKI, own))

    def _lay_files(self) -> None:
        self.sh(
            "mkdir -p /run/containerd /etc/kubernetes /etc/cni/net.d /opt/cni/bin /var/lib/calico;"
            + ";".join(f"ln -sf {cache.need(name)} /usr/local/bin/{name}" for name in _PROGRAMS)
        )
        self._lay_certificate()
        self.write(
            "/etc/kubernetes/pki/ca.crt", self._control_plane.authority.certificate.read_text()
        )
        server = self._control_plane.server
        keys = f"client-certificate: {_PKI}/kubelet.crt, client-key: {_PKI}/kubelet.key"
        self.write("/etc/kubernetes/kubelet.conf", kubeconfig(server, keys))
        token = self._control_plane.token("system:kube-proxy")
        self.write("/var/lib/kube-proxy/kubeconfig.conf", kubeconfig(server, f"token: {token}"))
        self.write("/etc/resolv.conf", "nameserver 10.96.0.10\n")
        # Else they are all this one machine, and look like copies of each other.
        self.write("/etc/machine-id", f"{uuid5(NAMESPACE_DNS, self.name).hex}\n")
        self.write("/usr/local/bin/systemctl", CLIENT)
        self.sh("chmod 755 /usr/local/bin/systemctl")
        self.write("/etc/crictl.yaml", f"runtime-endpoint: unix://{SOCKET}\n")
        self.write_containerd_config()
        self.write_kubelet_config()

    def _lay_certificate(self) -> None:
        """The kubelet's own, which names the node."""
        signed = self._control_plane.certificate(
            f"kubelet-{self.name}",
            subject=f"/O=system:nodes/CN=system:node:{self.name}",
            addresses=(self.address,),
            hosts=(self.name,),
        )
        self.write(f"{_PKI}/kubelet.crt", signed.certificate.read_text())
        self.write(f"{_PKI}/kubelet.key", signed.key.read_text())

    def _start_runtime(self) -> None:
        self.containerd.start()
        self._await_runtime()

    def _start_kubelet(self) -> None:
        """Starts it until it stays: one that does not find its runtime at once ends, and systemd tries again."""
        until = time.monotonic() + _KUBELET_UP
        while time.monotonic() < until:
            self.kubelet.start()
            time.sleep(1)
            if self.kubelet.alive and self._is_open(_HEALTHZ):
                return

    def _is_open(self, port: int) -> bool:
        return self.run("bash", "-c", f"</dev/tcp/127.0.0.1/{port}").returncode == 0

    def _await_runtime(self) -> None:
        patience = Patience(30, f"containerd on {self.name} answers ({self.containerd.log})")
        while self.run("ctr", "version").returncode:
            self.containerd.need_alive()
            patience.wait()

    def _import_images(self) -> None:
        known = self.ctr("images", "ls", "-q")
        for archive in self._images:
            # A machine that boots again has them.
            if _name_in(archive) not in known.split():
                self.import_image(archive)

    def _kubelet_line(self) -> Sequence[str]:
        yields = (
            "--config=/var/lib/kubelet/config.yaml",
            "--kubeconfig=/etc/kubernetes/kubelet.conf",
            f"--hostname-override={self.name}",
            f"--node-ip={self.address}",
            f"--cert-dir={_PKI}",
        )
        return ("/usr/local/bin/kubelet", *yields)

    def _kube_proxy_line(self) -> Sequence[str]:
        return (
            "/usr/local/bin/kube-proxy",
            "--kubeconfig=/var/lib/kube-proxy/kubeconfig.conf",
            f"--hostname-override={self.name}",
            "--proxy-mode=iptables",
            "--bind-address-hard-fail=false",
            # The limit is one for all machines of this kernel: it stays as it is.
            "--conntrack-max-per-core=0",
        )


def _name_in(archive: Path) -> str:
    with tarfile.open(archive) as opened:
        found = opened.extractfile("manifest.json")
        if found is None:
            raise LabError(f"{archive} has no manifest.json")
        name: str = json.load(found)[0]["RepoTags"][0]
        return name
