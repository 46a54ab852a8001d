"""Nodes without a calico-node pod, by lists that were pasted."""

import pytest

from calicovet.model.diagnosis import NodeState
from calicovet.model.finding import Verdict
from calicovet.model.stage import StageId
from tests.unit.diagnosis.pastes import diagnosed, node

NODES = """\
$ kubectl get nodes -o wide
NAME     STATUS   ROLES    AGE   VERSION   INTERNAL-IP   EXTERNAL-IP   OS-IMAGE                         KERNEL-VERSION   CONTAINER-RUNTIME
node-1   Ready    <none>   13m   v1.34.4   172.31.0.21   <none>        Debian GNU/Linux 12 (bookworm)   6.1.0            containerd://1.6.20
node-2   Ready    <none>   13m   v1.34.4   172.31.0.22   <none>        Debian GNU/Linux 12 (bookworm)   6.1.0            containerd://1.6.20

"""
PODS = """\
$ kubectl get pods -n kube-system -o wide
NAME                READY   STATUS    RESTARTS   AGE   IP            NODE     NOMINATED NODE   READINESS GATES
calico-node-bh2jz   1/1     Running   0          13m   172.31.0.21   node-1   <none>           <none>
"""
WAITING = """\
calico-node-8bkrx   0/1     Pending   0          35s   <none>        <none>   <none>           <none>
"""


def described(desired: int, current: int, selector: str = "kubernetes.io/os=linux") -> str:
    return f"""
$ kubectl describe daemonset calico-node -n kube-system
Name:           calico-node
Namespace:      kube-system
Selector:       k8s-app=calico-node
Node-Selector:  {selector}
Labels:         k8s-app=calico-node
Annotations:    deprecated.daemonset.template.generation: 4
Desired Number of Nodes Scheduled: {desired}
Current Number of Nodes Scheduled: {current}
Number of Nodes Scheduled with Up-to-date Pods: {current}
Number of Nodes Scheduled with Available Pods: 1
Number of Nodes Misscheduled: 0
Pods Status:  1 Running / 0 Waiting / 0 Succeeded / 0 Failed
Pod Template:
  Labels:           k8s-app=calico-node
  Service Account:  calico-node
  Containers:
   calico-node:
    Image:      docker.io/calico/node:v3.28.5
  Node-Selectors:       {selector}
  Tolerations:          CriticalAddonsOnly op=Exists
                        node-role.kubernetes.io/control-plane:NoSchedule
Events:                 <none>
"""


EVENTS = """
$ kubectl get events -n kube-system
LAST SEEN   TYPE      REASON         OBJECT                  MESSAGE
44s         Normal    Scheduled      pod/calico-node-g4g8d   Successfully assigned kube-system/calico-node-g4g8d to node-2
30s         Warning   Unhealthy      pod/calico-node-g4g8d   Readiness probe failed: calico/node is not ready: BIRD is not ready: Error querying BIRD: unable to connect to BIRDv4 socket: dial unix /var/run/calico/bird.ctl: connect: connection refused
8s          Warning   FailedCreate   daemonset/calico-node   Error creating: pods "calico-node-ftz8x" is forbidden: violates PodSecurity "restricted:latest": host namespaces (hostNetwork=true)
"""


def sick_node(taints: str = "<none>", address: str = "172.31.0.22/24") -> str:
    return f"""
$ kubectl describe node node-2
Name:               node-2
Roles:              <none>
Labels:             kubernetes.io/arch=amd64
                    kubernetes.io/os=linux
Annotations:        node.alpha.kubernetes.io/ttl: 0
                    projectcalico.org/IPv4Address: {address}
Taints:             {taints}
Unschedulable:      false
"""


def first(text: str) -> tuple[str, Verdict]:
    found = node(diagnosed(text), "node-2")
    assert found.state is NodeState.SICK
    return found.findings[0].name, found.findings[0].verdict


def test_a_pod_that_is_refused_is_missing_where_the_list_has_none() -> None:
    text = NODES + PODS + described(2, 1) + EVENTS
    assert first(text) == ("sched-podsecurity-denied", Verdict.PROVEN)
    # Old events about the former pod do not count.
    assert node(diagnosed(text), "node-2").stages.frontier == (StageId.POD_CREATED,)


def test_a_taint_that_is_not_tolerated_is_told_by_two_descriptions() -> None:
    text = NODES + PODS + described(1, 1) + sick_node("dedicated=gpu:NoSchedule")
    assert first(text) == ("sched-taint-not-tolerated", Verdict.PROVEN)


def test_a_label_that_the_node_lacks_is_told_by_two_descriptions() -> None:
    selector = "kubernetes.io/os=linux,network=calico"
    text = NODES + PODS + described(1, 1, selector) + sick_node()
    assert first(text) == ("sched-node-selector-or-affinity", Verdict.PROVEN)


def test_the_only_pod_without_a_node_belongs_to_the_only_node_without_a_pod() -> None:
    refused = """
$ kubectl get events -n kube-system
LAST SEEN   TYPE      REASON             OBJECT                  MESSAGE
37s         Warning   FailedScheduling   pod/calico-node-8bkrx   0/2 nodes are available: 1 Insufficient cpu, 1 node(s) didn't satisfy plugin(s) [NodeAffinity].
"""
    text = NODES + PODS + WAITING + described(2, 2) + refused + sick_node()
    assert first(text) == ("sched-insufficient-resources", Verdict.PROVEN)
    assert [each.node for each in diagnosed(text).nodes] == ["node-2", "node-1"]


@pytest.mark.parametrize(
    "text",
    [
        # No evidence shows that calico-node is wanted there.
        NODES + PODS + described(1, 1),
        # Who cuts a list does not show who is missing.
        NODES + PODS.replace("-o wide", "-o wide | head -2") + sick_node(),
        NODES.replace("node-2   Ready", "node-9   Ready") + PODS + described(1, 1),
    ],
)
def test_who_may_have_a_pod_or_need_none_is_not_called_sick(text: str) -> None:
    assert all(each.state is not NodeState.SICK for each in diagnosed(text).nodes)
