"""An image edited into the DaemonSet while the operator is down: nothing reverts it."""

from gym.fault import Fault, Install, Scope
from gym.means.template import change_pods
from gym.operator import await_rollout, of_operator
from gym.place import Place

_IMAGE = "172.31.0.1:5000/calico/node:v3.26.0"
"""By address, so that no name has to be resolved: the registry is what is missing."""


def inject(place: Place) -> None:
    of_operator(place.cluster).freeze_operator()
    change_pods(place, {"containers": [{"name": "calico-node", "image": _IMAGE}]})


def bites(place: Place) -> bool:
    return f'Failed to pull image "{_IMAGE}"' in place.events and not place.is_ready


def heal(place: Place) -> None:
    # It puts the DaemonSet back as the Installation wants it.
    of_operator(place.cluster).thaw_operator()
    await_rollout(place.cluster)


FAULT = Fault(
    title="an image of a dead mirror, edited into the DaemonSet while the operator is down",
    cause="img-pull-unreachable",
    inject=inject,
    bites=bites,
    heal=heal,
    scope=Scope.CLUSTER,
    install=Install.OPERATOR,
)
