"""The node-to-node mesh is switched off and no BGPPeer replaces it: no node learns a route."""

from gym.fault import Fault, Said, Scope
from gym.means.bgp_topology import has_remote_routes, has_session, restore_mesh, switch_mesh_off
from gym.place import Place


def inject(place: Place) -> None:
    switch_mesh_off(place)


def bites(place: Place) -> bool:
    return place.is_ready and not has_session(place) and not has_remote_routes(place)


def heal(place: Place) -> None:
    restore_mesh(place)


FAULT = Fault(
    title="nodeToNodeMeshEnabled: false, and no BGPPeer",
    cause="dp-mesh-disabled-no-peers",
    decides=("bgpconfiguration", "bgppeer", "node status"),
    inject=inject,
    bites=bites,
    heal=heal,
    # calico-node is 1/1 everywhere, and its log does not mention the mesh.
    text=Said.SILENT,
    host=Said.SILENT,
    scope=Scope.CLUSTER,
    anywhere=True,
)
