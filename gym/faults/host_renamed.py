"""A host joined again under another host name: two Nodes, and both have its address."""

from gym.fault import Fault, Said, Scope
from gym.means.host_name import former, join_again, join_renamed
from gym.place import Place


def inject(place: Place) -> None:
    join_renamed(place)


def bites(place: Place) -> bool:
    refused = place.restarts > 1 and "is already using" in place.log(previous=True)
    return refused and _is_given_up(place)


def _is_given_up(place: Place) -> bool:
    """Whether the node controller has noticed that no kubelet reports for the former Node."""
    found = place.cluster.get("node", former(place))
    conditions = found["status"].get("conditions", ()) if found else ()
    return any(each["type"] == "Ready" and each["status"] == "Unknown" for each in conditions)


FAULT = Fault(
    title="a host joined again under another host name; its former Node is still there",
    cause="name-joined-twice",
    # By the log of calico-node alone it is the address of a Node that is down.
    also=("ip-conflict-stale-node",),
    decides=("get nodes",),
    inject=inject,
    bites=bites,
    heal=join_again,
    # Two hosts with one address would look alike, but for what the host itself shows.
    live=Said.LIKELY,
    text=Said.LIKELY,
    host=Said.LIKELY,
    # BIRD of every node refuses two peers of one address.
    scope=Scope.CLUSTER,
    seconds=240,
)
