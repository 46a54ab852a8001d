"""containerd stopped and started: who needs it has to wait until it answers."""

from gym.place import Place


def start(place: Place) -> None:
    """Starts it; returns when it answers."""
    place.node.containerd.start()
    place.cluster.await_true(lambda: answers(place), "containerd answers", 30)


def restart(place: Place) -> None:
    place.node.containerd.stop()
    start(place)


def answers(place: Place) -> bool:
    return place.node.run("ctr", "version").returncode == 0
