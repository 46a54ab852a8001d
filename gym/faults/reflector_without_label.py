"""The mesh gave way to route reflectors, and no Node carries the label that the BGPPeer selects."""

from gym.fault import Fault, Said, Scope
from gym.means.bgp_topology import (
    has_remote_routes,
    has_session,
    peer_with_reflectors,
    remove_peer,
    restore_mesh,
    switch_mesh_off,
)
from gym.place import Place


def inject(place: Place) -> None:
    peer_with_reflectors(place)
    switch_mesh_off(place)


def bites(place: Place) -> bool:
    return place.is_ready and not has_session(place) and not has_remote_routes(place)


def heal(place: Place) -> None:
    restore_mesh(place)
    remove_peer(place)


FAULT = Fault(
    title="the mesh off, and a BGPPeer whose peerSelector matches no Node",
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
