"""A certificate of the right authority, made for another address."""

from gym.fault import Fault
from gym.means import false_api_server
from gym.place import Place


def inject(place: Place) -> None:
    false_api_server.put_in(place, address="172.31.0.1")
    place.restart_pod()


def bites(place: Place) -> bool:
    log = place.log("install-cni") + place.log("install-cni", previous=True)
    return "certificate is valid for" in log and not place.is_ready


def heal(place: Place) -> None:
    false_api_server.take_away(place)
    place.restart_pod()


FAULT = Fault(
    title="the API server's address shows a certificate for another address",
    cause="x509-san-mismatch",
    inject=inject,
    bites=bites,
    heal=heal,
)
