"""A pool for pods that holds the nodes' own network."""

from gym.fault import Fault, Said, Scope
from gym.means.pools import remove_pool, set_pool
from gym.place import Place

_RANGE = "172.31.0.0/16"


def inject(place: Place) -> None:
    set_pool(place, "more-pods", cidr=_RANGE, blockSize=26, natOutgoing=True, nodeSelector="all()")


def bites(place: Place) -> bool:
    # From now on pods speak to the nodes with addresses that the nodes' network does not know.
    return _RANGE in place.sh("ipset list cali40all-ipam-pools")


def heal(place: Place) -> None:
    remove_pool(place, "more-pods")


FAULT = Fault(
    title="a second pool that holds the nodes' own network",
    cause="pool-overlaps-host-network",
    inject=inject,
    bites=bites,
    heal=heal,
    live=Said.LIKELY,
    # Nobody pastes pools.
    text=Said.SILENT,
    host=Said.SILENT,
    scope=Scope.CLUSTER,
)
