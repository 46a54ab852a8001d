"""Named sets of shapes: how the same kind of failure shows from outside, for `Cause.shows_as`."""

from calicovet.model.stage import Shape

NOT_SCHEDULED = frozenset({Shape.NOT_CREATED, Shape.PENDING})
"""The pod is refused, or no node takes it."""

CONTAINERS_NOT_STARTED = frozenset({Shape.PENDING, Shape.CONTAINER_NOT_CREATED, Shape.INIT_STUCK})
"""The kubelet lacks something that the pod's containers need: an image, a volume, a sandbox."""
POD_NOT_INITIALISED = CONTAINERS_NOT_STARTED | {Shape.INIT_FAILING}
"""The same, or an init container ends with an error."""
CONTAINERS_FAIL_TO_START = POD_NOT_INITIALISED | {Shape.EXITS_AT_STARTUP}
"""The same, or calico-node itself ends with an error."""

INIT_FAILS = frozenset({Shape.INIT_STUCK, Shape.INIT_FAILING})
"""An init container hangs or ends with an error."""
INIT_NOT_RUN_OR_FAILS = INIT_FAILS | {Shape.CONTAINER_NOT_CREATED}
"""The same, or the container runtime cannot make one."""
INIT_OR_TRAFFIC_FAILS = INIT_FAILS | {Shape.RUNNING_NOT_READY, Shape.READY_BUT_BROKEN}
"""The same, or a pod that was set up before runs on without what is missing."""

DATASTORE_FAILS = INIT_FAILS | {
    Shape.EXITS_AT_STARTUP,
    Shape.STUCK_AT_STARTUP,
    Shape.KILLED_BEFORE_FELIX,
    Shape.RUNNING_NOT_READY,
}
"""The datastore does not answer or refuses: whichever program asks first fails or retries."""
DATASTORE_OR_TRAFFIC_FAILS = DATASTORE_FAILS | {Shape.READY_BUT_BROKEN}
"""The same, or calico-node goes on with what it read before."""

FELIX_FAILS = frozenset(
    {
        Shape.KILLED_BEFORE_FELIX,
        Shape.KILLED_WHILE_READY,
        Shape.RUNNING_NOT_READY,
        Shape.READY_BUT_FLAPPING,
    }
)
"""Felix does not do its work: never ready, ready for moments, or killed for it."""
FELIX_OR_TRAFFIC_FAILS = FELIX_FAILS | {Shape.READY_BUT_BROKEN}
"""The same, or Felix is ready while packets are lost."""
READY_AT_TIMES = FELIX_OR_TRAFFIC_FAILS - {Shape.KILLED_BEFORE_FELIX}
"""The same, but Felix always comes up first."""

READY_BUT_FAILS = frozenset({Shape.READY_BUT_FLAPPING, Shape.READY_BUT_BROKEN})
"""calico-node is ready, or ready for moments, and pods or packets fail."""
RUNS_BUT_FAILS = READY_BUT_FAILS | {Shape.RUNNING_NOT_READY}
"""The same, or it is never ready; it is not killed."""

DATASTORE_FAILS_AT_TIMES = DATASTORE_FAILS | READY_BUT_FAILS
"""The datastore is out of reach for some programs, or for some time."""
ADDRESS_IS_WRONG = frozenset(
    {Shape.EXITS_AT_STARTUP, Shape.RUNNING_NOT_READY, Shape.READY_BUT_BROKEN}
)
"""The node's address is not its own, or not the one that other nodes reach."""
ANY_PROGRAM_FAILS = DATASTORE_FAILS | FELIX_FAILS
"""Whichever program of the pod it hits fails: a crash, or a host or API server that is too slow."""
KILLED_REPEATEDLY = frozenset(
    {Shape.KILLED_BEFORE_FELIX, Shape.KILLED_WHILE_READY, Shape.READY_BUT_FLAPPING}
)
"""The container is killed over and over, whether or not it was ready."""
RELEASES_DO_NOT_FIT = frozenset(
    {
        Shape.NOT_CREATED,
        Shape.PENDING,
        Shape.CONTAINER_NOT_CREATED,
        Shape.INIT_FAILING,
        Shape.EXITS_AT_STARTUP,
        Shape.STUCK_AT_STARTUP,
        Shape.RUNNING_NOT_READY,
        Shape.READY_BUT_BROKEN,
    }
)
"""Calico and Kubernetes do not understand each other: objects are refused, or read wrongly."""
