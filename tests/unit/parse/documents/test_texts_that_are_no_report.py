"""A longer text without a first person, a question or a sequence of events is no report."""

import pytest

from calicovet.api import diagnose_text
from calicovet.model.diagnosis import NodeState, SummaryVerdict

GLOSSARY = """# Terms

**CrashLoopBackOff** A container is started again and again; for calico-node usually a configuration error.
**OOMKilled** The kernel ended calico-node, because the limit of its memory was reached.
**BIRD is not ready** No BGP session is established.
**PLEG is not healthy** The runtime answers slowly.
"""
SLIDES = """故障案例分享

案例一：地址冲突
  现象：calico-node CrashLoopBackOff
  日志：Calico node 'edge-3' is already using the IPv4 address 192.168.1.13.
案例二：内存不足
  现象：calico-node OOMKilled
  处理：调大 limit
"""
TABLE = """id,symptom,cause,fix
1,calico-node CrashLoopBackOff,duplicate IP,delete stale node
2,calico-node 0/1 BIRD not ready,port 179 blocked,open firewall
3,install-cni x509 certificate signed by unknown authority,cluster rebuilt,remove kubeconfig
4,calico-node OOMKilled,limit too low,raise limit
"""
COMMITS = """9f1c2aa calico: raise the memory limit, calico-node was OOMKilled on gpu nodes
1a77bd0 calico: pin interface, docker0 was picked
c1d2e3f calico: CNI token expired (Unauthorized), restart hourly
"""
PLANNED = """各位好：

计划于 6 月 20 日 22:00 对 edge-11 进行内核升级，期间该节点上的 calico-node 会重启，节点会短暂 NotReady。

容器平台组
"""
OTHER_TEXTS = {
    "glossary": GLOSSARY,
    "slides": SLIDES,
    "table": TABLE,
    "commits": COMMITS,
    "planned": PLANNED,
}


@pytest.mark.parametrize("text", OTHER_TEXTS.values(), ids=OTHER_TEXTS)
def test_a_text_that_is_no_report_names_nothing(text: str) -> None:
    found = diagnose_text(text)
    assert found.summary.causes == ()
    assert [node.node for node in found.nodes if node.state is NodeState.SICK] == []


REPORTS = {
    "a log without times": (
        "[INFO][322] startup/startup.go 580: Datastore connection verified\n"
        "[INFO][322] startup/customresource.go 101: Error getting resource Key=GlobalFelixConfig(name=CalicoVersion) "
        "error=the server could not find the requested resource\n"
        "[INFO][322] startup/ipam.go 2427: No affinities needed to be upgraded.\n"
        "[INFO][322] startup/startup.go 609: Initialize BGP data\n"
        "[ERROR][322] startup/autodetection_methods.go 87: Invalid IP autodetection method: fist-found\n"
        "[WARNING][322] startup/utils.go 47: Terminating\n"
    ),
    "two lines": (
        "calico-node stuck in Init:ImagePullBackOff on the new worker, the others are fine\n"
        'Failed to pull image "registry.example/calico/cni:v3.27.2": failed to pull and unpack image '
        '"registry.example/calico/cni:v3.27.2": failed to resolve reference "registry.example/calico/cni:v3.27.2": '
        "unexpected status from HEAD request to https://registry.example/v2/calico/cni/manifests/v3.27.2: 503\n"
    ),
    "template": (
        "## Expected behaviour\n\ncalico-node runs.\n\n## Current behaviour\n\ncalico-node is in CrashLoopBackOff on edge-3.\n\n"
        "## Context\n\nA cluster of three machines.\n\n## Environment\n\nbare metal\n"
    ),
    "environment": (
        "calico-node on edge-3 is in CrashLoopBackOff.\n\n- Calico v3.25.1\n- Kubernetes v1.27.3\n- Ubuntu 22.04\n- three nodes\n- no proxy\n"
    ),
    "told": (
        "calico-node 在 edge-3 上一直 CrashLoopBackOff。\n\n升级后出现。\n\n内核没有变化。\n\n网络没有变化。\n\n其他组件没有变化。\n"
    ),
    "short": "calico-node is in CrashLoopBackOff on edge-3, OOMKilled.\n",
    "answered command": (
        "# kubectl apply -f calico.yaml\nconfigmap/calico-config created\nserviceaccount/calico-node created\n"
        'deployment.apps/calico-kube-controllers created\nThe DaemonSet "calico-node" is invalid: \n'
        "* spec.template.spec.containers[0].securityContext.privileged: Forbidden: disallowed by cluster policy\n"
    ),
}


@pytest.mark.parametrize("text", REPORTS.values(), ids=REPORTS)
def test_a_log_or_a_text_of_an_observer_is_a_report(text: str) -> None:
    verdict = diagnose_text(text).summary.verdict
    assert verdict in (SummaryVerdict.EXPLAINED, SummaryVerdict.UNEXPLAINED)


def test_what_a_test_of_a_pipeline_prints_is_its_own_failure() -> None:
    found = diagnose_text(
        '[2024-06-12T08:01:09.220Z] daemon set "calico-node" successfully rolled out\n'
        "[2024-06-12T08:04:11.001Z] --- FAIL: TestDNS (12.1s)\n"
        "[2024-06-12T08:04:11.001Z]     dns_test.go:41: dial tcp 10.96.0.10:53: i/o timeout\n"
    )
    assert found.summary.causes == ()
