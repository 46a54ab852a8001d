"""A migration from host-local that was ended in the middle has left the datastore locked."""

from gym.fault import Fault, Said, Scope
from gym.means import busybox_pod, host_local
from gym.place import Place

_INFORMATION = "clusterinformations.crd.projectcalico.org"


def inject(place: Place) -> None:
    # A file that is no address stops it after it has taken the lock.
    host_local.leave(place, "192.168.77.300")
    place.restart_pod()
    place.cluster.await_true(lambda: _is_locked(place), "the datastore is locked", 60)
    # What people do with an init container that hangs.
    host_local.clean(place)
    place.restart_pod()
    # A plugin that is asked while it is being installed may hang for minutes.
    place.cluster.await_ready([place.node.name])
    busybox_pod.create(place)


def bites(place: Place) -> bool:
    refused = "Calico is currently not ready to process requests" in busybox_pod.events(place)
    return _is_locked(place) and refused and place.is_ready


def heal(place: Place) -> None:
    place.cluster.patch(f"{_INFORMATION}/default", {"spec": {"datastoreReady": True}})
    busybox_pod.delete(place)


def _is_locked(place: Place) -> bool:
    found = place.cluster.get(_INFORMATION, "default")
    return found is not None and found["spec"].get("datastoreReady") is False


FAULT = Fault(
    title="a migration of IPAM data cut off, datastoreReady stays false",
    cause="ipamup-datastore-locked",
    inject=inject,
    bites=bites,
    heal=heal,
    # calico-node says nothing of it; the plugin does, on the host.
    text=Said.SILENT,
    scope=Scope.CLUSTER,
    seconds=240,
    anywhere=True,
    group="five",
)
