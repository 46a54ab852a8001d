"""Three nodes; on one of them calico-node has taken a bridge's address, until the method is corrected."""

from tests.live.retold.plain import BRIDGE, daemonset, node, pod, pod_name, startup_log
from tests.support.small_cluster import Object
from tests.support.writable_cluster import WritableCluster

SICK = 2
CAUSE = "ip-wrong-bridge"
VARIABLE = "IP_AUTODETECTION_METHOD"


def incident(*more: Object) -> WritableCluster:
    """Installed by a plain manifest, unless there is more."""
    both = (each for number in range(3) for each in _node_and_pod(number, ill=number == SICK))
    cluster = WritableCluster([dict(daemonset(3, 2)), *both, *more])
    for number in range(3):
        _log(cluster, number, ill=number == SICK)
    return cluster


def heal(cluster: WritableCluster, number: int = SICK) -> None:
    """calico-node on that node starts again, and all is well."""
    _again(cluster, number, ill=False)


def sicken(cluster: WritableCluster, number: int) -> None:
    """The same, and it takes the bridge's address."""
    _again(cluster, number, ill=True)


def _again(cluster: WritableCluster, number: int, *, ill: bool) -> None:
    name = pod_name(number)
    kept = [
        each for each in cluster.objects if each["metadata"]["name"] not in (name, f"node-{number}")
    ]
    there = _node_and_pod(number, ill=ill)
    for each in there:
        each["metadata"] |= {"uid": f"{name}-again", "generation": 1, "resourceVersion": "2000"}
    cluster.objects[:] = [*kept, *there]
    _log(cluster, number, ill=ill)


def _node_and_pod(number: int, *, ill: bool) -> list[Object]:
    stored = "10.4.0.1/24" if ill else ""
    return [dict(node(number, stored=stored)), dict(pod(number, ready=not ill))]


def _log(cluster: WritableCluster, number: int, *, ill: bool) -> None:
    address = f"172.31.1.{1 + number}"
    chosen = BRIDGE if ill else f"eth0: {address}/24"
    text = startup_log(f"node-{number}", chosen)
    cluster.logs[pod_name(number), "calico-node", False] = text


def variables(cluster: WritableCluster) -> dict[str, str]:
    """What calico-node's DaemonSet sets."""
    spec = cluster.object("DaemonSet", "calico-node")["spec"]["template"]["spec"]
    return {each["name"]: each["value"] for each in spec["containers"][0].get("env", ())}
