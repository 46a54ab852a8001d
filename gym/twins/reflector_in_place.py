"""The mesh is off, and a route reflector takes its place: every node has its session."""

from gym.fault import Scope, Twin
from gym.means.bgp_topology import (
    all_have_sessions,
    has_remote_routes,
    make_reflector,
    peer_with_reflectors,
    remove_peer,
    restore_mesh,
    switch_mesh_off,
    unmake_reflector,
)
from gym.node import Node
from gym.place import Place


def inject(place: Place) -> None:
    make_reflector(place, _reflector(place))
    peer_with_reflectors(place)
    switch_mesh_off(place)


def holds(place: Place) -> bool:
    return place.is_ready and all_have_sessions(place.cluster) and has_remote_routes(place)


def heal(place: Place) -> None:
    restore_mesh(place)
    remove_peer(place)
    unmake_reflector(place, _reflector(place))


def _reflector(place: Place) -> Node:
    return next(node for node in place.cluster.nodes if node is not place.node)


TWIN = Twin(
    title="the mesh off, and a route reflector that every node peers with",
    of="reflector-without-label",
    inject=inject,
    holds=holds,
    heal=heal,
    scope=Scope.CLUSTER,
    seconds=300,
)
