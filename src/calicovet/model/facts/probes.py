"""Facts about probes and their results."""

from enum import StrEnum
from typing import ClassVar

from calicovet.model.facts.base import Fact
from calicovet.model.record import record


class Probe(StrEnum):
    LIVENESS = "liveness"
    READINESS = "readiness"
    STARTUP = "startup"


@record(kw_only=True)
class ProbeSpec(Fact):
    """A probe of container calico-node; seconds as Kubernetes counts them."""

    intent: ClassVar[bool] = True
    probe: Probe
    handler: str
    """`exec` or `http`."""
    asks: str = ""
    """The command, or host:port/path."""
    delay: int = 0
    timeout: int = 1
    period: int = 10
    failures: int = 3


@record(kw_only=True)
class ProbeFailed(Fact):
    """An Unhealthy event, or a kubelet line that says the same."""

    probe: Probe
    text: str
    """What the probe answered; empty where it was cut off by its time-out."""
    count: int = 1
    timed_out: bool = False


@record(kw_only=True)
class KilledByProbe(Fact):
    """The kubelet says that it restarts the container because of a probe."""

    probe: Probe
