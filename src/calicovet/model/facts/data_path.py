"""Facts about packets between nodes and a node's identity on the network."""

from datetime import datetime
from typing import ClassVar

from calicovet.model.facts.base import Fact
from calicovet.model.record import record


@record(kw_only=True)
class LinkCounters(Fact):
    """How many packets a link has taken in and sent out since it was made."""

    name: str
    received: int
    sent: int


@record(kw_only=True)
class LinkOffload(Fact):
    """What a link leaves to the card below it, as `ethtool -k` shows."""

    link: str
    feature: str
    on: bool


@record(kw_only=True)
class VtepStored(Fact):
    """The end of the VXLAN tunnel that Calico has stored for the node; what is empty is not stored."""

    address: str = ""
    mac: str = ""


@record(kw_only=True)
class MachineIdentity(Fact):
    """What the kubelet identifies its machine by."""

    single: ClassVar[bool] = True
    machine: str = ""
    """/etc/machine-id."""
    system: str = ""
    """The board's product_uuid."""


@record(kw_only=True)
class NodeProvider(Fact):
    """Whose machine the node is, by its providerID: aws, azure, gce, openstack …"""

    single: ClassVar[bool] = True
    name: str


@record(kw_only=True)
class LeaseRenewed(Fact):
    """When the holder of a lease in kube-system said last that it is at work."""

    name: str
    renewed: datetime


@record(kw_only=True)
class ControllerManagerState(Fact):
    """How a pod of kube-controller-manager does; all nodes depend on it."""

    name: str
    ready: bool
    status: str
