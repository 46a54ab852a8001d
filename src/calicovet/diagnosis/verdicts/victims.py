"""Marks nodes that are unready only because a peer has a wrong address."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from calicovet.model.case import NodeView
from calicovet.model.diagnosis import NodeDiagnosis, NodeState
from calicovet.model.facts import BgpNotEstablished, CalicoAddress, InternalAddress
from calicovet.model.finding import NAMED, Finding
from calicovet.model.stage import StageId


def blame(
    nodes: Iterable[NodeDiagnosis], views: Mapping[str, NodeView]
) -> tuple[NodeDiagnosis, ...]:
    """The nodes, each victim marked with whose it is."""
    nodes = tuple(nodes)
    culprits = {
        address: node.node
        for node in nodes
        if node.node and (finding := _wrong_address(node)) is not None
        for address in _addresses(views[node.node], finding)
    }
    return tuple(_judge_victim(node, culprits, views) for node in nodes)


def _wrong_address(node: NodeDiagnosis) -> Finding | None:
    return next(
        (
            finding
            for finding in node.findings
            if finding.verdict in NAMED and finding.stage is StageId.ADDRESS_CHOSEN
        ),
        None,
    )


def _addresses(view: NodeView, finding: Finding) -> set[str]:
    fresh = view.unread()
    return {
        *(str(fact.address.ip) for fact in fresh.all(CalicoAddress)),
        *(str(fact.address) for fact in fresh.all(InternalAddress)),
    }


def _judge_victim(
    node: NodeDiagnosis, culprits: Mapping[str, str], views: Mapping[str, NodeView]
) -> NodeDiagnosis:
    if node.state is not NodeState.SICK or not node.node or _wrong_address(node) is not None:
        return node
    waits = views[node.node].unread().one(BgpNotEstablished)
    if waits is None or not waits.peers:
        return node
    to_blame = {culprits.get(peer) for peer in waits.peers}
    if len(to_blame) != 1 or None in to_blame or node.node in to_blame:
        return node
    return replace(node, victim_of=next(iter(to_blame)), next=None)
