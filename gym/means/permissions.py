"""What calico-node may ask of the API server."""

from gym.means.installed_objects import as_installed, put_back, replace
from gym.place import Place

_ROLE = ("ClusterRole", "calico-node")


def take(place: Place, resource: str) -> None:
    """Takes a resource out of calico-node's role, as a role of another release may lack it."""
    role = as_installed(*_ROLE)
    for rule in role["rules"]:
        rule["resources"] = [each for each in rule["resources"] if each != resource]
    role["rules"] = [rule for rule in role["rules"] if rule["resources"]]
    replace(place, role)


def give_back(place: Place) -> None:
    put_back(place, *_ROLE)
