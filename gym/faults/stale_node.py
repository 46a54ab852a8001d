"""The Node of a host's former name: it is gone from the network but keeps the address."""

from gym.fault import Fault, Said, Scope
from gym.means.stored_address import ANNOTATION, forget_address
from gym.place import Place


def inject(place: Place) -> None:
    stored = place.stored_address
    place.cluster.apply(
        {
            "apiVersion": "v1",
            "kind": "Node",
            "metadata": {"name": _former(place), "annotations": {ANNOTATION: stored}},
        }
    )
    place.restart_pod()
    # Under its new name the host is new to Calico: only such a one compares its address.
    forget_address(place)


def bites(place: Place) -> bool:
    refused = place.restarts > 1 and "is already using" in place.log(previous=True)
    return refused and _is_given_up(place)


def heal(place: Place) -> None:
    place.cluster.kubectl("delete", "node", _former(place))
    place.restart_pod()


def _is_given_up(place: Place) -> bool:
    """Whether Kubernetes has noticed that its kubelet is silent."""
    former = place.cluster.get("node", _former(place))
    conditions = former["status"].get("conditions", ()) if former else ()
    return any(each["type"] == "Ready" and each["status"] == "Unknown" for each in conditions)


def _former(place: Place) -> str:
    return f"old-{place.node.name}"


FAULT = Fault(
    title="a Node of the host's former name that still has its address",
    cause="ip-conflict-stale-node",
    inject=inject,
    bites=bites,
    heal=heal,
    # It is not known whether a host that is down comes back.
    live=Said.LIKELY,
    text=Said.LIKELY,
    host=Said.LIKELY,
    # BIRD of every node refuses two peers of one address.
    scope=Scope.CLUSTER,
)
