"""A firewall before the node drops BGP in both directions, and nothing else."""

from datetime import UTC, datetime, timedelta

from gym.fault import Fault, Said, Scope
from gym.place import Place

# In front of all that Felix accepts, as a firewall outside of the host would be.
_CHAINS = ("PREROUTING", "OUTPUT")
_PORTS = ("--dport", "--sport")


def inject(place: Place) -> None:
    _each_rule(place, "-I")
    place.restart_pod()


def bites(place: Place) -> bool:
    sessions = place.sh("ss -Htn state established '( sport = :179 or dport = :179 )'")
    # For half a minute every start lacks some peer.
    return not place.is_ready and not sessions and _age(place) > timedelta(seconds=45)


def heal(place: Place) -> None:
    _each_rule(place, "-D")


def _age(place: Place) -> timedelta:
    made = datetime.fromisoformat(place.pod["metadata"]["creationTimestamp"])
    return datetime.now(UTC) - made


def _each_rule(place: Place, action: str) -> None:
    for chain in _CHAINS:
        for port in _PORTS:
            place.sh(f"iptables -w -t raw {action} {chain} -p tcp {port} 179 -j DROP")


FAULT = Fault(
    title="TCP port 179 dropped in both directions",
    cause="bgp-port-179-blocked",
    inject=inject,
    bites=bites,
    heal=heal,
    # Only `calicoctl node status` and a connection to the port show it, and neither is asked for at first.
    live=Said.SILENT,
    text=Said.SILENT,
    host=Said.SILENT,
    # Every other node misses it as a peer.
    scope=Scope.CLUSTER,
)
