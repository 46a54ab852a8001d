"""A HostEndpoint without policy and without failsafe ports: the kubelet cannot reach the API server."""

from gym.fault import Fault, Said, Scope
from gym.means.felix_configuration import set_for, unset
from gym.means.host_endpoint import await_programmed, await_unprogrammed, protect, unprotect
from gym.means.node_condition import ready_condition
from gym.place import Place


def inject(place: Place) -> None:
    set_for(place, failsafeInboundHostPorts=[], failsafeOutboundHostPorts=[])
    protect(place)
    await_programmed(place)
    # Established connections pass: it locks out the next one.
    place.node.kubelet.restart()


def bites(place: Place) -> bool:
    return ready_condition(place) == "Unknown"


def heal(place: Place) -> None:
    unprotect(place)
    # Felix hears of it: its watches are older than the rules.
    await_unprogrammed(place)
    unset(place)


FAULT = Fault(
    title="a HostEndpoint without policy or failsafe ports, and the kubelet started again",
    # The kubelet runs: that it is dead would be wrong.
    cause="policy-host-endpoint-lockout",
    decides=("hostendpoint", "iptables", "journalctl -u kubelet", "systemctl status kubelet"),
    inject=inject,
    bites=bites,
    heal=heal,
    # The objects show it; neither logs nor descriptions do.
    live=Said.LIKELY,
    text=Said.SILENT,
    host=Said.SILENT,
    # A calico-node that starts elsewhere misses this node as a peer.
    scope=Scope.CLUSTER,
)
