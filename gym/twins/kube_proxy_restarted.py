"""kube-proxy is stopped and started, and calico-node starts between: the rules were there."""

from gym.fault import Twin
from gym.place import Place


def inject(place: Place) -> None:
    place.node.kube_proxy.stop()
    place.restart_pod()
    place.node.kube_proxy.start()


def holds(place: Place) -> bool:
    return place.is_ready


def heal(place: Place) -> None:
    """Nothing is left to take away."""


TWIN = Twin(
    title="kube-proxy stopped, calico-node started again, kube-proxy started",
    of="kube-proxy-gone",
    inject=inject,
    holds=holds,
    heal=heal,
)
