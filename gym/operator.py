"""A cluster into which the real tigera-operator has put Calico."""

import signal
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Event
from typing import Any

from gym.cluster import Cluster, Object
from gym.images import archives
from lab import cache
from lab.control_plane import ControlPlane
from lab.errors import LabError
from lab.processes import Process

RELEASE = "v3.26.0"
"""What the only version of the operator that is served puts in."""
INSTALLATION = "installation/default"

_OWN = "tigera-operator"
_LAG = 2.0
"""Seconds in which the operator and the controllers have seen a change; they take less than half of one."""
_RBAC = "rbac.authorization.k8s.io"


class OperatorCluster(Cluster):
    """A cluster whose Calico belongs to an operator, which can be halted."""

    def __init__(self, *, nodes: int, stop: Event | None = None) -> None:
        images = archives(RELEASE)
        super().__init__(nodes=nodes, images=images, namespace="calico-system", stop=stop)
        self._operator: Process | None = None

    def start_operator(self) -> None:
        """Runs it beside the API server: it needs no node to start on."""
        plane = self.control_plane
        token = self.kubectl("create", "token", _OWN, "-n", _OWN, "--duration=24h").strip()
        config = plane.folder / f"{_OWN}.kubeconfig"
        config.write_text(_kubeconfig(plane, token))
        resolv = plane.folder / "resolv.conf"
        resolv.write_text(_RESOLV)
        line = plane.namespace.line(*_with_resolv(resolv), str(cache.need(_OWN)), *_FLAGS)
        environment = {**_ENVIRONMENT, "HOME": str(plane.folder), "KUBECONFIG": str(config)}
        log = plane.folder / f"{_OWN}.log"
        self._operator = Process(_OWN, line, log, environment=environment)

    def stop_operator(self) -> None:
        self._running.stop()

    def freeze_operator(self) -> None:
        """It sees nothing and does nothing, until it is thawed."""
        self._running.send(signal.SIGSTOP)

    def thaw_operator(self) -> None:
        self._running.send(signal.SIGCONT)

    def need_operator(self) -> None:
        """Says why it ended, if it ended."""
        self._running.need_alive()

    @property
    def _running(self) -> Process:
        if self._operator is None:
            raise LabError("the operator was not started")
        return self._operator


@contextmanager
def operator_cluster(
    nodes: int, *, bgp: bool = True, stop: Event | None = None
) -> Iterator[OperatorCluster]:
    """A cluster whose calico-node, put in by the operator, is ready on every node."""
    with ExitStack() as stack:
        cluster = stack.enter_context(OperatorCluster(nodes=nodes, stop=stop))
        cluster.boot()
        definitions = cluster.control_plane.run(str(cache.need(_OWN)), "--print-calico-crds=all")
        cluster.apply_text(definitions.stdout)
        cluster.await_true(lambda: _are_defined(cluster), "Calico's kinds are served", 60)
        cluster.apply(*_OBJECTS, installation(bgp=bgp))
        # Started before them, the operator may take long to see that there are any.
        cluster.await_true(lambda: len(cluster.list("nodes")) == nodes, "all nodes joined", 300)
        cluster.start_operator()
        stack.callback(cluster.stop_operator)
        cluster.await_true(lambda: _is_rendered(cluster), "the operator makes a DaemonSet", 300)
        cluster.await_ready(seconds=400)
        yield cluster


def of_operator(cluster: Cluster) -> OperatorCluster:
    """The same cluster, which an operator has to look after."""
    if not isinstance(cluster, OperatorCluster):
        raise LabError("no operator looks after this cluster")
    return cluster


def installation(*, bgp: bool) -> Object:
    """What an administrator asks the operator for."""
    return {
        "apiVersion": "operator.tigera.io/v1",
        "kind": "Installation",
        "metadata": {"name": "default"},
        "spec": {
            "variant": "Calico",
            # Their images hold programs that cannot be built here.
            "flexVolumePath": "None",
            "kubeletVolumePluginPath": "None",
            "calicoNetwork": {
                "bgp": "Enabled" if bgp else "Disabled",
                "ipPools": [{"cidr": "192.168.0.0/16", "encapsulation": "VXLAN", "blockSize": 26}],
            },
        },
    }


def patch_installation(cluster: Cluster, spec: Mapping[str, Any]) -> None:
    """Changes fields of the Installation; None takes one away."""
    cluster.patch(INSTALLATION, {"spec": spec})


def await_rollout(cluster: Cluster) -> None:
    """Returns when every pod is of the DaemonSet's last revision."""
    time.sleep(_LAG)
    cluster.await_rollout()
    cluster.await_ready()


def await_template(cluster: Cluster, text: str) -> None:
    """Returns when the operator has written it into the DaemonSet."""
    cluster.await_true(lambda: text in str(_daemonset(cluster)), f"the DaemonSet has {text}", 60)


def _daemonset(cluster: Cluster) -> Any:
    return cluster.get("daemonset", "calico-node", "-n", cluster.namespace)


def _are_defined(cluster: Cluster) -> bool:
    # kubectl's own wait gives up on a definition that is too young to have conditions.
    return all(
        any(
            each["type"] == "Established" and each["status"] == "True"
            for each in definition["status"].get("conditions") or ()
        )
        for definition in cluster.list("customresourcedefinitions")
    )


def _is_rendered(cluster: OperatorCluster) -> bool:
    cluster.need_operator()
    return _daemonset(cluster) is not None


def _kubeconfig(plane: ControlPlane, token: str) -> str:
    authority = plane.authority.certificate
    return f"""\
apiVersion: v1
kind: Config
clusters: [{{name: lab, cluster: {{server: "{plane.server}", certificate-authority: {authority}}}}}]
users: [{{name: operator, user: {{token: "{token}"}}}}]
contexts: [{{name: lab, context: {{cluster: lab, user: operator}}}}]
current-context: lab
"""


def _with_resolv(resolv: Path) -> Sequence[str]:
    # From its search list the operator learns the name of the cluster's domain.
    mounted = 'mount --bind "$1" /etc/resolv.conf; shift; exec "$@"'
    return ("unshare", "--mount", "sh", "-ec", mounted, "sh", str(resolv))


_RESOLV = """\
search tigera-operator.svc.cluster.local svc.cluster.local cluster.local
nameserver 10.96.0.10
"""
_FLAGS = ("--enable-leader-election=false", "--manage-crds=false")
_ENVIRONMENT: Mapping[str, str] = {
    "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    # It copies these two into every pod that it makes.
    "KUBERNETES_SERVICE_HOST": "10.96.0.1",
    "KUBERNETES_SERVICE_PORT": "443",
    "OPERATOR_NAMESPACE": _OWN,
    "OPERATOR_SERVICEACCOUNT": _OWN,
    "OPERATOR_NAME": _OWN,
    "POD_NAME": _OWN,
    "TIGERA_OPERATOR_INIT_IMAGE_VERSION": "v1.30.0",
}
_OBJECTS: Sequence[Object] = (
    {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": _OWN}},
    {
        "apiVersion": "v1",
        "kind": "ServiceAccount",
        "metadata": {"name": _OWN, "namespace": _OWN},
    },
    {
        "apiVersion": f"{_RBAC}/v1",
        "kind": "ClusterRoleBinding",
        "metadata": {"name": _OWN},
        "roleRef": {"apiGroup": _RBAC, "kind": "ClusterRole", "name": "cluster-admin"},
        "subjects": [{"kind": "ServiceAccount", "name": _OWN, "namespace": _OWN}],
    },
)
