"""The files that tell containerd, the kubelet and their clients what to do."""

from collections.abc import Mapping
from typing import Any

import yaml

SANDBOX_IMAGE = "registry.k8s.io/pause:3.6"


def containerd_config(systemd_cgroup: bool) -> str:
    """containerd's configuration, as an administrator would write it."""
    return f"""\
version = 2

[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = "{SANDBOX_IMAGE}"
  # No process here may lower the score by which the kernel chooses which one to kill.
  restrict_oom_score_adj = true

  [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]
    runtime_type = "io.containerd.runc.v2"

    [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc.options]
      SystemdCgroup = {str(systemd_cgroup).lower()}
"""


def kubelet_config(address: str, pki: str, own: Mapping[str, Any]) -> str:
    """The kubelet's configuration; `own` are the fields in which this node differs."""
    enough = {"memory.available": "50Mi", "nodefs.available": "1%", "imagefs.available": "1%"}
    fields: Mapping[str, Any] = {
        "apiVersion": "kubelet.config.k8s.io/v1beta1",
        "kind": "KubeletConfiguration",
        "address": address,
        "healthzBindAddress": "127.0.0.1",
        "failCgroupV1": False,
        "failSwapOn": False,
        "enforceNodeAllocatable": [],
        "authentication": {
            "anonymous": {"enabled": False},
            "webhook": {"enabled": True},
            "x509": {"clientCAFile": "/etc/kubernetes/pki/ca.crt"},
        },
        "authorization": {"mode": "Webhook"},
        "tlsCertFile": f"{pki}/kubelet.crt",
        "tlsPrivateKeyFile": f"{pki}/kubelet.key",
        "clusterDNS": ["10.96.0.10"],
        "clusterDomain": "cluster.local",
        "containerRuntimeEndpoint": "unix:///run/containerd/containerd.sock",
        "evictionHard": {**enough, "nodefs.inodesFree": "1%"},
        # All machines share one disk: none of them may throw images away because of the others.
        "imageGCHighThresholdPercent": 100,
        "imageGCLowThresholdPercent": 99,
        "nodeStatusUpdateFrequency": "5s",
        "syncFrequency": "10s",
        **own,
    }
    return yaml.safe_dump(dict(fields), sort_keys=False)


def kubeconfig(server: str, credentials: str) -> str:
    """How a program of the node finds the API server and who it says it is."""
    authority = "certificate-authority: /etc/kubernetes/pki/ca.crt"
    return f"""\
apiVersion: v1
kind: Config
clusters: [{{name: gym, cluster: {{server: "{server}", {authority}}}}}]
users: [{{name: own, user: {{{credentials}}}}}]
contexts: [{{name: gym, context: {{cluster: gym, user: own}}}}]
current-context: gym
"""
