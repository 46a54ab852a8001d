"""The service account that calico-node runs as was deleted: no pod can be made with it."""

from gym.fault import Fault, Scope
from gym.means.refusal import ask_again
from gym.place import Place

_ACCOUNT = "calico-node"


def inject(place: Place) -> None:
    where = ("-n", place.cluster.namespace)
    place.cluster.kubectl("delete", "serviceaccount", _ACCOUNT, *where)
    place.restart_pod()


def bites(place: Place) -> bool:
    return place.pod is None and f'serviceaccount "{_ACCOUNT}" not found' in place.events


def heal(place: Place) -> None:
    where = ("-n", place.cluster.namespace)
    place.cluster.kubectl("create", "serviceaccount", _ACCOUNT, *where)
    ask_again(place)
    # Tokens of the account that is gone are not valid for the new one, though it has the same name.
    for node in place.cluster.nodes:
        place.cluster.restart_pod(node.name)
    place.cluster.await_ready()


FAULT = Fault(
    title="the service account calico-node deleted",
    cause="sched-serviceaccount-missing",
    inject=inject,
    bites=bites,
    heal=heal,
    scope=Scope.CLUSTER,
)
