"""Registry rows of the kinds that only the API server shows."""

from calicovet.model import facts as f
from calicovet.model.evidence_kinds.row import Where, kubectl

_EVENTS = (
    "kubectl -n {namespace} get events --field-selector involvedObject.name={pod:calico-node pod}"
)

POD_TABLE = kubectl(
    "pod-table",
    "kubectl -n {namespace} get pods -o wide",
    shows=(f.KubeProxyState, f.PodListed, f.TyphaState),
    asks=(
        "Which calico-node pods are unhealthy, and on which nodes?",
        "哪些 calico-node Pod 不健康，在哪些节点上？",
    ),
)
NODE_TABLE = kubectl(
    "node-table",
    "kubectl get nodes -o wide",
    shows=(
        *(f.InternalAddress, f.KernelVersion, f.KubeletVersion),
        *(f.NodeListed, f.OsImage, f.RuntimeVersion),
    ),
    asks=("Which nodes are ready, and what do they run?", "哪些节点就绪，运行什么版本？"),
)
FLEET = kubectl(
    "fleet",
    of_cluster=True,
    asks=(
        "How many calico-node pods are there, and how many are ready?",
        "calico-node 的 Pod 有多少个，其中多少个就绪？",
    ),
)
"""How many calico-nodes a live cluster has, and which of them were not looked into."""
WORKLOAD_TABLE = kubectl(
    "workload-table",
    "kubectl -n {namespace} get daemonsets",
    of_cluster=True,
    asks=(
        "How many calico-node pods are wanted, and how many are there?",
        "应有多少个 calico-node Pod，实际有多少？",
    ),
)
"""`kubectl get` of DaemonSets, Deployments and the like."""
EVENT_TABLE = kubectl(
    "event-table",
    _EVENTS,
    asks=("Which events does the pod have?", "这个 Pod 有哪些事件？"),
)
EVENT_LINES = kubectl(
    "event-lines",
    _EVENTS,
    read_as="event-table",
    asks=("Which events does the pod have?", "这个 Pod 有哪些事件？"),
)
"""Loose lines of the Events section that describe prints."""
OTHER_TABLE = kubectl("other-table", of_cluster=True)
POD_DESCRIBE = kubectl(
    "pod-describe",
    "kubectl -n {namespace} describe pod {pod:calico-node pod}",
    of_all="kubectl describe pods -A -l 'k8s-app in (calico-node, canal)'",
    shows=(
        *(f.BgpNotEstablished, f.ContainerExit, f.ContainerState, f.KilledByProbe),
        *(f.ProbeFailed, f.ProbeSpec, f.ResourceLimit, f.SettingSeen, f.StartDelay),
    ),
    asks=(
        "What are the state, last state and events of the pod?",
        "这个 Pod 的状态、上次状态和事件是什么？",
    ),
)
NODE_DESCRIBE = kubectl(
    "node-describe",
    "kubectl describe node {node}",
    shows=(f.NodeCondition, f.PodCidr),
    asks=("Which conditions and addresses does the node have?", "节点的状况和地址是什么？"),
)
DAEMONSET_DESCRIBE = kubectl(
    "daemonset-describe",
    "kubectl -n {namespace} describe daemonset calico-node",
    shows=(f.AutodetectionMethod,),
    of_cluster=True,
    asks=("How is calico-node set up?", "calico-node 是怎样配置的？"),
)
OTHER_DESCRIBE = kubectl("other-describe", of_cluster=True)
OBJECTS = kubectl(
    "objects",
    "kubectl get node {node} -o yaml",
    asks=("What is stored on the object?", "对象里存的是什么？"),
)
"""YAML or JSON objects, whole or in fragments."""
CLUSTER_INFORMATION = kubectl(
    "cluster-information",
    "kubectl get clusterinformations.crd.projectcalico.org default -o yaml",
    shows=(f.DatastoreReady,),
    read_as="objects",
    asks=(
        "Is the datastore marked ready, and which release wrote it?",
        "数据存储是否标记为就绪，由哪个版本写入？",
    ),
)
INSTALLATION = kubectl(
    "installation",
    "kubectl get installations.operator.tigera.io default -o yaml",
    shows=(f.NoInstallation,),
    read_as="objects",
    of_cluster=True,
    asks=("Which Installation has the operator?", "operator 用的是哪个 Installation？"),
)
NODE_ADDRESSES = kubectl(
    "node-addresses",
    "kubectl get nodes -o yaml | grep -e '^    name:' -e IPv4Address",
    shows=(f.CalicoAddress,),
    asks=("Which address did Calico store for each node?", "Calico 为每个节点保存了哪个地址？"),
)
"""Calico's address annotations cut from Node objects."""
KUBELET_STATS = kubectl(
    "kubelet-stats",
    "kubectl get --raw /api/v1/nodes/{node}/proxy/stats/summary",
    where=Where.PROXY,
    shows=(f.CpuUsed, f.TopConsumer),
    read_as="other-table",
    asks=(
        "How much CPU, memory and disk does the node use, and which programs use most?",
        "节点的 CPU、内存和磁盘用量是多少，哪些程序占用最多？",
    ),
)
"""The kubelet's `stats/summary`: processors, memory and disks of the node, and who uses most of them."""
KUBELET_METRICS = kubectl(
    "kubelet-metrics",
    "kubectl get --raw /api/v1/nodes/{node}/proxy/metrics/cadvisor | grep kubepods",
    where=Where.PROXY,
    read_as="other-table",
    asks=(
        "In which cgroup do containers run, and is calico-node throttled?",
        "容器实际运行在哪个 cgroup 里，calico-node 是否被限速？",
    ),
)
"""Lines of the kubelet's `metrics/cadvisor`: cgroups of containers, and how calico-node's is held back."""
