"""A guide says what might be: nothing in it is evidence. A report of few words is none."""

import pytest

from calicovet.api import diagnose_text
from calicovet.model.evidence import Evidence, EvidenceKind, WhatWasLeft
from calicovet.model.facts import ModuleNotLoaded
from calicovet.model.provenance import EvidenceRole
from calicovet.parse.all_parsers import parse
from calicovet.parse.text.transcript import read_transcript

KNOWN_PROBLEMS = """# Network add-on: known problems

## calico-node restarts in a loop

**Symptoms**

- `kubectl get pods -n kube-system` shows `CrashLoopBackOff` for calico-node
- the log holds `Couldn't autodetect an IPv4 address. If auto-detecting, choose a different autodetection method.`

**Cause**

The node has several network cards, or none with an address.

**Solution**

Set `IP_AUTODETECTION_METHOD` and restart the pod:

```bash
kubectl -n kube-system set env daemonset/calico-node IP_AUTODETECTION_METHOD=interface=<your-interface>
kubectl -n kube-system delete pod <pod-name>
```

## The API server cannot be reached

**Symptoms**

- `dial tcp 10.96.0.1:443: i/o timeout` in the log of install-cni

**Solution**

Check that kube-proxy runs on the node:

```bash
lsmod | grep ip_vs
kubectl -n kube-system get pods -l k8s-app=kube-proxy
```
"""
BY_CONDITIONS = """# 网络组件排查手册

1. 检查 calico-node 的状态：`kubectl get pods -n kube-system -o wide`。
2. 如果日志中出现 `BIRD is not ready: BGP not established with <节点IP>`，请检查 179 端口是否被防火墙拦截。
3. 如果出现 `panic: runtime error: invalid memory address`，一般是内核版本过低，请升级内核。
4. 如果提示 `Calico node failed to start`，可能是节点有多块网卡，请修改 `IP_AUTODETECTION_METHOD`。

请将 <pod-name> 替换为实际的 Pod 名称：

```bash
kubectl -n kube-system logs <pod-name>
kubectl -n kube-system describe pod <pod-name>
```
"""
TABLE = """| Error | Cause | Fix |
|---|---|---|
| `Couldn't autodetect an IPv4 address` | no interface matches | set IP_AUTODETECTION_METHOD |
| `dial tcp 10.96.0.1:443: i/o timeout` | kube-proxy is down | restart kube-proxy |
"""
LIST = """常见报错：

1. `Couldn't autodetect an IPv4 address`：网卡没有匹配，修改 IP_AUTODETECTION_METHOD。
2. `dial tcp 10.96.0.1:443: i/o timeout`：kube-proxy 没有运行，检查 kube-proxy。
3. `x509: certificate has expired or is not yet valid`：证书过期，更新证书。
"""
QUESTIONS = """## Q: Why is my calico-node pod in CrashLoopBackOff?

A: Most often the node has several network cards. The log says `Couldn't autodetect an IPv4 address`.

## Q: What does `x509: certificate signed by unknown authority` mean?

A: The cluster was reset, and the old kubeconfig is still in /etc/cni/net.d.

## Q: Is `dial tcp 10.96.0.1:443: i/o timeout` an error of Calico?

A: No, kube-proxy is down.
"""
SCRIPT = """#!/bin/bash
# calico-node dies with: Couldn't autodetect an IPv4 address
lsmod | grep ip_set || modprobe ip_set
kubectl -n kube-system rollout restart ds/calico-node
"""
REPORTS = {
    "ticket": "calico-node on our new node is in CrashLoopBackOff. The log says `Couldn't autodetect an IPv4 address`.\n",
    "question": "Can you tell me what to check if calico-node keeps restarting? My log: `Calico node failed to start`\n",
    "incident": "## Symptom\n\ncalico-node on node-3 was 0/1 after the reboot.\n\n## Cause\n\n/run/xtables.lock belonged to another user.\n",
    "masked": (
        "## 现象\n\ncalico-node 起不来\n\n## 原因\n\n```\n2024-05-01 10:00:00.124 [WARNING][9] startup/utils.go 48: Terminating\n"
        "Calico node failed to start\n```\n\n## 解决\n\n请检查节点 <node>\n"
    ),
}


def _paste(text: str) -> Evidence:
    return Evidence(id="paste", kind=EvidenceKind.PASTE, content=text, source="paste")


GUIDES = {
    "problems": KNOWN_PROBLEMS,
    "conditions": BY_CONDITIONS,
    "table": TABLE,
    "list": LIST,
    "questions": QUESTIONS,
    "script": SCRIPT,
}


@pytest.mark.parametrize("text", GUIDES.values(), ids=GUIDES)
def test_nothing_is_concluded_from_a_guide(text: str) -> None:
    transcript = read_transcript(_paste(text))
    assert transcript.is_guide
    assert {piece.role for piece in transcript.pieces} == {EvidenceRole.INSTRUCTION}
    assert transcript.claims == ()
    found = diagnose_text(text)
    assert (found.summary.causes, found.nodes) == ((), ())
    assert [left.what for left in found.left_out] == [WhatWasLeft.GUIDE]


