"""A big cluster is told like a small one, and does not ask everybody about everything."""

from cProfile import Profile
from ipaddress import ip_address

from bench.unhealthy import unhealthy_paste
from calicovet.causes.catalogue import load_catalogue
from calicovet.diagnosis.verdicts.summary import summarise
from calicovet.model.case import NodeView
from calicovet.model.diagnosis import Diagnosis, NodeDiagnosis, NodeState
from calicovet.model.facts import InternalAddress, PodListed
from calicovet.model.finding import Finding, Verdict
from calicovet.model.peers import Everyone
from tests.unit.diagnosis.pastes import diagnosed

DESCRIBED = """\
Name:         calico-node-{n:05}
Namespace:    kube-system
Node:         node-{n}/10.0.0.{n}
Containers:
  calico-node:
    Image:          docker.io/calico/node:v3.25.0
    State:          Waiting
      Reason:       CrashLoopBackOff
    Last State:     Terminated
      Reason:       OOMKilled
      Exit Code:    137
    Ready:          False
    Restart Count:  12
    Limits:
      memory:  64Mi

"""


def _of_nodes(count: int) -> Diagnosis:
    return diagnosed("".join(DESCRIBED.format(n=number) for number in range(1, count + 1)))


def test_every_node_is_told_of() -> None:
    found = _of_nodes(110)
    assert found.summary.sick == 110
    assert {len(cause.nodes) for cause in found.summary.causes} == {110}


def test_of_many_peers_a_hundred_are_asked() -> None:
    few, many = _of_nodes(5), _of_nodes(110)
    assert len(few.nodes[0].findings[0].contrast.shows_on) == 4
    assert len(many.nodes[0].findings[0].contrast.shows_on) == 100


def _work(nodes: int) -> int:
    """Function calls of a whole diagnosis: unlike seconds they do not depend on what else the machine does."""
    text = unhealthy_paste(nodes)
    profile = Profile()
    profile.enable()
    found = diagnosed(text)
    profile.disable()
    assert found.summary.sick == nodes
    return sum(entry.callcount for entry in profile.getstats())


def test_four_times_the_unhealthy_nodes_are_four_times_the_work() -> None:
    _work(5)  # what is loaded and compiled once
    few, many = _work(150), _work(600)
    assert many < 5 * few


def _peers_of(count: int) -> tuple[Everyone, int]:
    views = [
        NodeView(
            f"n{number}",
            [InternalAddress(address=ip_address(f"10.0.{number >> 8}.{number & 255}"))],
        )
        for number in range(count)
    ]
    return Everyone(views), count


def test_an_index_asks_every_node_once() -> None:
    asked: list[str | None] = []

    def name(view: NodeView) -> tuple[str | None, ...]:
        asked.append(view.name)
        return (view.name,)

    everyone, count = _peers_of(500)
    for view in everyone.views:
        assert list(everyone.but(view).sharing(name, "n7")) == (
            [] if view.name == "n7" else [everyone.views[7]]
        )
    assert len(asked) == count


def test_peers_are_everyone_else_in_order() -> None:
    everyone, count = _peers_of(5)
    peers = everyone.but(everyone.views[2])
    names = ["n0", "n1", "n3", "n4"]
    assert [peer.name for peer in peers] == names
    assert [peers[place].name for place in range(len(peers))] == names
    assert [peer.name for peer in peers.showing(InternalAddress)] == names
    assert [peer.name for peer in peers[1:3]] == names[1:3]
    assert list(peers.showing(PodListed)) == []
    assert len(peers) == count - 1


class _Counted(str):
    """A name that counts how often it is compared."""

    __slots__ = ()
    compared = 0

    def __lt__(self, other: str) -> bool:
        _Counted.compared += 1
        return str.__lt__(self, other)


def _compared_for(count: int) -> int:
    cause = next(cause for cause in load_catalogue() if not cause.bystander)
    finding = Finding(name=cause.name, code=cause.code, verdict=Verdict.LIKELY, stage=cause.stage)
    nodes = [
        NodeDiagnosis(node=_Counted(f"n{number:05}"), state=NodeState.SICK, findings=(finding,))
        for number in range(count)
    ]
    _Counted.compared = 0
    named = summarise(nodes, {cause.name: cause}).causes[0]
    assert len(named.nodes) == count
    return _Counted.compared


def test_the_nodes_of_a_cause_are_sorted_once() -> None:
    assert _compared_for(400) < 5 * _compared_for(100)
