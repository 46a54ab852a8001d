"""The rows of the kinds that only the API server shows."""

from calicovet.model import facts as f
from calicovet.model.evidence_kinds.row import Where, kubectl

_EVENTS = (
    "kubectl -n {namespace} get events --field-selector involvedObject.name={pod:calico-node pod}"
)

POD_TABLE = kubectl(
    "pod-table",
    "kubectl -n {namespace} get pods -o wide",
    shows=(f.KubeProxyState, f.PodListed, f.TyphaState),
)
NODE_TABLE = kubectl(
    "node-table",
    "kubectl get nodes -o wide",
    shows=(
        *(f.InternalAddress, f.KernelVersion, f.KubeletVersion),
        *(f.NodeListed, f.OsImage, f.RuntimeVersion),
    ),
)
FLEET = kubectl("fleet", of_cluster=True)
"""How many calico-nodes a live cluster has, and which of them were not looked into."""
WORKLOAD_TABLE = kubectl("workload-table", "kubectl -n {namespace} get daemonsets", of_cluster=True)
"""`kubectl get` of DaemonSets, Deployments and the like."""
EVENT_TABLE = kubectl("event-table", _EVENTS)
EVENT_LINES = kubectl("event-lines", _EVENTS, read_as="event-table")
"""Loose lines of the Events section that describe prints."""
OTHER_TABLE = kubectl("other-table", of_cluster=True)
POD_DESCRIBE = kubectl(
    "pod-describe",
    "kubectl -n {namespace} describe pod {pod:calico-node pod}",
    shows=(
        *(f.BgpNotEstablished, f.ContainerExit, f.ContainerState, f.KilledByProbe),
        *(f.ProbeFailed, f.ProbeSpec, f.ResourceLimit, f.SettingSeen, f.StartDelay),
    ),
)
NODE_DESCRIBE = kubectl(
    "node-describe", "kubectl describe node {node}", shows=(f.NodeCondition, f.PodCidr)
)
DAEMONSET_DESCRIBE = kubectl(
    "daemonset-describe",
    "kubectl -n {namespace} describe daemonset calico-node",
    shows=(f.AutodetectionMethod,),
    of_cluster=True,
)
OTHER_DESCRIBE = kubectl("other-describe", of_cluster=True)
OBJECTS = kubectl("objects", "kubectl get node {node} -o yaml")
"""YAML or JSON objects, whole or in fragments."""
CLUSTER_INFORMATION = kubectl(
    "cluster-information",
    "kubectl get clusterinformations.crd.projectcalico.org default -o yaml",
    shows=(f.DatastoreReady,),
    read_as="objects",
)
NODE_ADDRESSES = kubectl(
    "node-addresses",
    "kubectl get nodes -o yaml | grep -e '^    name:' -e IPv4Address",
    shows=(f.CalicoAddress,),
)
"""Calico's address annotations cut from Node objects."""
KUBELET_STATS = kubectl(
    "kubelet-stats",
    "kubectl get --raw /api/v1/nodes/{node}/proxy/stats/summary",
    where=Where.PROXY,
    shows=(f.CpuUsed, f.TopConsumer),
    read_as="other-table",
)
"""The kubelet's `stats/summary`: processors, memory and disks of the node, and who uses most of them."""
KUBELET_METRICS = kubectl(
    "kubelet-metrics",
    "kubectl get --raw /api/v1/nodes/{node}/proxy/metrics/cadvisor | grep kubepods",
    where=Where.PROXY,
    read_as="other-table",
)
"""Lines of the kubelet's `metrics/cadvisor`: cgroups of containers, and how calico-node's is held back."""
