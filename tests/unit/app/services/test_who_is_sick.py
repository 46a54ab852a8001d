"""Who is sick in a cluster and who only seems to be, from the first request to the verdict."""

from typing import Any

import pytest

from calicovet.app.services.investigate import Found
from calicovet.model.diagnosis import NodeDiagnosis, NodeState, Passage, SummaryVerdict
from calicovet.model.language import Language
from calicovet.report.page.rows import others
from tests.support.small_cluster import Object, SmallCluster, status
from tests.support.small_objects import (
    ago,
    crashing,
    daemonset,
    event,
    healthy,
    node,
    pod,
    running,
    waiting,
)
from tests.unit.app.services.test_investigate import found_in

WELL = (*healthy(1), *healthy(2))


def look(*objects: Object, forbidden: set[str] | None = None, **more: Any) -> Found:
    with SmallCluster(objects) as cluster:
        cluster.forbidden = forbidden or set()
        return found_in(cluster, **more)


def told(found: Found, name: str) -> NodeDiagnosis:
    return next(each for each in found.diagnosis.nodes if each.node == name)


def causes(found: Found) -> list[str]:
    return [cause.name for cause in found.diagnosis.summary.causes]


def silent(name: str) -> Object:
    """A node whose kubelet is not heard of any more."""
    made = node(name, "10.1.0.9", ready=False)
    made["status"]["conditions"][0] |= {
        "status": "Unknown",
        "reason": "NodeStatusUnknown",
        "message": "Kubelet stopped posting node status.",
    }
    return made


def test_a_silent_node_is_sick_though_its_pod_is_listed_as_ready() -> None:
    found = look(daemonset(3), *WELL, silent("gone"), pod("calico-node-ccccc", "gone"))
    # The host may be down, cut off, or without its address.
    assert causes(found) == []
    asked = told(found, "gone").next
    assert asked is not None
    assert asked.command.startswith("ping -c 3 10.1.0.9; ssh gone 'systemctl status kubelet ")
    assert {"node-kubelet-dead", "policy-host-endpoint-lockout"} <= set(asked.decides_between)
    assert (found.diagnosis.summary.sick, found.diagnosis.summary.healthy) == (1, 2)


REFUSED = (
    'Get "https://10.1.0.9:10250/containerLogs/kube-system/calico-node-ccccc/calico-node": '
    "dial tcp 10.1.0.9:10250: connect: connection refused"
)


@pytest.mark.parametrize(
    ("words", "names"),
    [
        (REFUSED, ["node-kubelet-dead"]),
        (REFUSED.replace("connection refused", "no route to host"), []),
        (REFUSED.replace("connect: connection refused", "i/o timeout"), []),
    ],
)
def test_a_host_that_answers_for_its_silent_kubelet_shows_that_it_does_not_run(
    words: str, names: list[str]
) -> None:
    objects = (daemonset(3), *WELL, silent("gone"), pod("calico-node-ccccc", "gone"))
    with SmallCluster(objects) as cluster:
        cluster.fail("ccccc/log", lambda _: status(500, words))
        found = found_in(cluster)
    assert causes(found) == names
    assert told(found, "gone").state is NodeState.SICK


def test_a_closed_port_of_a_kubelet_that_reports_makes_no_node_unhealthy() -> None:
    with SmallCluster((daemonset(2), *WELL)) as cluster:
        cluster.fail("/log", lambda _: status(500, REFUSED))
        found = found_in(cluster, node="node-1")
    assert found.diagnosis.summary.verdict is SummaryVerdict.HEALTHY


def test_a_node_that_says_no_for_another_reason_is_neither_healthy_nor_sick() -> None:
    other = node("other", "10.1.0.9", ready=False)
    found = look(daemonset(3), *WELL, other, pod("calico-node-ccccc", "other"))
    assert told(found, "other").state is NodeState.UNCLEAR
    assert (found.diagnosis.summary.sick, found.diagnosis.summary.healthy) == (0, 2)


