"""Refusals of a kubelet or its proxy, and how to gain access."""

from collections.abc import Mapping

from calicovet.model.commands.manual_commands import by_hand
from calicovet.model.commands.shell import Part, command
from calicovet.model.evidence import EvidenceKind, Gap, GapReason, Request
from calicovet.model.record import record
from calicovet.world.access.rbac_rules import Rule
from calicovet.world.collectors.kubelet_sources import Source

_LONGEST = 300
_GRANT = f"RBAC {Rule('', 'nodes/proxy', 'get')}"
_KUBELET_API = "bind ClusterRole system:kubelet-api-admin to the API server's own user"
_LOG_HANDLER = "in the kubelet's configuration enableSystemLogHandler: true"
_LOG_QUERY = f"{_LOG_HANDLER}, enableSystemLogQuery: true, featureGates: {{NodeLogQuery: true}}"
_CNI_LOG = "tail -n 200 /var/log/calico/cni/cni.log"
_REASONS: Mapping[int, GapReason] = {
    401: GapReason.FORBIDDEN,
    403: GapReason.FORBIDDEN,
    405: GapReason.NOT_CONFIGURED,
    408: GapReason.TIMED_OUT,
    429: GapReason.TIMED_OUT,
    502: GapReason.UNREACHABLE,
    503: GapReason.UNREACHABLE,
    504: GapReason.TIMED_OUT,
}


@record
class Refusal:
    """Why a source gave nothing, whatever it was asked for."""

    reason: GapReason
    detail: str
    remedy: str = ""
    """A grant or a setting; empty where there is none."""

    def gap(self, request: Request) -> Gap:
        """The gap it leaves: the remedy, and the line that needs none."""
        line = _CNI_LOG if request.kind is EvidenceKind.OTHER_LOG else by_hand(request, {})
        typed = command("on {node}: {line}", node=request.about.node, line=Part(line))
        close = f"{self.remedy}; or {typed}" if self.remedy else typed
        return Gap(request, self.reason, " ".join(self.detail.split())[:_LONGEST], close)


QUERY_IS_OFF = Refusal(GapReason.NOT_CONFIGURED, "node log query is disabled", _LOG_QUERY)
NOT_SERVED = Refusal(GapReason.NOT_CONFIGURED, "no kubelet serves this")


def refusal(source: Source, status: int, message: str) -> Refusal:
    """What an answer other than 200 means."""
    reason = _REASONS.get(status, GapReason.ABSENT)
    if "error trying to reach service" in message or "error dialing backend" in message:
        # The API server could not reach the kubelet, whatever the number says.
        late = "timeout" in message or "deadline exceeded" in message
        reason = GapReason.TIMED_OUT if late else GapReason.UNREACHABLE
    return Refusal(reason, message or f"HTTP {status}", _remedy(source, status, message))


def _remedy(source: Source, status: int, message: str) -> str:
    if status == 403:
        # In these words the kubelet refuses the API server; all others are the API server's to us.
        return _KUBELET_API if "resource=nodes" in message else _GRANT
    if status == 405 and source.path.startswith("logs/"):
        # `logs endpoint is disabled.`, or `Debug endpoints are disabled.`
        debugging = "in the kubelet's configuration enableDebuggingHandlers: true"
        return debugging if "Debug endpoints" in message else _LOG_HANDLER
    return ""
