"""Where facts go that nothing ties to a node, and which nodes a sentence may call healthy."""

import pytest

from calicovet.model.diagnosis import NodeState, SummaryVerdict
from tests.unit.diagnosis.pastes import diagnosed, node

COMPLAINT = """\
```
2024-01-01 00:00:00.000 [ERROR][89] felix/ipsets.go 671: Bad return code from 'ipset list'. error=exit status 1 \
stderr="ipset v7.11: Kernel and userspace incompatible: settype hash:ip with revision 6 not supported by userspace.\\n"
```
"""
NODES = """\
$ kubectl get nodes
NAME   STATUS   ROLES    AGE   VERSION
{}
"""


def row(name: str) -> str:
    return f"{name}     Ready    <none>   2d    v1.28.2"


def test_a_complaint_without_a_node_is_not_lost_among_nodes_of_which_nothing_is_known() -> None:
    found = diagnosed("Linux k1 6.12.43\nLinux k2 6.12.43\n\nCalico says:\n\n" + COMPLAINT)
    assert None in {each.node for each in found.nodes}


def test_the_only_node_of_a_text_is_the_one_it_is_about() -> None:
    log = "```\n2024-01-01 00:00:00.000 [WARNING][9] startup/utils.go 49: Terminating\nCalico node failed to start\n```\n"
    found = diagnosed(NODES.format(row("k1")) + "\nThe log:\n\n" + log)
    assert [each.node for each in found.nodes] == ["k1"]
    assert node(found, "k1").state is NodeState.SICK


def test_while_the_sick_node_has_no_name_no_named_node_is_called_healthy() -> None:
    text = "calico-node does not start on one node, all other nodes are fine.\n\n"
    text += "Linux k1 6.12.43\nLinux k2 6.12.43\n"
    found = diagnosed(text)
    assert NodeState.HEALTHY not in {each.state for each in found.nodes}


def test_a_describe_without_its_head_shows_that_the_container_waits() -> None:
    found = diagnosed(
        "Containers:\n  calico-node:\n    Image:          docker.io/calico/node:v3.26.1\n"
        "    State:          Waiting\n      Reason:       CrashLoopBackOff\n    Ready:          False\n"
    )
    assert node(found, None).state is NodeState.SICK


def test_a_daemonset_that_gets_no_pods_is_a_case_without_a_node() -> None:
    found = diagnosed(
        "$ kubectl -n kube-system describe ds calico-node\nName:           calico-node\nEvents:\n"
        "  Type     Reason        Age   From                  Message\n"
        "  ----     ------        ----  ----                  -------\n"
        '  Warning  FailedCreate  3m    daemonset-controller  Error creating: pods "calico-node-9kfxs" is '
        'forbidden: violates PodSecurity "baseline:latest": host namespaces (hostNetwork=true), hostPath volumes\n'
    )
    assert [each.node for each in found.nodes] == [None]


def test_a_failed_probe_of_a_calico_node_pod_shows_that_it_is_sick() -> None:
    found = diagnosed(
        "$ kubectl get events -n kube-system\n"
        "LAST SEEN   TYPE      REASON      OBJECT                  MESSAGE\n"
        "2m5s        Warning   Unhealthy   pod/calico-node-j7v9v   Readiness probe failed:\n"
    )
    (only,) = found.nodes
    assert (only.pod, only.state) == ("kube-system/calico-node-j7v9v", NodeState.SICK)


def test_what_any_program_prints_is_no_word_of_calicos() -> None:
    found = diagnosed(
        'cilium-operator: level=fatal msg="Unable to init client" error="Get '
        '\\"https://10.96.0.1:443/api/v1\\": x509: certificate signed by unknown authority"\n'
    )
    assert (found.summary.verdict, found.nodes) == (SummaryVerdict.COULD_NOT_LOOK, ())


REFUSED = """\
We moved this cluster from Calico to another network last month.

$ kubectl -n shop get events
LAST SEEN   TYPE      REASON                   OBJECT                      MESSAGE
4m          Warning   FailedCreatePodSandBox   pod/cart-66d9cbb5f5-tq8xd   Failed to create pod sandbox: rpc error: code = Unknown desc = failed to setup network for sandbox "41f0aa97": plugin type="{plugin}" failed (add): {why}
"""
THROUGH_A_PROXY = 'Get "https://10.96.0.1:443/api/v1/namespaces/shop": proxyconnect tcp: dial tcp 10.66.0.200:3128: i/o timeout'
NO_SUBNET = "loadFlannelSubnetEnv failed: open /run/flannel/subnet.env: no such file or directory"


@pytest.mark.parametrize(
    ("plugin", "why", "named"),
    [
        ("calico", THROUGH_A_PROXY, ["api-proxy-env"]),
        ("cilium-cni", THROUGH_A_PROXY, []),
        ("flannel", NO_SUBNET, []),
    ],
)
def test_what_another_networks_plugin_says_is_not_calicos(
    plugin: str, why: str, named: list[str]
) -> None:
    found = diagnosed(REFUSED.format(plugin=plugin, why=why))
    assert [cause.name for cause in found.summary.causes] == named
    assert bool(found.nodes) is bool(named)
