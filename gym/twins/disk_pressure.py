"""A kubelet that complains about its disk: it evicts others, never a pod as critical as calico-node."""

from gym.fault import Twin
from gym.place import Place


def inject(place: Place) -> None:
    place.node.write_kubelet_config(evictionHard={"nodefs.available": "99%"})
    place.node.kubelet.restart()
    place.restart_pod()


def holds(place: Place) -> bool:
    conditions = place.cluster.get("node", place.node.name)["status"]["conditions"]
    pressed = any(
        each["type"] == "DiskPressure" and each["status"] == "True" for each in conditions
    )
    return pressed and place.is_ready


def heal(place: Place) -> None:
    place.node.write_kubelet_config()
    place.node.kubelet.restart()


TWIN = Twin(
    title="the node has DiskPressure, and calico-node started again",
    of="run-full",
    inject=inject,
    holds=holds,
    heal=heal,
)
