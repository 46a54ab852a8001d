"""A host that joins the cluster under another name, as after a change of its host name."""

from gym.place import Place

_FORMER, _PRESENT = "node-", "worker-"


def join_renamed(place: Place) -> None:
    """From now on `place.node.name` is the new name; the former Node object stays."""
    place.node.join_as(place.node.name.replace(_FORMER, _PRESENT))


def join_again(place: Place) -> None:
    """The host has its former name again, and the other Node object is gone."""
    present = place.node.name
    place.node.join_as(former(place))
    place.cluster.kubectl("delete", "node", present, "--ignore-not-found")
    # The containers of its pod were removed while the node had another name: a new pod is like any other.
    place.restart_pod()


def former(place: Place) -> str:
    return place.node.name.replace(_PRESENT, _FORMER)
