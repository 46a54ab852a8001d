"""A range for the pods that differs from the pool there is: it was for the first start only."""

from gym.fault import Scope, Twin
from gym.means.template import restore_pods, set_environment
from gym.place import Place


def inject(place: Place) -> None:
    set_environment(place, CALICO_IPV4POOL_CIDR="10.244.0.0/16")


def holds(place: Place) -> bool:
    pools = place.cluster.list("ippools.crd.projectcalico.org")
    return place.is_ready and [pool["spec"]["cidr"] for pool in pools] == ["192.168.0.0/16"]


TWIN = Twin(
    title="CALICO_IPV4POOL_CIDR=10.244.0.0/16, and the pool is 192.168.0.0/16",
    of="pool-cidr-broken",
    inject=inject,
    holds=holds,
    heal=restore_pods,
    scope=Scope.CLUSTER,
)
