"""What a fault and a twin are: what is done, how one sees that it bites, what has to be said of it."""

from collections.abc import Callable
from enum import Enum

from calicovet.model.record import record
from gym.place import Place


class Scope(Enum):
    """How far a fault reaches."""

    NODE = "node"
    """Only its own node: others may be broken at the same time."""
    CLUSTER = "cluster"
    """Objects that all nodes share: nothing else may be broken meanwhile."""


class Install(Enum):
    """How Calico was put into the cluster."""

    MANIFEST = "manifest"
    OPERATOR = "operator"


class Said(Enum):
    """How surely calicovet names a cause."""

    PROVEN = "proven"
    LIKELY = "likely"
    SILENT = "silent"
    """What it sees does not tell; it says what decides."""


@record(kw_only=True)
class Fault:
    """One way to break a node, and what calicovet has to say of it."""

    title: str
    """What is done, in a few words."""
    cause: str
    """The name of the cause in the catalogue."""
    inject: Callable[[Place], None]
    bites: Callable[[Place], bool]
    """Whether the fault shows: asked until it is so, or until the time is up."""
    heal: Callable[[Place], None]
    """Takes away what `inject` did and nothing else; calico-node has to be ready afterwards."""
    live: Said = Said.PROVEN
    text: Said = Said.PROVEN
    host: Said = Said.PROVEN
    """From pasted text together with what host-script printed."""
    also: tuple[str, ...] = ()
    """Causes that are as right: consequences of the fault, or its other names."""
    decides: tuple[str, ...] = ()
    """Words of commands whose output decides; the next question about an unhealthy node without a cause holds one."""
    scope: Scope = Scope.NODE
    anywhere: bool = False
    """Whether it is as right to name another node for it: all of them suffer alike."""
    install: Install = Install.MANIFEST
    seconds: float = 120
    """How long it may take until it bites."""
    group: str = ""
    """A set that can be asked for by name, such as `five`."""


@record(kw_only=True)
class Twin:
    """Something harmless that looks like a fault: calicovet has to keep quiet, or name the real thing."""

    title: str
    of: str
    """The fault that it looks like."""
    inject: Callable[[Place], None]
    holds: Callable[[Place], bool]
    """Whether what looks like the fault is there, and calico-node has come to rest."""
    heal: Callable[[Place], None]
    cause: str = ""
    """The real thing, where there is one; empty: the node is healthy."""
    also: tuple[str, ...] = ()
    scope: Scope = Scope.NODE
    install: Install = Install.MANIFEST
    seconds: float = 120
