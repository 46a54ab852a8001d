"""Whether a pod or container is calico-node's, by its name."""

import re
from functools import cache

from calicovet.model.subject import CALICO_NODE

INIT_CONTAINERS = (
    "upgrade-ipam",
    "install-cni",
    "flexvol-driver",
    "mount-bpffs",
    "ebpf-bootstrap",
    "hostpath-init",
    "install-flexvolume",
)
_ON_THE_HOST_NETWORK = (
    "calico-node",
    "calico-typha",
    "canal",
    "rke2-canal",
    "kube-proxy",
    "kube-apiserver",
    "kube-controller-manager",
    "kube-scheduler",
    "etcd",
)


@cache
def _calico_node() -> re.Pattern[str]:
    return re.compile(rf"{CALICO_NODE}(?:-windows)?(?:-[a-z0-9]+|-\*+)?$")


@cache
def _masked() -> re.Pattern[str]:
    return re.compile(r"[a-z0-9][a-z0-9.-]{0,252}-(?:(?:[Xx]{1,12}|\*{1,12})-?){1,2}$")


def is_masked(name: str) -> bool:
    """Whether a person hid the ending of a pod's name (calico-node-XXXX), so that it may mean any of them."""
    return _masked().match(name[:260]) is not None


def with_small_mask(name: str) -> str:
    """A pod's name with small letters where a person masked it: as anybody else would have."""
    return name.lower() if is_masked(name) else name


def is_calico_node(name: str) -> bool:
    """Whether a pod, or a DaemonSet, of that name runs calico-node."""
    return _calico_node().match(name[:260]) is not None


def is_on_the_host_network(name: str) -> bool:
    """Whether a pod of that name has its node's own address, as these always have."""
    return is_calico_node(name) or any(
        name.startswith(f"{known}-") for known in _ON_THE_HOST_NETWORK
    )


_BESIDE_CALICO = ("calico", "canal", "tigera", "typha", "kube-proxy")
_CONTROL_PLANE = ("kube-apiserver", "kube-controller-manager", "kube-scheduler", "coredns", "etcd")


def is_a_strangers(pod: str) -> bool:
    """Whether a pod of that name runs neither Calico nor kube-proxy."""
    return bool(pod) and not any(name in pod for name in _BESIDE_CALICO)


@cache
def _made_by_a_controller() -> re.Pattern[str]:
    return re.compile(r".{1,247}-(?:[a-z0-9]{5}|\d{1,4})$")


def is_a_strangers_log(pod: str, container: str) -> bool:
    """Whether a log is another program's by the names of its pod and container, whatever its lines say.

    A name that a controller made is no placeholder that a person wrote for calico-node's.
    """
    if not pod:
        return container in _CONTROL_PLANE
    made = _made_by_a_controller().match(pod[:260]) is not None or pod.startswith(_CONTROL_PLANE)
    return made and is_a_strangers(pod) and not is_masked(pod)


def container_by_image(image: str) -> str:
    """The container that runs this image, where only one does; empty otherwise."""
    name = image.partition("@")[0].rpartition("/")[2].partition(":")[0]
    if name.endswith("calico-node") or (name == "node" and "calico" in image):
        return "calico-node"
    if "flexvol" in name:
        return "flexvol-driver"
    return ""
