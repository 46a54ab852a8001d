"""One of Calico's CRDs was deleted, and with it all objects of that kind."""

from gym.fault import Fault, Scope
from gym.means.installed_objects import as_installed
from gym.place import Place

# calico-node makes the only object of this kind itself: nothing is lost.
_CRD = "felixconfigurations.crd.projectcalico.org"


def inject(place: Place) -> None:
    place.cluster.kubectl("delete", "crd", _CRD, "--wait")
    place.restart_pod()


def bites(place: Place) -> bool:
    log = place.log() + place.log(previous=True)
    return "the server could not find the requested resource" in log and not place.is_ready


def heal(place: Place) -> None:
    place.cluster.apply(as_installed("CustomResourceDefinition", _CRD))
    place.cluster.kubectl("wait", "--for=condition=Established", f"crd/{_CRD}")
    place.restart_pod()


FAULT = Fault(
    title="the CRD felixconfigurations deleted",
    cause="crd-missing",
    inject=inject,
    bites=bites,
    heal=heal,
    scope=Scope.CLUSTER,
)
