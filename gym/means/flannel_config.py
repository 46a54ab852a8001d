"""What flannel leaves in the folder of CNI configurations, and a pod that shows who is asked."""

import json

from gym.means import busybox_pod
from gym.place import Place

_CONFIG = {
    "name": "cbr0",
    "cniVersion": "0.3.1",
    "plugins": [{"type": "flannel", "delegate": {"hairpinMode": True, "isDefaultGateway": True}}],
}


def leave(place: Place, name: str) -> None:
    """Writes the file under this name and makes a pod on the node."""
    place.node.write(f"/etc/cni/net.d/{name}", json.dumps(_CONFIG))
    busybox_pod.create(place)


def clear(place: Place, name: str) -> None:
    place.sh(f"rm /etc/cni/net.d/{name}")
    busybox_pod.delete(place)
