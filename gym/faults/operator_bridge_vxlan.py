"""nerdctl0 under the operator, without BGP: every pod is ready, and no packet gets across."""

from gym.fault import Fault, Install, Said, Scope
from gym.means.links import add_bridge, remove_link
from gym.means.pools import answers, tunnel_ends
from gym.operator import await_rollout, await_template, patch_installation
from gym.place import Place


def inject(place: Place) -> None:
    add_bridge(place, "nerdctl0", "10.4.0.1/24")
    # All pods restart with it.
    patch_installation(place.cluster, {"calicoNetwork": {"bgp": "Disabled"}})
    await_rollout(place.cluster)


def bites(place: Place) -> bool:
    return place.stored_address == "10.4.0.1/24" and place.is_ready and not _reaches_others(place)


def heal(place: Place) -> None:
    # In this order: the pods choose again when the Installation changes.
    remove_link(place, "nerdctl0")
    patch_installation(place.cluster, {"calicoNetwork": {"bgp": "Enabled"}})
    await_template(place.cluster, "-bird-ready")
    # The first pod with BIRD would wait for peers, and theirs for the first pod to be ready.
    for node in place.cluster.nodes:
        place.cluster.restart_pod(node.name)
    await_rollout(place.cluster)


def _reaches_others(place: Place) -> bool:
    """Whether the far end of the tunnel answers, on any other node."""
    return any(answers(place, end) for end in tunnel_ends(place))


FAULT = Fault(
    title="nerdctl0 in a cluster of the operator without BGP: all is ready, the tunnel is dead",
    cause="ip-wrong-bridge",
    inject=inject,
    bites=bites,
    heal=heal,
    text=Said.LIKELY,
    scope=Scope.CLUSTER,
    install=Install.OPERATOR,
)
