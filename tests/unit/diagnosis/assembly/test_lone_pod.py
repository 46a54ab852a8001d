"""An unhealthy pod whose node no list shows belongs to the only host that can be meant."""

from datetime import timedelta

from calicovet.diagnosis.assembly.pod_pairing import home_of_lone_pod
from calicovet.model.facts import Fact, KubeletSaid, NodeListed, PodListed
from calicovet.model.subject import Subject


def _pod(name: str, ready: int = 0, node: str = "") -> PodListed:
    about = Subject(pod=f"calico-node-{name}", namespace="kube-system", node=node)
    return PodListed(ready=ready, total=1, status="Running", restarts=0, about=about)


def _node(name: str, status: str = "Ready") -> NodeListed:
    return NodeListed(status=status, age=timedelta(days=3), about=Subject(node=name))


def _journal(host: str) -> Fact:
    return KubeletSaid(key="x", about=Subject(node=host))


def test_the_only_pod_runs_on_the_only_host() -> None:
    assert home_of_lone_pod([_pod("x7k2p"), _journal("h1")]) == {"calico-node-x7k2p": "h1"}


def test_of_several_hosts_the_one_that_is_not_ready_is_meant() -> None:
    facts = [_pod("x7k2p"), _pod("z4m9q", 1), _node("h1", "NotReady"), _node("h2"), _journal("h1")]
    assert home_of_lone_pod(facts) == {"calico-node-x7k2p": "h1"}


def test_where_several_hosts_may_be_meant_none_is_chosen() -> None:
    pod, fellow = _pod("x7k2p"), _pod("z4m9q", 1)
    assert home_of_lone_pod([pod, _journal("h1"), _journal("h2")]) == {}
    # The host may be the one that the user types on.
    assert home_of_lone_pod([pod, fellow, _journal("h1")]) == {}
    assert home_of_lone_pod([pod, _pod("z4m9q"), _node("h1", "NotReady")]) == {}
    assert home_of_lone_pod([pod, _node("h1", "NotReady"), _node("h2", "NotReady")]) == {}
    assert home_of_lone_pod([pod, _node("h1")]) == {}


def test_a_host_that_has_its_pod_is_not_free() -> None:
    facts = [_pod("x7k2p"), _pod("z4m9q", 1, "h1"), _node("h1", "NotReady")]
    assert home_of_lone_pod(facts) == {}
