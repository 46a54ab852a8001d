"""What was written about failures anywhere names no cause and makes no node unhealthy; a similar report does."""

import pytest

from calicovet.api import diagnose_text
from calicovet.model.diagnosis import NodeState, SummaryVerdict
from calicovet.model.evidence import WhatWasLeft

RELEASE_NOTES = """## v1.14.2

#### Bug fixes

- Fix that calico-node crash-loops with `panic: runtime error: invalid memory address or nil pointer dereference`. #311 (@someone)
- Fixed typha being OOMKilled in clusters of more than 900 nodes
- install-cni no longer fails with "text file busy"

#### Known issues

- calico-node may be stuck in Init:CrashLoopBackOff where a CRD is missing.
"""
CHANGELOG_ZH = """# 平台更新日志 5.1

## 问题修复

- 修复 calico-node 在 arm64 节点上 `exec format error` 无法启动
- 修复 install-cni 报 `x509: certificate has expired or is not yet valid`
"""
INTERVIEW = """Q: calico-node is in CrashLoopBackOff, and its log says "Calico node 'edge-7' is already using the IPv4 address 10.4.1.7". Why?

A: Two nodes registered one address. Delete the stale Node with calicoctl.
"""
COMMENTED = """# values of the networking team
# raised because calico-node was OOMKilled on edge-12 (exit code 137)
installation:
  calicoNetwork:
    bgp: Enabled
    ipPools:
      - cidr: 10.80.0.0/14   # 192.168.0.0/16 overlaps with the VPN: no route to host
    nodeAddressAutodetectionV4:
      # firstFound took docker0: BIRD is not ready: BGP not established with 172.17.0.1
      kubernetes: NodeInternalIP
"""
POLICY = """apiVersion: policies.example/v1
kind: ClusterPolicy
metadata:
  name: keep-memory
  annotations:
    example/description: >-
      calico-node was OOMKilled on 30 nodes, because its limit was too small.
spec:
  rules:
  - name: memory
    message: "calico-node would be OOMKilled"
"""
PATTERNS = """{
  "patterns": [
    {"regex": "calico-node.*OOMKilled", "hint": "calico-node was OOMKilled, raise the limit"},
    {"regex": "dial tcp .*:443: i/o timeout", "hint": "kube-proxy does not run"}
  ]
}
"""
GO = """func ready() error {
	if _, err := os.Stat("/var/lib/calico/nodename"); err != nil {
		return fmt.Errorf("BIRD is not ready: Failed to stat() nodename file: %s", err)
	}
	return errors.New("calico/node is not ready: felix is not ready")
}
"""
PYTHON = """import pytest

CASES = [
    ("calico-node OOMKilled exit code 137", "oom"),
    ("dial tcp 10.96.0.1:443: i/o timeout", "api"),
]


def test_classify():
    assert classify(CASES[0][0]) == "oom"
"""
PLAY = """TASK [network : look for a pool] ***
fatal: [cp1]: FAILED! => {"msg": "non-zero return code", "rc": 1, "stderr": "connection is unauthorized: Unauthorized"}
...ignoring

TASK [network : wait for calico-node] ***
FAILED - RETRYING: [cp1]: wait for calico-node (10 retries left).
ok: [cp1]
"""
PAGE = (
    "<!DOCTYPE html><html><head><title>FAQ - Some Cloud</title></head><body><nav><a href='/'>Home</a></nav>"
    "<h2>Why is calico-node in CrashLoopBackOff?</h2><p>Its log holds <code>dial tcp 10.96.0.1:443: i/o timeout</code>.</p>"
    '<h2>Why does the probe fail with "BIRD is not ready: BGP not established with 10.1.2.3"?</h2><p>Port 179.</p></body></html>\n'
)
README = """# net-doctor

Finds why calico-node is not ready:

- duplicate node addresses: `Calico node 'x' is already using the IPv4 address y`
- the BGP port: `BIRD is not ready: BGP not established with …`
- an expired token of the plugin: `connection is unauthorized: Unauthorized`
- memory: OOMKilled
"""
PITFALLS = """Felix programs the routes, BIRD distributes them.

常见的坑：

1. 节点多网卡，calico 选错了地址
2. 内存限制太小，calico-node 被 OOMKilled
"""
DESIGN = """# RFC 0042: another network

## Risks

- If Typha cannot be reached, calico-node does not become ready.
- On small images the kernel modules are missing, and Felix panics.
"""
LECTURE = """Lesson 6: broken on purpose

1) calico-node gets a memory limit of 20Mi and is OOMKilled
2) port 179 is closed, BIRD is not ready: BGP not established with 10.0.0.2
"""
ANSWER = """Sure! Here's how to troubleshoot a calico-node pod in CrashLoopBackOff:

```bash
kubectl logs -n kube-system calico-node-abc12 -c calico-node --previous
```

**Example**

```
2024-01-15 10:30:45.123 [ERROR][1] startup.go 158: failed to query kubeadm's config map error=Get "https://10.96.0.1:443/api": dial tcp 10.96.0.1:443: i/o timeout
```

This means that kube-proxy does not work. Let me know if it helps!
"""
WRITTEN = {
    "release notes": RELEASE_NOTES,
    "changelog": CHANGELOG_ZH,
    "interview": INTERVIEW,
    "comments": COMMENTED,
    "policy": POLICY,
    "patterns": PATTERNS,
    "go": GO,
    "python": PYTHON,
    "ansible": PLAY,
    "page": PAGE,
    "readme": README,
    "pitfalls": PITFALLS,
    "design": DESIGN,
    "lecture": LECTURE,
    "answer": ANSWER,
}


