"""calico-node's account was deleted and made again: pods of before hold tokens of the old one."""

from gym.fault import Fault, Said, Scope
from gym.place import Place


def inject(place: Place) -> None:
    where = ("-n", place.cluster.namespace)
    place.cluster.kubectl("delete", "serviceaccount", "calico-node", *where)
    place.cluster.kubectl("create", "serviceaccount", "calico-node", *where)
    # The container restarts in the same pod, with the token of before.
    place.sh("pkill runsvdir")


def bites(place: Place) -> bool:
    log = place.log() + place.log(previous=True)
    return "Unauthorized" in log and not place.is_ready


def heal(place: Place) -> None:
    for node in place.cluster.nodes:
        place.cluster.restart_pod(node.name)
    place.cluster.await_ready()


FAULT = Fault(
    title="the service account deleted and made again, calico-node's container started again",
    cause="cni-token-unauthorized",
    inject=inject,
    bites=bites,
    heal=heal,
    live=Said.LIKELY,
    text=Said.LIKELY,
    host=Said.LIKELY,
    scope=Scope.CLUSTER,
)
