"""Felix on one node writes its rules with iptables-legacy, beside the kube-proxy's in nft."""

from gym.means.felix_configuration import set_for, unset
from gym.place import Place

_TABLES = "raw mangle nat filter"


def use(place: Place) -> None:
    """From its next start on."""
    set_for(place, iptablesBackend="Legacy")


def rules(place: Place) -> str:
    """All that stands in the tables of the legacy back end."""
    return place.sh("iptables-legacy-save")


def leave(place: Place) -> None:
    """Felix goes back to what it finds by itself; what it wrote here is cleared away."""
    unset(place)
    place.restart_pod()
    place.sh(f"for t in {_TABLES}; do iptables-legacy -t $t -F; iptables-legacy -t $t -X; done")
