"""Both encapsulations asked for, in a cluster that has no pool yet."""

from gym.fault import Fault, Scope
from gym.means.pools import remove_pool
from gym.means.template import restore_pods, set_environment
from gym.place import Place


def inject(place: Place) -> None:
    set_environment(place, CALICO_IPV4POOL_IPIP="Always", CALICO_IPV4POOL_VXLAN="Always")
    # The variables are for the first start of all, which makes the pool.
    remove_pool(place, "default-ipv4-ippool")


def bites(place: Place) -> bool:
    return place.restarts > 1 and "Failed to create" in place.log(previous=True)


FAULT = Fault(
    title="CALICO_IPV4POOL_IPIP and …_VXLAN both Always, and no pool yet",
    cause="pool-create-conflict",
    inject=inject,
    bites=bites,
    # The pool is made again by the start that follows.
    heal=restore_pods,
    scope=Scope.CLUSTER,
)
