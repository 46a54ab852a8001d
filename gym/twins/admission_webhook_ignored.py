"""The same webhook without a server, but registered so that silence counts as consent."""

from gym.fault import Scope, Twin
from gym.means.webhook import put_webhook, remove_webhook
from gym.place import Place


def inject(place: Place) -> None:
    put_webhook(place, failure_policy="Ignore")
    place.restart_pod()


def holds(place: Place) -> bool:
    return place.is_ready


TWIN = Twin(
    title="a webhook for pods with failurePolicy Ignore that has no server",
    of="admission-webhook-gone",
    inject=inject,
    holds=holds,
    heal=remove_webhook,
    scope=Scope.CLUSTER,
)
