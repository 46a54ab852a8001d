"""Another server answers for the API server, with a certificate of an unknown authority."""

from gym.fault import Fault
from gym.means import false_api_server
from gym.place import Place


def inject(place: Place) -> None:
    false_api_server.put_in(place, is_trusted=False)
    place.restart_pod()


def bites(place: Place) -> bool:
    log = place.log("install-cni") + place.log("install-cni", previous=True)
    return "signed by unknown authority" in log and not place.is_ready


def heal(place: Place) -> None:
    false_api_server.take_away(place)
    place.restart_pod()


FAULT = Fault(
    title="the API server's address shows a certificate of another authority",
    cause="x509-unknown-ca",
    inject=inject,
    bites=bites,
    heal=heal,
)
