"""A community with an AS number of 32 bits, where BIRD takes 16: it refuses the whole configuration."""

from gym.fault import Fault
from gym.place import Place

_ADVERTISED = {"cidr": "10.96.0.0/12", "communities": ["4200000001:100"]}
_KIND = "bgpconfigurations.crd.projectcalico.org"


def inject(place: Place) -> None:
    place.cluster.apply(
        {
            "apiVersion": "crd.projectcalico.org/v1",
            "kind": "BGPConfiguration",
            "metadata": {"name": _name(place)},
            "spec": {"prefixAdvertisements": [_ADVERTISED]},
        }
    )
    place.restart_pod()


def bites(place: Place) -> bool:
    return not place.is_ready and "Error from checkcmd" in place.log()


def heal(place: Place) -> None:
    place.cluster.kubectl("delete", _KIND, _name(place))
    place.restart_pod()


def _name(place: Place) -> str:
    return f"node.{place.node.name}"


FAULT = Fault(
    title="a community that BIRD cannot hold in the node's BGPConfiguration",
    cause="bgp-bird-config-rejected",
    inject=inject,
    bites=bites,
    heal=heal,
)
