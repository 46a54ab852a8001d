"""A user edits the DaemonSet, and the operator reverts it at once."""

from gym.fault import Install, Scope, Twin
from gym.operator import await_rollout
from gym.place import Place

_EDIT = "IP_AUTODETECTION_METHOD=interface=nothing.*"


def inject(place: Place) -> None:
    where = ("-n", place.cluster.namespace)
    place.cluster.kubectl("set", "env", "daemonset/calico-node", "-c", "calico-node", _EDIT, *where)
    await_rollout(place.cluster)


def holds(place: Place) -> bool:
    # What was edited is left only in a revision.
    cluster = place.cluster
    daemonset = cluster.get("daemonset", "calico-node", "-n", cluster.namespace)
    revisions = cluster.list("controllerrevisions", "-n", cluster.namespace)
    return "nothing.*" in str(revisions) and "nothing.*" not in str(daemonset) and place.is_ready


def heal(place: Place) -> None:
    await_rollout(place.cluster)


TWIN = Twin(
    title="a method that finds nothing, edited into the DaemonSet and taken back by the operator",
    of="no-link-matches",
    inject=inject,
    holds=holds,
    heal=heal,
    scope=Scope.CLUSTER,
    install=Install.OPERATOR,
)
