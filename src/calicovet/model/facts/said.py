"""Facts for known messages, one class per speaker; `key` is the message's name in
`parse/messages`."""

from calicovet.model.facts.base import Fact
from calicovet.model.provenance import Speaker
from calicovet.model.record import record

STRANGER: str = Speaker.STRANGER
"""The process of who belongs neither to Calico nor to the node's own services: his troubles are not calico-node's."""


@record(kw_only=True)
class Said(Fact):
    """A known message, with what stood in its holes."""

    key: str
    details: tuple[tuple[str, str], ...] = ()
    count: int = 1
    """How often it stood in the same piece; the fact cites the last one."""
    fatal: bool = False
    """The process ends of it."""

    def detail(self, name: str) -> str:
        """What stood in the hole of that name; empty where there was none."""
        return dict(self.details).get(name, "")


@record(kw_only=True)
class StartupSaid(Said):
    """`calico-node -startup`, the tunnel allocator, and rc.local around them."""


@record(kw_only=True)
class FelixSaid(Said):
    """Felix."""


@record(kw_only=True)
class BgpSaid(Said):
    """confd and BIRD."""


@record(kw_only=True)
class IpamUpgradeSaid(Said):
    """`calico-ipam -upgrade`."""


@record(kw_only=True)
class CniInstallSaid(Said):
    """install-cni, and the later token watcher."""


@record(kw_only=True)
class CniPluginSaid(Said):
    """The CNI plugin on behalf of other pods: in their events, in cni.log, in the kubelet's journal."""


@record(kw_only=True)
class ControllersSaid(Said):
    """calico-kube-controllers, Typha and the operator."""


@record(kw_only=True)
class KubeletSaid(Said):
    """The kubelet: its journal, node conditions and events."""


@record(kw_only=True)
class RuntimeSaid(Said):
    """containerd, dockerd, cri-o, runc; also as the kubelet quotes them."""


@record(kw_only=True)
class KernelSaid(Said):
    """The kernel's ring buffer."""


@record(kw_only=True)
class KubeProxySaid(Said):
    """kube-proxy."""
