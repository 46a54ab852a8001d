"""A certificate that is only valid from tomorrow on: issued by a machine whose clock runs ahead."""

from datetime import timedelta

from gym.fault import Fault
from gym.means import false_api_server
from gym.place import Place


def inject(place: Place) -> None:
    false_api_server.put_in(place, valid_from=timedelta(days=2), valid_until=timedelta(days=365))
    place.restart_pod()


def bites(place: Place) -> bool:
    log = place.log("install-cni") + place.log("install-cni", previous=True)
    return "has expired or is not yet valid" in log and not place.is_ready


def heal(place: Place) -> None:
    false_api_server.take_away(place)
    place.restart_pod()


FAULT = Fault(
    title="the API server's address shows a certificate of the day after tomorrow",
    # Who sees only the two dates takes the node's own clock for the wrong one.
    cause="host-time-skew",
    inject=inject,
    bites=bites,
    heal=heal,
)
