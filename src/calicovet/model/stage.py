"""Stages of a start, and shapes: how a failure looks from outside."""

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum

from calicovet.model.record import record


class StageId(StrEnum):
    """What has been achieved, in calico-node's own order; Felix and BIRD run side by side."""

    POD_CREATED = "pod-created"
    POD_BOUND = "pod-bound"
    SANDBOX_READY = "sandbox-ready"
    IMAGES_PRESENT = "images-present"
    IPAM_UPGRADED = "ipam-upgraded"
    CNI_INSTALLED = "cni-installed"
    BPF_PREPARED = "bpf-prepared"
    CONTAINER_STARTED = "container-started"
    NODE_NAMED = "node-named"
    DATASTORE_REACHED = "datastore-reached"
    HOST_IPAM_UPGRADED = "host-ipam-upgraded"
    NODE_READ = "node-read"
    ADDRESS_CHOSEN = "address-chosen"
    ADDRESS_UNIQUE = "address-unique"
    NODE_SAVED = "node-saved"
    POOLS_READY = "pools-ready"
    DEFAULTS_SAVED = "defaults-saved"
    STARTUP_FINISHED = "startup-finished"
    TUNNEL_ADDRESSES_ALLOCATED = "tunnel-addresses-allocated"
    SERVICES_RUNNING = "services-running"
    FELIX_CONFIGURED = "felix-configured"
    TYPHA_CONNECTED = "typha-connected"
    FELIX_IN_SYNC = "felix-in-sync"
    DATAPLANE_READY = "dataplane-ready"
    BIRD_RUNNING = "bird-running"
    BGP_ESTABLISHED = "bgp-established"
    PROBES_PASSING = "probes-passing"
    NETWORK_AVAILABLE = "network-available"


class StageState(StrEnum):
    PASSED = "passed"
    FAILED = "failed"
    STUCK = "stuck"
    NOT_REACHED = "not-reached"
    SKIPPED = "skipped"
    UNKNOWN = "unknown"


class Shape(StrEnum):
    """What the sickness looks like from outside."""

    NOT_CREATED = "not-created"
    PENDING = "pending"
    CONTAINER_NOT_CREATED = "container-not-created"
    INIT_STUCK = "init-stuck"
    INIT_FAILING = "init-failing"
    EXITS_AT_STARTUP = "exits-at-startup"
    STUCK_AT_STARTUP = "stuck-at-startup"
    """The start-up program runs on and retries, as it does while the datastore does not answer."""
    KILLED_BEFORE_FELIX = "killed-before-felix"
    KILLED_WHILE_READY = "killed-while-ready"
    RUNNING_NOT_READY = "running-not-ready"
    READY_BUT_FLAPPING = "ready-but-flapping"
    READY_BUT_BROKEN = "ready-but-broken"
    ANOTHER_CONTAINER_FAILING = "another-container-failing"
    """calico-node itself is ready; the pod is not, because of a container beside it."""


BEFORE_ANY_LOG = frozenset({Shape.NOT_CREATED, Shape.PENDING, Shape.CONTAINER_NOT_CREATED})
"""No container has run: there is no log to ask for, only events."""


@record
class Localisation:
    """How far one run came, where it stands, what it looks like."""

    states: Mapping[StageId, StageState] = field(default_factory=dict)
    frontier: tuple[StageId, ...] = ()
    """Every failed or stuck stage; it may hold two, Felix and BIRD."""
    shape: Shape | None = None
    """None: not known, which is held against no cause."""
    container: str = ""
    """The container that fails, where it stands beside calico-node's own."""
    entered_stages: frozenset[StageId] = frozenset()
    """The stages whose way was open: everything before them was passed or does not apply."""

    def entered(self, stage: StageId) -> bool:
        """Whether the run came as far as that stage; an unknown stage counts as entered."""
        return (
            stage in self.entered_stages
            or self.states.get(stage, StageState.UNKNOWN) is StageState.UNKNOWN
        )
