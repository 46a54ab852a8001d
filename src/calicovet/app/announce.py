"""Which cluster is meant, said before the first request goes out."""

from calicovet.app.settings import Settings
from calicovet.app.streams import tell

TYPE_CHECKING = False
if TYPE_CHECKING:
    from calicovet.world.kube.target import Target


def announce(target: "Target", settings: Settings) -> None:
    """Names context and server: on which cluster one acts is the worst of surprises."""
    if target.in_cluster:
        tell("in-cluster", settings, server=target.server)
    else:
        tell("cluster", settings, context=target.context or "–", server=target.server)