@pytest.mark.parametrize("asked", ["", "bare"])
def test_a_node_that_is_not_ready_and_has_no_pod_is_sick(asked: str) -> None:
    found = look(daemonset(2), *WELL, node("bare", "10.1.0.9", ready=False), node=asked)
    assert told(found, "bare").state is NodeState.SICK


def test_of_two_installations_on_one_node_the_sick_one_decides() -> None:
    place: Any = {"namespace": "calico-system"}
    ended = ago(minutes=1)
    doubled = [
        pod("calico-node-zzzzz", "node-1", waiting("CrashLoopBackOff", restarts=5), **place),
        pod("calico-node-aaaaa", "node-2", running(ready=False, restarts=5, ended=ended), **place),
    ]
    found = look(daemonset(2), daemonset(2, **place), *WELL, *doubled)
    assert found.diagnosis.summary.verdict is not SummaryVerdict.COULD_NOT_LOOK
    assert found.diagnosis.summary.sick == 2
    assert told(found, "node-1").pod == "calico-system/calico-node-zzzzz"
    assert told(found, "node-1").status == "CrashLoopBackOff 0/1"
    assert told(found, "node-2").pod == "calico-system/calico-node-aaaaa"


@pytest.mark.parametrize("name", ["calico-node-00000", "calico-node-zzzzz"])
def test_what_is_left_of_an_evicted_pod_is_no_sickness(name: str) -> None:
    left = pod(name, "node-1", {}, phase="Failed")
    left["status"] |= {"reason": "Evicted", "message": "The node was low on resource: memory."}
    del left["status"]["containerStatuses"]
    found = look(daemonset(2), *WELL, left)
    assert found.diagnosis.summary.verdict is SummaryVerdict.HEALTHY
    assert found.diagnosis.summary.healthy == 2
    asked = told(look(daemonset(2), *WELL, left, node="node-1"), "node-1")
    assert (asked.status, asked.pod) == ("Running 1/1", "kube-system/calico-node-00001")
    assert asked.was is None


@pytest.mark.parametrize("name", ["calico-node-00000", "calico-node-zzzzz"])
def test_in_a_rollout_the_new_pod_is_starting_under_its_own_name(name: str) -> None:
    new = pod(name, "node-1", running(ready=False), age=ago(seconds=20))
    old = pod("calico-node-qqqqq", "node-1", deleted=True)
    found = look(daemonset(2), *healthy(2), healthy(1)[0], old, new)
    assert told(found, "node-1").pod == f"kube-system/{name}"
    assert told(found, "node-1").status == "Running 0/1"
    assert told(found, "node-1").passage is Passage.STARTING
    assert told(found, "node-1").was is None
    assert found.diagnosis.summary.verdict is SummaryVerdict.HEALTHY


def test_who_goes_in_time_is_being_replaced_and_who_stays_too_long_is_sick() -> None:
    old = pod("calico-node-00001", "node-1", running(ready=False), deleted=True)
    found = look(daemonset(2), *healthy(2), healthy(1)[0], old)
    assert told(found, "node-1").passage is Passage.REPLACED
    assert found.diagnosis.summary.verdict is SummaryVerdict.HEALTHY
    old["metadata"]["deletionTimestamp"] = ago(hours=2)
    found = look(daemonset(2), *healthy(2), healthy(1)[0], old)
    assert told(found, "node-1").state is NodeState.SICK


def test_a_young_pod_that_has_failed_already_is_sick() -> None:
    ended = {"exitCode": 1, "reason": "Error", "finishedAt": ago(seconds=5)}
    failed = {"ready": False, "restartCount": 0, "state": {"terminated": ended}, "lastState": {}}
    new = pod("calico-node-00001", "node-1", failed, age=ago(seconds=20))
    found = look(daemonset(2), *healthy(2), healthy(1)[0], new)
    assert told(found, "node-1").state is NodeState.SICK


