"""The Installation selects nodes for calico-node by a label that all nodes have but one."""

from gym.fault import Fault, Install, Scope
from gym.operator import await_rollout, patch_installation
from gym.place import Place

_LABEL = "network"


def inject(place: Place) -> None:
    # First, or the others would lose their pods as well.
    for node in place.cluster.nodes:
        if node is not place.node:
            place.cluster.kubectl("label", "node", node.name, f"{_LABEL}=calico")
    pods = {"spec": {"nodeSelector": {_LABEL: "calico"}}}
    patch_installation(place.cluster, {"calicoNodeDaemonSet": {"spec": {"template": pods}}})


def bites(place: Place) -> bool:
    return place.pod is None


def heal(place: Place) -> None:
    patch_installation(place.cluster, {"calicoNodeDaemonSet": None})
    place.cluster.kubectl("label", "node", "--all", f"{_LABEL}-")
    await_rollout(place.cluster)


FAULT = Fault(
    title="a nodeSelector in the Installation that this node does not match",
    cause="sched-node-selector-or-affinity",
    inject=inject,
    bites=bites,
    heal=heal,
    scope=Scope.CLUSTER,
    install=Install.OPERATOR,
)
