"""A clean-up deleted the plugin calico from /opt/cni/bin: new pods get no network."""

from gym.fault import Fault, Said
from gym.means import busybox_pod
from gym.means.plugins import FOLDER
from gym.place import Place

_PLUGIN = f"{FOLDER}/calico"
_KEPT = "/root/calico.kept"


def inject(place: Place) -> None:
    place.sh(f"mv {_PLUGIN} {_KEPT}")
    busybox_pod.create(place)


def bites(place: Place) -> bool:
    return busybox_pod.is_refused_again(place, 'failed to find plugin "calico"')


def heal(place: Place) -> None:
    # A calico-node that was started again in the meantime has installed another copy.
    place.sh(f"mv -f {_KEPT} {_PLUGIN}")
    busybox_pod.delete(place)


FAULT = Fault(
    title="the plugin calico deleted from /opt/cni/bin",
    cause="cni-plugin-removed",
    decides=("/opt/cni/bin",),
    inject=inject,
    bites=bites,
    heal=heal,
    # calico-node is 1/1, and what it says shows nothing of it; the events of other pods do.
    live=Said.LIKELY,
    text=Said.SILENT,
)