@pytest.mark.parametrize("language", [*Language])
def test_who_is_starting_is_told_so(language: Language) -> None:
    new = pod("calico-node-00001", "node-1", running(ready=False), age=ago(seconds=20))
    found = look(daemonset(3), *healthy(2), healthy(1)[0], new, *crashing(3))
    (row,) = others(found.diagnosis, language)
    assert any("node-1" in line.text for line in row.lines)


def test_in_a_healthy_cluster_with_restarted_typhas_a_dozen_requests_are_enough() -> None:
    restarted = running(restarts=3, ended=ago(hours=3))
    typha = pod("calico-typha-7d9-abcde", "node-2", restarted, label="calico-typha")
    with SmallCluster([daemonset(2), *WELL, typha]) as cluster:
        found = found_in(cluster)
        assert len(cluster.seen) <= 12
    assert [each.node for each in found.diagnosis.nodes] == ["node-1"]


def test_who_cannot_read_the_daemonset_does_not_call_a_cluster_with_bare_nodes_healthy() -> None:
    found = look(daemonset(2), *WELL, node("bare"), forbidden={"daemonsets.apps"})
    assert found.diagnosis.summary.verdict is SummaryVerdict.COULD_NOT_LOOK
    assert told(found, "bare").state is NodeState.UNCLEAR


def test_a_node_without_pod_that_the_daemonset_does_not_want_stays_out() -> None:
    found = look(daemonset(2), *WELL, node("bare"))
    assert found.diagnosis.summary.verdict is SummaryVerdict.HEALTHY
    assert "bare" not in [each.node for each in found.diagnosis.nodes]


def test_a_closed_datastore_is_found_though_everybody_is_ready() -> None:
    closed = {
        "apiVersion": "crd.projectcalico.org/v1",
        "kind": "ClusterInformation",
        "metadata": {"name": "default"},
        "spec": {"datastoreReady": False},
    }
    assert causes(look(daemonset(2), *WELL, closed)) == ["ipamup-datastore-locked"]


def test_a_stale_token_is_found_in_other_pods_events_though_everybody_is_ready() -> None:
    message = (
        "Failed to create pod sandbox: rpc error: code = Unknown desc = failed to setup network for"
        ' sandbox "1f2e": plugin type="calico" failed (add): error getting ClusterInformation:'
        " connection is unauthorized: Unauthorized"
    )
    refused = event("Pod", "web-1", "FailedCreatePodSandBox", message, "default")
    refused |= {
        "source": {"component": "kubelet", "host": "node-2"},
        "lastTimestamp": ago(seconds=9),
    }
    waiting = {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": "web-1", "namespace": "default"},
        "spec": {"nodeName": "node-2", "containers": [{"name": "web"}]},
        "status": {"phase": "Pending"},
    }
    assert causes(look(daemonset(2), *WELL, refused)) == []  # an event outlives its pod
    found = look(daemonset(2), *WELL, refused, waiting)
    assert causes(found) == ["cni-kubeconfig-token-stale"]
    assert told(found, "node-2").state is NodeState.SICK
    assert found.diagnosis.summary.healthy == 1


STOCK = [
    {"effect": "NoSchedule", "operator": "Exists"},
    {"effect": "NoExecute", "operator": "Exists"},
]
GPU = {"key": "gpu", "value": "true", "effect": "NoSchedule"}


@pytest.mark.parametrize(
    ("tolerations", "taints", "named"),
    [
        ([{"key": "CriticalAddonsOnly", "operator": "Exists"}], [GPU], True),
        ([{"key": "gpu", "value": "false", "effect": "NoSchedule"}], [GPU], True),
        ([{"key": "gpu", "value": "true"}], [GPU], False),
        (STOCK, [GPU], False),
        ([{"key": "CriticalAddonsOnly", "operator": "Exists"}], [], False),
        # Set by Kubernetes because there is no calico-node: an effect, not the reason.
        (
            [{"key": "CriticalAddonsOnly", "operator": "Exists"}],
            [{"key": "node.kubernetes.io/not-ready", "effect": "NoSchedule"}],
            False,
        ),
        (
            [{"key": "CriticalAddonsOnly", "operator": "Exists"}],
            [{**GPU, "effect": "PreferNoSchedule"}],
            False,
        ),
    ],
)
def test_a_taint_that_the_daemonset_does_not_tolerate_keeps_calico_node_away(
    tolerations: list[Object], taints: list[Object], named: bool
) -> None:
    wants = daemonset(2)
    wants["spec"]["template"]["spec"]["tolerations"] = tolerations
    bare = node("bare", "10.1.0.9", ready=False)
    bare["spec"]["taints"] = taints
    found = look(wants, *WELL, bare)
    assert told(found, "bare").state is NodeState.SICK
    assert causes(found) == ["sched-taint-not-tolerated"] * named


