"""A node record, independent of its format; each value has its line."""

from datetime import datetime, timedelta

from calicovet.model.record import record


@record
class Told:
    """A value and where it stands; line 0: not shown."""

    text: str = ""
    line: int = 0


@record(kw_only=True)
class ConditionRecord:
    line: int
    leaves: tuple[int, ...] = ()
    """The lines of an object that tell status, reason and message; a text has all in one."""
    type: str
    status: str
    reason: str = ""
    message: str = ""
    since: datetime | None = None
    heartbeat: datetime | None = None


UNTOLD = Told()
MIGRATION = "projectcalico.org/operator-node-migration"


@record(kw_only=True)
class NodeRecord:
    name: str
    line: int
    status: str = ""
    status_lines: tuple[int, ...] = ()
    """Where an object says what keeps the node from working."""
    roles: str = ""
    age: timedelta | None = None
    kubelet: Told = UNTOLD
    runtime: Told = UNTOLD
    kernel: Told = UNTOLD
    os: Told = UNTOLD
    cpus: Told = UNTOLD
    architecture: Told = UNTOLD
    internal: tuple[Told, ...] = ()
    calico: tuple[Told, ...] = ()
    """Calico's own addresses, from the annotations."""
    machine: Told = UNTOLD
    system: Told = UNTOLD
    provider: Told = UNTOLD
    """spec.providerID: aws:///eu-west-1a/i-0abc."""
    vtep: tuple[Told, Told] = (UNTOLD, UNTOLD)
    """Address and MAC that Calico has stored for the node's end of the VXLAN tunnel."""
    migration: Told | None = None
    """The label of the operator's migration, empty where the node has none; None: labels were not shown."""
    pod_cidr: Told | None = None
    """None: the place where it would stand was not shown."""
    conditions: tuple[ConditionRecord, ...] = ()
    taints: tuple[Told, ...] = ()
    """As describe writes them: `key=value:Effect`."""
    labels: tuple[Told, ...] = ()
    """All of them, as describe writes them: `key=value`; none where they were not shown to the end."""
