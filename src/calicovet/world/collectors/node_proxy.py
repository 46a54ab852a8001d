"""Calls a kubelet through the API server's node proxy."""

from calicovet.model.evidence import GapReason
from calicovet.world.collectors.kubelet import Ask, Reply
from calicovet.world.collectors.kubelet_sources import Source, proxy_path
from calicovet.world.kube.client import Client
from calicovet.world.kube.errors import ApiError, ApiRefused, ApiUnreachable, Why

PATIENCE = 5.0
"""Seconds; a kubelet that hangs must not hold up the rest."""


def asking(client: Client, node: str, patience: float = PATIENCE) -> Ask:
    """A way to put questions to that node's kubelet, for so many seconds each."""

    def ask(source: Source) -> Reply:
        headers = (source.range_header,) if source.range_header else ()
        path = proxy_path(node, source)
        try:
            answer = client.get(path, limit=source.bound, timeout=patience, headers=headers)
        except ApiRefused as refused:
            return Reply(status=refused.status, chunks=(refused.message.encode(),))
        except ApiUnreachable as error:
            late = error.why is Why.TIMED_OUT
            return Reply(
                failure=GapReason.TIMED_OUT if late else GapReason.UNREACHABLE, detail=error.detail
            )
        except ApiError:
            return Reply(failure=GapReason.STOPPED)
        return Reply(status=answer.status, chunks=(answer.body,), cut=answer.cut)

    return ask
