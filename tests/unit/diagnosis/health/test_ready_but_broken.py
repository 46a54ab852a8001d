"""A node whose calico-node is ready is unhealthy all the same where its data path fails."""

import pytest

from calicovet.model.diagnosis import NodeState, SummaryVerdict
from calicovet.model.language import Language
from calicovet.model.stage import Shape
from calicovet.report.page.from_diagnosis import make_page
from tests.unit.diagnosis.pastes import diagnosed, node

PODS = """\
$ kubectl get pods -n kube-system -o wide -l k8s-app=calico-node
NAME                READY   STATUS    RESTARTS   AGE   IP          NODE
calico-node-4jx7k   1/1     Running   0          41h   192.0.2.11  n1
calico-node-8fkp2   1/1     Running   0          41h   192.0.2.12  n2
calico-node-zq9wl   {third}   Running   0          41h   192.0.2.13  n3
"""
STATUS = """\
[root@{host} ~]# calicoctl node status
Calico process is running.

IPv4 BGP status
+--------------+-------------------+-------+----------+-------------+
| PEER ADDRESS |     PEER TYPE     | STATE |  SINCE   |    INFO     |
+--------------+-------------------+-------+----------+-------------+
{rows}
+--------------+-------------------+-------+----------+-------------+

"""
EVENTS = """\
$ kubectl describe pod web-7d9c -n shop
Name:             web-7d9c
Namespace:        shop
Node:             n2/192.0.2.12
Events:
  Type     Reason                  Age                From     Message
  ----     ------                  ----               ----     -------
  Warning  FailedCreatePodSandBox  {age}  kubelet  Failed to create pod sandbox: rpc error: code = Unknown desc = failed to setup network for sandbox "0c9a": plugin type="{plugin}" failed (add): {error}
"""
ERROR = "failed to look up reserved IPs: context deadline exceeded"


def _status(host: str, **sessions: str) -> str:
    rows = "\n".join(
        f"| 192.0.2.{peer[1:]} | node-to-node mesh | {state.split()[0]} | 09:12:01 | {state.split()[1]} |"
        for peer, state in sessions.items()
    )
    return STATUS.format(host=host, rows=rows)


@pytest.mark.parametrize("info", ["Connect", "Passive", "Active", "Idle"])
def test_a_ready_node_without_any_session_is_broken(info: str) -> None:
    found = diagnosed(
        PODS.format(third="1/1") + _status("n1", n12=f"start {info}", n13="start Idle")
    )
    broken = node(found, "n1")
    assert (broken.state, broken.stages.shape) == (NodeState.SICK, Shape.READY_BUT_BROKEN)
    assert broken.broken == "sessions"
    assert found.summary.verdict is SummaryVerdict.UNEXPLAINED
    assert [exhibit.excerpt for exhibit in broken.look_at]
    page = make_page(found, Language.EN)
    assert "none of its BGP sessions is established" in page.blocks[0].sentence
    assert "BGP 会话一个也没有建立" in make_page(found, Language.ZH).blocks[0].sentence


def test_some_sessions_down_are_told_apart_from_all() -> None:
    text = PODS.format(third="1/1") + _status("n1", n12="up Established", n13="start Connect")
    assert node(diagnosed(text), "n1").broken == "some-sessions"


def test_established_sessions_are_healthy() -> None:
    text = PODS.format(third="1/1") + _status("n1", n12="up Established", n13="up Established")
    assert node(diagnosed(text), "n1").state is NodeState.HEALTHY


def test_a_session_that_came_up_later_is_established() -> None:
    text = PODS.format(third="1/1") + _status("n1", n12="start Connect", n13="start Connect")
    later = _status("n1", n12="up Established", n13="up Established")
    assert node(diagnosed(text + later), "n1").state is NodeState.HEALTHY


def test_a_session_to_an_unhealthy_node_is_that_nodes_fault() -> None:
    text = PODS.format(third="0/1") + _status("n1", n12="up Established", n13="start Connect")
    found = diagnosed(text)
    assert node(found, "n1").state is NodeState.HEALTHY
    assert node(found, "n3").state is NodeState.SICK


def test_new_pods_that_calico_refuses_make_a_ready_node_broken() -> None:
    events = EVENTS.format(age="3m10s (x12 over 3m40s)", plugin="calico", error=ERROR)
    found = diagnosed(PODS.format(third="1/1"), events)
    broken = node(found, "n2")
    assert (broken.state, broken.broken) == (NodeState.SICK, "new-pods")
    assert "FailedCreatePodSandBox" in broken.look_at[0].excerpt
    assert "new pods on its node get no network" in make_page(found, Language.EN).blocks[0].sentence


def test_the_next_question_is_about_what_fails() -> None:
    events = EVENTS.format(age="9s (x12 over 3m)", plugin="calico", error=ERROR)
    asked = node(diagnosed(PODS.format(third="1/1"), events), "n2").next
    assert asked is not None
    assert "IPv4Address" not in asked.command


@pytest.mark.parametrize(
    ("age", "plugin", "error"),
    [
        ("3s", "calico", ERROR),
        ("45m (x12 over 48m)", "calico", ERROR),
        ("9s (x12 over 3m)", "sriov", "no free virtual function"),
    ],
)
def test_what_is_over_or_another_plugins_makes_no_node_unhealthy(
    age: str, plugin: str, error: str
) -> None:
    events = EVENTS.format(age=age, plugin=plugin, error=error)
    found = diagnosed(PODS.format(third="1/1"), events)
    assert node(found, "n2").state is NodeState.HEALTHY


def test_a_pod_that_is_listed_as_ready_has_its_network() -> None:
    events = EVENTS.format(age="9s (x12 over 3m)", plugin="calico", error=ERROR)
    ready = """\
$ kubectl -n shop get pods -o wide
NAMESPACE   NAME       READY   STATUS    RESTARTS   AGE   IP           NODE
shop        web-7d9c   1/1     Running   0          4m    192.168.3.9  n2
"""
    found = diagnosed(PODS.format(third="1/1"), events, ready)
    assert node(found, "n2").state is NodeState.HEALTHY
