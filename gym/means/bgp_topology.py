"""Who peers with which node: the node-to-node mesh, and explicit peers by label."""

from gym.cluster import Cluster, Object
from gym.node import Node
from gym.place import Place

REFLECTOR = "route-reflector"
"""The label of a route reflector in Calico's own documentation."""
_API = "crd.projectcalico.org/v1"
_GROUP = "crd.projectcalico.org"
_CLUSTER_ID = "projectcalico.org/RouteReflectorClusterID"
_PEER = "peer-with-route-reflectors"


def switch_mesh_off(place: Place) -> None:
    """Writes the BGPConfiguration that a fresh cluster does not have."""
    place.cluster.apply(_object("BGPConfiguration", "default", {"nodeToNodeMeshEnabled": False}))


def restore_mesh(place: Place) -> None:
    """Without a BGPConfiguration the mesh is on; returns when the node has a session again."""
    flags = ("--ignore-not-found", "--wait")
    place.cluster.kubectl("delete", f"bgpconfigurations.{_GROUP}", "default", *flags)
    place.cluster.await_true(lambda: has_session(place), "the node has a BGP session", 120)


def peer_with_reflectors(place: Place) -> None:
    """Every node peers with every node that carries the label of a route reflector."""
    spec = {"nodeSelector": "all()", "peerSelector": f"{REFLECTOR} == 'true'"}
    place.cluster.apply(_object("BGPPeer", _PEER, spec))


def remove_peer(place: Place) -> None:
    place.cluster.kubectl("delete", f"bgppeers.{_GROUP}", _PEER, "--ignore-not-found", "--wait")


def make_reflector(place: Place, node: Node) -> None:
    """Gives a node the label and the cluster ID of a route reflector."""
    place.cluster.kubectl("annotate", "node", node.name, f"{_CLUSTER_ID}=244.0.0.1")
    place.cluster.kubectl("label", "node", node.name, f"{REFLECTOR}=true")


def unmake_reflector(place: Place, node: Node) -> None:
    place.cluster.kubectl("label", "node", node.name, f"{REFLECTOR}-")
    place.cluster.kubectl("annotate", "node", node.name, f"{_CLUSTER_ID}-")


def has_session(place: Place) -> bool:
    """Whether the node has an established BGP session with any peer."""
    established = "ss -Htn state established '( sport = :179 or dport = :179 )'"
    return bool(place.sh(established).strip())


def all_have_sessions(cluster: Cluster) -> bool:
    """Whether every node has an established session; one that loses its peers may need a minute."""
    return all(has_session(Place(cluster, node)) for node in cluster.nodes)


def has_remote_routes(place: Place) -> bool:
    """Whether BIRD has installed a route to the pods of another node."""
    return " via " in place.sh("ip route show proto bird")


def _object(kind: str, name: str, spec: Object) -> Object:
    return {"apiVersion": _API, "kind": kind, "metadata": {"name": name}, "spec": spec}
