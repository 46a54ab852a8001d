"""A live cluster whose BGP mesh is off, and all of whose pods are ready."""

from typing import Any

import pytest

from calicovet.model.diagnosis import NodeState, SummaryVerdict
from calicovet.model.language import Language
from calicovet.report.page.from_diagnosis import make_page
from tests.support.small_objects import daemonset, healthy
from tests.unit.app.services.test_who_is_sick import causes, look

_API = "crd.projectcalico.org/v1"
_CAUSE = "dp-mesh-disabled-no-peers"


def _calico(kind: str, name: str, **spec: object) -> dict[str, Any]:
    return {"apiVersion": _API, "kind": kind, "metadata": {"name": name}, "spec": spec}


_OFF = _calico("BGPConfiguration", "default", nodeToNodeMeshEnabled=False)
_REFLECTORS = _calico("BGPPeer", "rr", nodeSelector="all()", peerSelector="rr == 'true'")
_RACK = _calico("BGPPeer", "rack", nodeSelector="rack == 'a'", peerIP="192.0.2.1")


def _nodes(count: int, **labels: str) -> list[dict[str, Any]]:
    """The first node has the labels."""
    made = [each for number in range(count) for each in healthy(number)]
    first = next(each for each in made if each["kind"] == "Node")
    first["metadata"]["labels"] = {**first["metadata"].get("labels", {}), **labels}
    return made


@pytest.mark.parametrize("peers", [(), (_REFLECTORS,)], ids=["no-peer", "no-reflector"])
def test_ready_nodes_without_any_peer_are_broken(peers: tuple[dict[str, Any], ...]) -> None:
    found = look(daemonset(3), *_nodes(3), _OFF, *peers)
    assert causes(found) == [_CAUSE]
    assert [node.state for node in found.diagnosis.nodes] == [NodeState.SICK] * 3
    first = found.diagnosis.nodes[0].findings[0]
    assert (first.name, first.verdict.value) == (_CAUSE, "proven")


def test_only_the_nodes_that_no_selector_meets_are_broken() -> None:
    found = look(daemonset(3), *_nodes(3, rack="a"), _OFF, _RACK)
    sick = [node.node for node in found.diagnosis.nodes if node.state is NodeState.SICK]
    assert sick == ["node-1", "node-2"]


def test_a_labelled_reflector_serves_all() -> None:
    found = look(daemonset(3), *_nodes(3, rr="true"), _OFF, _REFLECTORS)
    assert found.diagnosis.summary.verdict is SummaryVerdict.HEALTHY


def test_of_a_big_cluster_some_nodes_are_examined_and_the_others_mentioned() -> None:
    found = look(daemonset(40), *_nodes(40), _OFF)
    assert causes(found) == [_CAUSE]
    summary = found.diagnosis.summary
    assert (summary.sick, summary.healthy) == (40, 0)
    assert make_page(found.diagnosis, Language.EN).blocks
