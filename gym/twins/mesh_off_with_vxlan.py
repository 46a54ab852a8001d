"""The mesh is off and no node has a peer, but the pool's traffic goes by VXLAN, which needs no BGP."""

from gym.fault import Scope, Twin
from gym.means.bgp_topology import has_session, restore_mesh, switch_mesh_off
from gym.means.pools import answers, set_mode, tunnel_ends
from gym.place import Place


def inject(place: Place) -> None:
    set_mode(place, vxlan="Always")
    switch_mesh_off(place)


def holds(place: Place) -> bool:
    return place.is_ready and not has_session(place) and _reaches_others(place)


def _reaches_others(place: Place) -> bool:
    """Whether the far end of every tunnel answers."""
    ends = tunnel_ends(place)
    others = len(place.cluster.nodes) - 1
    return len(ends) == others and all(answers(place, end) for end in ends)


def heal(place: Place) -> None:
    set_mode(place, vxlan="Never")
    restore_mesh(place)


TWIN = Twin(
    title="the mesh off without a BGPPeer, and a pool that uses VXLAN for everything",
    of="mesh-off",
    inject=inject,
    holds=holds,
    heal=heal,
    scope=Scope.CLUSTER,
)
