"""Facts about settings and their owners."""

from enum import StrEnum
from typing import ClassVar

from calicovet.model.facts.base import Fact
from calicovet.model.record import record


@record(kw_only=True)
class SettingSeen(Fact):
    """An environment variable of container calico-node, or a field of a Calico object."""

    intent: ClassVar[bool] = True
    name: str
    value: str
    where: str = "env"
    """`env`, `felixconfiguration`, `installation`, `kubeadm`, `configmap`, `felix` (what Felix says it uses)."""


@record(kw_only=True)
class NoInstallation(Fact):
    """The operator's Installations were asked for, and there is none."""


class OwnerKind(StrEnum):
    """Who decides what the DaemonSet holds."""

    OPERATOR = "operator"
    HELM = "helm"
    ARGO_CD = "argo-cd"
    FLUX = "flux"
    KUBESPRAY = "kubespray"
    HELM_CHART_CONFIG = "helm-chart-config"
    MANIFEST = "manifest"


@record(kw_only=True)
class ManagedBy(Fact):
    """A trace of an owner: a namespace, an owner reference, a label, a manager of fields."""

    owner: OwnerKind
    by: str = ""


@record(kw_only=True)
class OperatorStatus(Fact):
    """A condition of TigeraStatus."""

    component: str
    type: str
    status: str
    reason: str = ""
    message: str = ""


@record(kw_only=True)
class PoolSeen(Fact):
    """An IPPool."""

    name: str
    cidr: str
    disabled: bool = False
    ipip: str = ""
    vxlan: str = ""
    node_selector: str = ""


@record(kw_only=True)
class WorkloadListed(Fact):
    """A DaemonSet or Deployment, by its counts."""

    kind: str
    name: str
    desired: int
    current: int | None = None
    ready: int | None = None
    updated: int | None = None
    """How many pods were made from the present template."""
    strategy: str = ""
    """`RollingUpdate` or `OnDelete`; empty where not shown."""


@record(kw_only=True)
class BeingDeleted(Fact):
    """An object of the installation that was deleted and does not go away."""

    kind: str
    """`ServiceAccount`, `Namespace`, `Installation` …"""
    name: str
    since: str = ""
    finalizers: tuple[str, ...] = ()


@record(kw_only=True)
class NoFailsafePorts(Fact):
    """A FelixConfiguration whose list of failsafe ports is empty."""

    setting: str
    """`failsafeInboundHostPorts` or `failsafeOutboundHostPorts`."""
    name: str
    """The object's name: `default`, or `node.` and the name of the one node it is for."""

    @property
    def node(self) -> str:
        """The node it is for; empty: all."""
        return self.name.removeprefix("node.") if self.name.startswith("node.") else ""


@record(kw_only=True)
class HostEndpointSeen(Fact):
    """A HostEndpoint: Calico's policy applies to this link of the node, or to all of them."""

    name: str
    node: str