@pytest.mark.parametrize("name", REPORTS)
def test_a_report_is_no_guide(name: str) -> None:
    assert not read_transcript(_paste(REPORTS[name])).is_guide


def _missing_modules(text: str) -> list[str]:
    return [
        fact.name
        for piece in read_transcript(_paste(text)).pieces
        for fact in parse(piece)
        if isinstance(fact, ModuleNotLoaded)
    ]


@pytest.mark.parametrize(
    "text",
    [
        "```\nlsmod | grep ip_set\nmodprobe ip_set\nlsmod | grep ip_set\n```\n",
        "```\n$ lsmod | grep ip_set\n$ modprobe ip_set\n```\n",
        "```\n# load it\n$ lsmod | grep ip_set\n# and again\n$ lsmod | grep ip_set\n$ modprobe ip_set\n```\n",
    ],
    ids=["bare", "dollar", "remarks"],
)
def test_a_command_that_a_guide_names_shows_no_absence(text: str) -> None:
    assert _missing_modules(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "[root@node-3 ~]# lsmod | grep ip_set\n[root@node-3 ~]# uptime\n",
        "```\n$ lsmod | grep ip_set\n$ uname -r\n5.4.0-42-generic\n```\n",
        "$ lsmod | grep ip_set\n$\n",
    ],
    ids=["host", "output", "bare prompt"],
)
def test_an_empty_output_before_the_next_prompt_is_an_answer(text: str) -> None:
    assert _missing_modules(text) == ["ip_set"]


_TIMED_OUT = (
    "2024-05-01 10:00:00.123 [ERROR][9] startup/startup.go 158: failed to query kubeadm's config map "
    'error=Get "https://10.96.0.1:443/api/v1/namespaces/kube-system/configmaps/kubeadm-config?timeout=2s": '
    "dial tcp 10.96.0.1:443: i/o timeout"
)


@pytest.mark.parametrize(
    ("caption", "named"),
    [
        ("You may see an error such as", False),
        ("If the log shows", False),
        ("日志中可能会出现：", False),
        ("The log of calico-node on our new node:", True),
    ],
)
def test_a_block_under_a_supposition_is_no_evidence(caption: str, named: bool) -> None:
    text = f"{caption}\n\n```\n{_TIMED_OUT}\n```\n\nkube-proxy does not run there.\n"
    assert bool(diagnose_text(text).summary.causes) is named


def test_a_comment_in_a_configuration_was_never_printed() -> None:
    text = (
        "kind: DaemonSet\napiVersion: apps/v1\nmetadata:\n  name: calico-node\n  namespace: kube-system\nspec:\n"
        "  template:\n    spec:\n      containers:\n        - name: calico-node\n          env:\n"
        "            # Couldn't autodetect an IPv4 address. If auto-detecting, choose a different autodetection method.\n"
        '            - name: IP\n              value: "autodetect"\n'
    )
    assert diagnose_text(text).summary.causes == ()


RUNBOOK_WITH_AN_EXAMPLE = """# Runbook: no pod network

1. List the agents: `kubectl get pods -A -o wide | grep calico-node`. A bad one looks like this:

   ```
   NAMESPACE     NAME                READY   STATUS             RESTARTS   AGE   NODE
   kube-system   calico-node-x7k2p   0/1     CrashLoopBackOff   9          40m   edge-4
   ```

2. If the log ends in `dial tcp 10.96.0.1:443: i/o timeout`, restart kube-proxy.
3. Check port 179 when a probe says `BIRD is not ready: BGP not established with 10.0.0.12`.
4. Compare `iptables --version` on the host and in the container when Felix cannot restore its rules.
"""
ADVICE_BY_THINGS = """# Disk and memory of nodes

A node under pressure shows `DiskPressure True` in `kubectl describe node NODE`.

- Disk: delete what fills `/var/lib/containerd`.
- Memory: find the pod in `dmesg -T | grep -i oom`.
- If the runtime hangs (`PLEG is not healthy`), restart containerd.
- calico-node is killed where its limit is too small: `Last State: Terminated, Reason: OOMKilled, Exit Code: 137`.
"""
TABLE_OF_MEANINGS = """# 运维手册：令牌

| 日志 | 含义 | 处理 |
|---|---|---|
| `Unauthorized` | 令牌失效 | 删除 Pod |

calico-node 的容器 install-cni 出错时先查日志，看到 `Unable to create token for CNI kubeconfig` 时按上表处理。
"""


@pytest.mark.parametrize("text", [RUNBOOK_WITH_AN_EXAMPLE, ADVICE_BY_THINGS, TABLE_OF_MEANINGS])
def test_a_short_runbook_shows_nothing_of_a_cluster(text: str) -> None:
    found = diagnose_text(text)
    assert (found.summary.causes, found.nodes) == ((), ())


def test_a_report_that_speaks_of_a_runbook_is_a_report() -> None:
    found = diagnose_text(
        "# The runbook did not help: calico-node keeps restarting\n\n"
        "calico-node on edge-4 is in CrashLoopBackOff. If it restarts, check nothing changes.\n\n"
        "2026-01-12 09:12:44.101 [ERROR][9] startup/startup.go 158: failed to query kubeadm's config map"
    )
    assert found.summary.sick == 1
