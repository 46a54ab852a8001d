"""A pod record, independent of its format; each value has its line."""

from datetime import datetime

from calicovet.model.facts import Probe, Running
from calicovet.model.record import record


@record
class Named:
    """A name and its value: a variable, a limit, a label."""

    name: str
    value: str
    line: int


@record(kw_only=True)
class ProbeRecord:
    probe: Probe
    line: int
    leaves: tuple[int, ...] = ()
    """The lines of an object that hold its numbers; a text has them all on one line."""
    handler: str
    asks: str = ""
    delay: int = 0
    timeout: int = 1
    period: int = 10
    failures: int = 3


@record(kw_only=True)
class StateRecord:
    """What a container does, or did in the run before."""

    phase: Running
    line: int
    reason: str = ""
    last_line: int = 0
    """Where the reason and the exit code end; 0: they do not follow the line."""
    leaves: tuple[int, ...] = ()
    """The lines of an object that hold what decides, the most telling first; none in a text."""
    reason_line: int = 0
    """In an object, where the lines that follow may tell something else."""
    message: str = ""
    message_line: int = 0
    exit_code: int | None = None
    started: datetime | None = None
    finished: datetime | None = None


@record(kw_only=True)
class ContainerRecord:
    name: str
    line: int
    init: bool = False
    position: int = 0
    image: str = ""
    image_line: int = 0
    container_id: str = ""
    state: StateRecord | None = None
    last_state: StateRecord | None = None
    ready: bool | None = None
    ready_line: int = 0
    restarts: int | None = None
    restarts_line: int = 0
    """As with readiness, known of objects only: a text is cited by its status."""
    privileged: bool | None = None
    """Of objects only; None where they do not tell."""
    privileged_line: int = 0
    limits: tuple[Named, ...] = ()
    probes: tuple[ProbeRecord, ...] = ()
    environment: tuple[Named, ...] = ()


@record(kw_only=True)
class PodRecord:
    """One pod, or a pod template; empty parts were not shown."""

    line: int
    name: str = ""
    namespace: str = ""
    node: str = ""
    node_line: int = 0
    """Where the node's address stands."""
    host_address: str = ""
    phase: str = ""
    phase_line: int = 0
    reason: str = ""
    message: str = ""
    why_lines: tuple[int, ...] = ()
    """Where an object has reason and message; a text has them by its status."""
    started: datetime | None = None
    started_line: int = 0
    going: datetime | None = None
    """By when it is to be gone, where it was deleted."""
    controlled_by: str = ""
    labels: tuple[Named, ...] = ()
    annotations: tuple[Named, ...] = ()
    containers: tuple[ContainerRecord, ...] = ()
