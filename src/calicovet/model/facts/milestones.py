"""Facts for lines that mark progress of a start, and for harmless lines."""

from enum import StrEnum

from calicovet.model.facts.base import Fact
from calicovet.model.record import record


class Milestone(StrEnum):
    IPAM_UPGRADE_BEGAN = "ipam-upgrade-began"
    IPAM_UPGRADE_DONE = "ipam-upgrade-done"
    CNI_INSTALL_BEGAN = "cni-install-began"
    CNI_BINARIES_WRITTEN = "cni-binaries-written"
    CNI_INSTALLED = "cni-installed"
    BPF_PREPARED = "bpf-prepared"
    STARTUP_BEGAN = "startup-began"
    NODE_NAMED = "node-named"
    DATASTORE_CHECK_BEGAN = "datastore-check-began"
    DATASTORE_REACHED = "datastore-reached"
    DATASTORE_CHECK_SKIPPED = "datastore-check-skipped"
    NODE_READ = "node-read"
    ADDRESS_CHOSEN = "address-chosen"
    NODE_CONFIGURED = "node-configured"
    """The AS number was settled: addresses are chosen and free."""
    POOLS_READY = "pools-ready"
    STARTUP_FINISHED = "startup-finished"
    """`Using node name:`, the last word of the start-up program."""
    TUNNEL_ADDRESS_KEPT = "tunnel-address-kept"
    SERVICES_STARTED = "services-started"
    """`Calico node started successfully`."""
    FELIX_BEGAN = "felix-began"
    FELIX_HEALTH_SERVED = "felix-health-served"
    FELIX_CONFIGURED = "felix-configured"
    TYPHA_CONNECTED = "typha-connected"
    FELIX_IN_SYNC = "felix-in-sync"
    DATAPLANE_READY = "dataplane-ready"
    CONFD_BEGAN = "confd-began"
    BIRD_CONFIG_WRITTEN = "bird-config-written"
    BIRD_BEGAN = "bird-began"
    BGP_ESTABLISHED = "bgp-established"
    NETWORK_MARKED_AVAILABLE = "network-marked-available"
    STARTUP_ENDED = "startup-ended"
    """`Terminating`: the start-up program gave up; the line before says why."""
    NODE_FAILED_TO_START = "node-failed-to-start"
    """`Calico node failed to start`: container calico-node exits with 1."""
    STOPPED_BY_SIGNAL = "stopped-by-signal"
    """Felix was told to stop from outside."""


@record(kw_only=True)
class MilestoneReached(Fact):
    """A process said so; `about.container` where it is known."""

    milestone: Milestone
    process: str = ""
    """startup, felix, confd, bird, upgrade-ipam, install-cni …"""


@record(kw_only=True)
class HarmlessLine(Fact):
    """An alarming line that means nothing, unless it goes on; `key` finds the reason in words."""

    key: str
    never: bool = True
    """False: it matters if it persists."""


@record(kw_only=True)
class NodeNameUsed(Fact):
    """The name that a Calico process goes by: `Determined node name`, FelixHostname, a nodename file."""

    name: str
    where: str = "log"
    """`log`, `file` (/var/lib/calico/nodename), `conflist` (the CNI configuration)."""
    via: str = ""
    """`NODENAME`, `file`, `HOSTNAME`, where the log says."""


@record(kw_only=True)
class Crashed(Fact):
    """A Go program ended with a trace: a bug, whatever brought it about."""

    words: str
    """What stands behind `panic:` or `fatal error:`."""
    frame: str = ""
    """The topmost function of Calico's own code, with its package; empty where the trace shows none."""
    place: str = ""
    """Its file and line, below the repository."""
    process: str = ""


@record(kw_only=True)
class FatalLine(Fact):
    """A fatal or last error line that matches no known message: the place to look."""

    text: str
    process: str = ""
