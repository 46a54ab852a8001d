"""A HostEndpoint with the usual failsafe ports and a policy that allows traffic; all goes on."""

from gym.fault import Scope, Twin
from gym.means.host_endpoint import (
    allow_everything,
    await_programmed,
    protect,
    remove_policy,
    unprotect,
)
from gym.means.node_condition import ready_condition
from gym.place import Place


def inject(place: Place) -> None:
    allow_everything(place)
    protect(place)
    await_programmed(place)
    place.node.kubelet.restart()
    place.restart_pod()


def holds(place: Place) -> bool:
    return place.is_ready and ready_condition(place) == "True"


def heal(place: Place) -> None:
    unprotect(place)
    remove_policy(place)


TWIN = Twin(
    title="a HostEndpoint with a policy that allows everything, and the kubelet started again",
    of="host-endpoint-locks-out",
    inject=inject,
    holds=holds,
    heal=heal,
    scope=Scope.CLUSTER,
)
