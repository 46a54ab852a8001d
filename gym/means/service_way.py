"""The node's own way to the API server: the address of the service, which kube-proxy leads on.

The kubelet calls the API server by another address and notices nothing.
"""

from gym.place import Place

SERVICE = "10.96.0.1"
_RULE = "OUTPUT -d {service} -p tcp --dport 443 -j DNAT --to-destination {target}"


def lead_to(place: Place, target: str) -> None:
    """New connections to the service's address end at `target`, whatever kube-proxy says."""
    place.sh(f"iptables -w -t nat -I {_RULE.format(service=SERVICE, target=target)}")


def lead_back(place: Place, target: str) -> None:
    place.sh(f"iptables -w -t nat -D {_RULE.format(service=SERVICE, target=target)}")


def remove_kube_proxy(place: Place) -> None:
    """Stops kube-proxy and takes away its rules: as on a node that it never ran on."""
    place.node.kube_proxy.stop()
    # What is left is restored in one go, so that no rule refers to a chain that is gone.
    place.sh("iptables-save | grep -v KUBE- | iptables-restore -w")
