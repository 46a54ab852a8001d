"""A webhook that must approve pods is registered, and its service is gone: none is approved."""

from gym.fault import Fault, Scope
from gym.means.refusal import ask_again
from gym.means.webhook import put_webhook, remove_webhook
from gym.place import Place


def inject(place: Place) -> None:
    put_webhook(place, failure_policy="Fail")
    place.restart_pod()


def bites(place: Place) -> bool:
    return place.pod is None and "failed calling webhook" in place.events


def heal(place: Place) -> None:
    remove_webhook(place)
    ask_again(place)


FAULT = Fault(
    title="a webhook for pods with failurePolicy Fail that has no server",
    cause="sched-admission-webhook-failing",
    inject=inject,
    bites=bites,
    heal=heal,
    scope=Scope.CLUSTER,
)