@pytest.mark.parametrize(
    ("selector", "named"),
    [
        ({"kubernetes.io/os": "linux", "network": "calico"}, ["sched-node-selector-or-affinity"]),
        ({"kubernetes.io/os": "linux"}, []),
    ],
)
def test_a_ready_node_from_which_calico_node_was_taken_away_is_sick(
    selector: dict[str, str], named: list[str]
) -> None:
    left = node("left", "10.1.0.9", stored="10.1.0.9/24")
    found = look(daemonset(2, selector=selector), *WELL, left)
    assert told(found, "left").state is NodeState.SICK
    assert causes(found) == named


def test_a_refusal_is_over_once_the_daemonset_got_a_pod() -> None:
    denied = 'Error creating: pods "calico-node-x" is forbidden: violates PodSecurity "baseline:latest": hostPath volumes'
    refused = event("DaemonSet", "calico-node", "FailedCreate", denied)
    made = event("DaemonSet", "calico-node", "SuccessfulCreate", "Created pod: calico-node-y")
    made |= {"type": "Normal", "lastTimestamp": ago(minutes=1)}
    bare = node("bare", "10.1.0.9", ready=False)
    assert causes(look(daemonset(3), *WELL, bare, refused)) == ["sched-podsecurity-denied"]
    assert causes(look(daemonset(3), *WELL, bare, refused, made)) == []


def _calico(kind: str, name: str, **spec: object) -> Object:
    api = "crd.projectcalico.org/v1"
    return {"apiVersion": api, "kind": kind, "metadata": {"name": name}, "spec": spec}


_NO_FAILSAFE = _calico(
    "FelixConfiguration", "default", failsafeInboundHostPorts=[], failsafeOutboundHostPorts=[]
)


@pytest.mark.parametrize(
    ("protected", "named"), [("gone", ["policy-host-endpoint-lockout"]), ("node-1", [])]
)
def test_a_host_endpoint_without_failsafe_ports_is_named_on_its_own_node(
    protected: str, named: list[str]
) -> None:
    endpoint = _calico("HostEndpoint", "eth0", node=protected, interfaceName="eth0")
    gone = (silent("gone"), pod("calico-node-ccccc", "gone"))
    found = look(daemonset(3), *WELL, *gone, endpoint, _NO_FAILSAFE)
    assert causes(found) == named


def test_host_endpoints_are_asked_for_only_where_a_node_is_not_ready() -> None:
    objects = (daemonset(2), *WELL, _calico("HostEndpoint", "eth0", node="node-1"))
    with SmallCluster(objects) as cluster:
        found_in(cluster)
        assert not cluster.asked("hostendpoints")


_NO_CNI = (
    "network is not ready: container runtime network not ready: NetworkReady=false "
    "reason:NetworkPluginNotReady message:Network plugin returns error: cni plugin not initialized"
)


def test_an_old_event_of_a_deleted_node_names_no_cause() -> None:
    former = pod("calico-node-ccccc", "former")
    said = (
        event("Pod", "calico-node-ccccc", "NetworkNotReady", _NO_CNI),
        event("Node", "former", "NodeNotReady", _NO_CNI),
    )
    found = look(daemonset(3), *WELL, former, *said)
    assert causes(found) == []
