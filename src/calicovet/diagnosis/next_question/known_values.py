"""What fills the holes of a command line: names and addresses that are known."""

from collections.abc import Mapping

from calicovet.diagnosis.next_question.first_questions import Told
from calicovet.model.case import NodeView
from calicovet.model.facts import (
    ApiCallFailed,
    ApiEndpoint,
    BgpNotEstablished,
    PeerState,
    ServiceAddress,
)
from calicovet.model.facts.failure import Failure


def known_values(node: NodeView, told: Told) -> Mapping[str, str]:
    """By hole: names and addresses that the evidence gives."""
    known = {
        "namespace": node.namespace or told.namespace,
        "pod": node.pod or told.pod,
        "node": node.name or "",
    }
    view = node.unread()
    if service := view.one(ServiceAddress):
        known["service"] = f"{service.address}:443"
    elif call := view.one(ApiCallFailed, lambda call: call.target.endswith(":443")):
        known["service"] = call.target
    elif failed := view.one(Failure, lambda found: found.thing.text.endswith(":443")):
        known["service"] = failed.thing.text
    if endpoint := view.one(ApiEndpoint):
        known["endpoint"] = endpoint.address
    if waits := view.one(BgpNotEstablished, lambda found: bool(found.peers)):
        known["peer"] = waits.peers[0]
    elif peer := view.one(PeerState, lambda found: found.info != "Established"):
        known["peer"] = peer.peer
    return known
