"""The Installation names a registry that does not answer."""

from gym.fault import Fault, Install, Scope
from gym.operator import await_rollout, await_template, patch_installation
from gym.place import Place

_REGISTRY = "172.31.0.1:5000/"
"""By address, so that no name has to be resolved: the registry is what is missing."""


def inject(place: Place) -> None:
    patch_installation(place.cluster, {"registry": _REGISTRY})
    await_template(place.cluster, _REGISTRY)
    # The rollout begins with a node that it chooses.
    place.restart_pod()


def bites(place: Place) -> bool:
    return f'Failed to pull image "{_REGISTRY}' in place.events and not place.is_ready


def heal(place: Place) -> None:
    patch_installation(place.cluster, {"registry": None})
    await_rollout(place.cluster)


FAULT = Fault(
    title="a registry in the Installation that does not answer",
    cause="img-pull-unreachable",
    inject=inject,
    bites=bites,
    heal=heal,
    scope=Scope.CLUSTER,
    install=Install.OPERATOR,
)
