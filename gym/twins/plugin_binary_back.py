"""Pods got no network while the plugin was gone; calico-node's next start has copied it again."""

from gym.fault import Twin
from gym.means import busybox_pod
from gym.means.plugins import FOLDER
from gym.place import Place

_PLUGIN = f"{FOLDER}/calico"
_REFUSAL = 'failed to find plugin "calico"'


def inject(place: Place) -> None:
    place.sh(f"rm {_PLUGIN}")
    busybox_pod.create(place)
    place.cluster.await_true(lambda: _is_refused(place), "a pod gets no network", 90)
    place.restart_pod()


def _is_refused(place: Place) -> bool:
    return busybox_pod.is_refused_again(place, _REFUSAL)


def holds(place: Place) -> bool:
    return place.is_ready and busybox_pod.is_running(place)


def heal(place: Place) -> None:
    busybox_pod.delete(place)


TWIN = Twin(
    title="the plugin calico deleted, and calico-node started again: old events still tell of it",
    of="plugin-binary-wiped",
    inject=inject,
    holds=holds,
    heal=heal,
)