@pytest.mark.parametrize("text", WRITTEN.values(), ids=WRITTEN)
def test_what_was_written_and_not_observed_names_nothing(text: str) -> None:
    found = diagnose_text(text)
    assert found.summary.causes == ()
    assert [node.node for node in found.nodes if node.state is NodeState.SICK] == []
    assert found.summary.verdict is not SummaryVerdict.HEALTHY


@pytest.mark.parametrize("name", ["release notes", "interview", "go", "page", "readme", "answer"])
def test_a_document_is_mentioned_as_left_out(name: str) -> None:
    assert [each.what for each in diagnose_text(WRITTEN[name]).left_out] == [WhatWasLeft.GUIDE]


OBSERVED = {
    "ticket with a question": "Q3 freeze, and calico-node on edge-7 is in CrashLoopBackOff. Why?\n",
    "first person under a title": "# FAQ did not help\n\nMy calico-node on edge-7 keeps restarting.\n",
    "list of symptoms": "calico-node on our edge-7 does not start:\n\n- it is 0/1\n- the log says `Couldn't autodetect an IPv4 address`\n",
    "commented manifest and a log": (
        "our values:\n\n```yaml\nspec:\n  # pinned\n  interface: eth0\n```\n\ncalico-node is in CrashLoopBackOff:\n\n"
        "```\n2024-05-01 10:00:00.124 [WARNING][9] startup/utils.go 48: Terminating\nCalico node failed to start\n```\n"
    ),
    "command of root under a comment": (
        "# kubectl -n kube-system get pods\nNAME                READY   STATUS             RESTARTS   AGE\n"
        "calico-node-x7k2p   0/1     CrashLoopBackOff   9          40m\n"
    ),
}


@pytest.mark.parametrize("text", OBSERVED.values(), ids=OBSERVED)
def test_a_report_that_looks_like_a_document_is_read(text: str) -> None:
    assert diagnose_text(text).summary.sick == 1


@pytest.mark.parametrize(
    "text",
    [
        "Solved it: calico-node failed with \"Calico node 'old-7' is already using the IPv4 address 10.5.5.12.\" Deleted old-7, the pod went 1/1.\n",
        "已解决：firewalld 没关，179 端口不通，calico-node 一直 0/1。关掉之后全部 Running 了。\n",
        "[RESOLVED] calico-node on edge-7 was not ready for 12m. Resolved at 2024-06-03 04:11 UTC.\n",
        "# Post-mortem: slow etcd\n\n- 09:15 CrashLoopBackOff of calico-node on `edge-7`\n- 09:43 incident closed\n",
    ],
    ids=["solved", "chinese", "alert", "post-mortem"],
)
def test_what_is_told_behind_its_solution_is_over(text: str) -> None:
    found = diagnose_text(text)
    assert (found.summary.verdict, found.summary.causes) == (SummaryVerdict.HEALTHY, ())


def test_what_came_back_is_not_over() -> None:
    found = diagnose_text(
        "Solved: restarted kube-proxy.\n\nUnfortunately calico-node on edge-7 is in CrashLoopBackOff again today.\n"
    )
    assert found.summary.sick == 1
