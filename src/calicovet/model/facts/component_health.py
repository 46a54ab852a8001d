"""Facts about the health of Felix and of BGP sessions."""

from calicovet.model.facts.base import Fact
from calicovet.model.record import record


@record(kw_only=True)
class FelixHealth(Fact):
    """`Overall health status changed`; a change, so it holds until the next one."""

    live: bool
    ready: bool


@record(kw_only=True)
class FelixHealthRow(Fact):
    """A row of the health table."""

    component: str
    timeout: str = ""
    liveness: str = ""
    readiness: str = ""
    detail: str = ""


@record(kw_only=True)
class PeerState(Fact):
    """A BGP session, as `calicoctl node status` or birdcl shows it."""

    peer: str
    type: str = ""
    state: str = ""
    info: str = ""


@record(kw_only=True)
class BgpNotEstablished(Fact):
    """The readiness probe's list of peers without a session."""

    peers: tuple[str, ...]
    established: int | None = None
    """`Number of node(s) with BGP peering established = N`, where it was printed."""
