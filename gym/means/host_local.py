"""What the plugin host-local leaves on a node: one file for each address that it gave away."""

from gym.place import Place

FOLDER = "/var/lib/cni/networks/k8s-pod-network"


def leave(place: Place, name: str) -> None:
    """As after a change of plugins on a node that was not cleaned."""
    owner = "3f6a1c9d2b7e4f5086a1b2c3d4e5f60718293a4b5c6d7e8f9a0b1c2d3e4f5a6b\neth0"
    place.node.write(f"{FOLDER}/{name}", owner)


def is_left(place: Place) -> bool:
    return place.node.run("test", "-e", FOLDER).returncode == 0


def clean(place: Place) -> None:
    place.sh(f"rm -rf {FOLDER}")


def address(place: Place) -> str:
    """An address of the range that Kubernetes gave to the node's pods."""
    found = place.cluster.get("node", place.node.name)
    return str(found["spec"]["podCIDR"]).rpartition(".")[0] + ".77"
