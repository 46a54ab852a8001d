"""Names the cluster and the user before the first request."""

from calicovet.app.cli.output import notify
from calicovet.app.cli.settings import Settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from calicovet.world.kube.target import Target


def announce(target: "Target", settings: Settings) -> None:
    """Names context, server and the program that gets the credentials, which runs as the user.

    A kubeconfig that other users may write names any program they like: that is told before it runs.
    """
    if target.in_cluster:
        notify("in-cluster", settings, server=target.server)
    else:
        notify("cluster", settings, context=target.context or "–", server=target.server)
    for file in target.loose_files:
        notify("loose-kubeconfig", settings, file=file)
    if program := target.credentials.program:
        notify("exec-plugin", settings, command=program)
