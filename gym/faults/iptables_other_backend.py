"""Felix is told to write with iptables-legacy, and kube-proxy writes with nft."""

from gym.fault import Fault, Said
from gym.means import legacy_iptables
from gym.place import Place


def inject(place: Place) -> None:
    legacy_iptables.use(place)
    place.restart_pod()


def bites(place: Place) -> bool:
    return place.is_ready and "cali-FORWARD" in legacy_iptables.rules(place)


FAULT = Fault(
    title="iptablesBackend Legacy in the node's FelixConfiguration, kube-proxy with nft",
    cause="felix-iptables-backend-mismatch",
    inject=inject,
    bites=bites,
    heal=legacy_iptables.leave,
    # calico-node is 1/1; its log has no word of kube-proxy's rules.
    live=Said.SILENT,
    text=Said.SILENT,
)
