"""The address that a Node carries from an earlier start of calico-node."""

from gym.place import Place

ANNOTATION = "projectcalico.org/IPv4Address"


def forget_address(place: Place) -> None:
    """Makes the node one that calico-node never started on: it has to find an address.

    To be called after the pod was restarted: a running calico-node writes the address again.
    """
    place.cluster.kubectl("annotate", "node", place.node.name, f"{ANNOTATION}-")
