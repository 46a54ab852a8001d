"""Every view carries the state that its node was given."""

from dataclasses import replace
from ipaddress import ip_address

import pytest

from calicovet.diagnosis.assembly.pipeline import Fleet, assemble
from calicovet.diagnosis.health.node_states import with_states
from calicovet.diagnosis.verdicts.peer_comparison import Cases
from calicovet.model.case import NodeView
from calicovet.model.diagnosis import NodeState, Passage
from calicovet.model.evidence import Snapshot
from calicovet.model.facts import Claimed, InternalAddress, PodListed, Topic
from calicovet.model.subject import Subject
from tests.unit.diagnosis.pastes import paste

_LIST = """$ kubectl -n kube-system get pods -o wide
NAME                READY   STATUS    RESTARTS   AGE   IP          NODE   NOMINATED NODE   READINESS GATES
calico-node-x6wdb   0/1     Running   AGE   192.0.2.1   n1     <none>           <none>
calico-node-4fkzq   1/1     Running   0          41d   192.0.2.2   n2     <none>           <none>
calico-node-9wq2m   1/1     Running   0          41d   192.0.2.3   n3     <none>           <none>
"""


def _decided(*, live: bool, age: str = "9m") -> Fleet:
    fleet = assemble(Snapshot((paste(_LIST.replace("AGE   192", f"0          {age}   192")),)))
    return replace(fleet, nodes=with_states(fleet.nodes, fleet.facts, live=live, now=None))


def test_the_state_stays_with_a_view_that_is_read_again() -> None:
    states = {view.name: view.unread().state for view in _decided(live=False).nodes}
    assert states == {"n1": NodeState.SICK, "n2": NodeState.HEALTHY, "n3": NodeState.HEALTHY}


def test_a_pod_of_a_few_seconds_is_starting_where_a_live_cluster_shows_it() -> None:
    [young] = [view for view in _decided(live=True, age="30s").nodes if view.name == "n1"]
    assert (young.state, young.passage) == (NodeState.UNCLEAR, Passage.STARTING)


def test_no_node_can_exonerate_itself() -> None:
    views = {view.name: view for view in _decided(live=False).nodes}
    cases = Cases(tuple(views.values()))
    assert set(cases.of(views["n1"]).fair) == {views["n2"], views["n3"]}
    assert cases.of(views["n2"]).fair == (views["n3"],)
    assert set(cases.of(views["n2"]).peers) == {views["n1"], views["n3"]}


_SAID = Claimed(topic=Topic.OTHERS_HEALTHY)
_POD = Subject(node="n1", pod="calico-node-x6wdb")
_SICK = NodeView(
    "n1",
    (PodListed(about=_POD, ready=0, total=1, status="Running", restarts=0),),
    pod="calico-node-x6wdb",
)
_BARE = NodeView("n2", (InternalAddress(address=ip_address("192.0.2.2")),))


@pytest.mark.parametrize(
    ("sick", "said", "state"),
    [
        (True, True, NodeState.HEALTHY),
        (True, False, NodeState.UNCLEAR),
        (False, True, NodeState.UNCLEAR),
    ],
)
def test_who_says_that_the_others_are_well_means_those_beside_a_known_unhealthy_one(
    sick: bool, said: bool, state: NodeState
) -> None:
    views = (_SICK, _BARE) if sick else (_BARE,)
    facts = [*(fact for view in views for fact in view.facts), *([_SAID] if said else [])]
    decided = with_states(views, facts, live=False, now=None)
    assert decided[-1].state is state
