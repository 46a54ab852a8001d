"""IP pools beside the one that Calico's manifest makes."""

from typing import Any

from gym.place import Place

_API = "crd.projectcalico.org/v1"
KIND = "ippools.crd.projectcalico.org"
_DEFAULT = f"{KIND}/default-ipv4-ippool"
_TUNNEL = "projectcalico.org/IPv4VXLANTunnelAddr"


def set_pool(place: Place, name: str, **spec: Any) -> None:
    """Makes a pool, or changes it."""
    place.cluster.apply(
        {"apiVersion": _API, "kind": "IPPool", "metadata": {"name": name}, "spec": spec}
    )


def remove_pool(place: Place, name: str) -> None:
    place.cluster.kubectl("delete", KIND, name)


def set_mode(place: Place, *, vxlan: str) -> None:
    """Whether the pool of Calico's manifest sends its traffic through VXLAN: Always, CrossSubnet or Never."""
    place.cluster.patch(_DEFAULT, {"spec": {"vxlanMode": vxlan}})


def tunnel_ends(place: Place) -> tuple[str, ...]:
    """The addresses of the VXLAN devices of all other nodes that have one."""
    others = (
        each["metadata"].get("annotations", {})
        for each in place.cluster.list("nodes")
        if each["metadata"]["name"] != place.node.name
    )
    return tuple(end for annotations in others if (end := annotations.get(_TUNNEL)))


def answers(place: Place, end: str) -> bool:
    """Whether this address answers a ping from the node."""
    return not place.node.run("busybox", "ping", "-c1", "-W1", end).returncode
