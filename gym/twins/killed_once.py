"""calico-node killed once; it came back by itself."""

from gym.fault import Twin
from gym.place import Place


def inject(place: Place) -> None:
    container = place.pod["status"]["containerStatuses"][0]["containerID"]
    place.node.ctr("task", "kill", "--signal", "SIGKILL", container.removeprefix("containerd://"))


def holds(place: Place) -> bool:
    return place.restarts == 1 and place.is_ready


def heal(place: Place) -> None:
    """Nothing was put in that stays."""


TWIN = Twin(
    title="calico-node was killed once, and is ready again",
    of="oom-killed",
    inject=inject,
    holds=holds,
    heal=heal,
)
