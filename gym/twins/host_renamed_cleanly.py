"""A host joined under another host name after its former Node was deleted."""

from gym.fault import Scope, Twin
from gym.means.host_name import former, join_again, join_renamed
from gym.means.node_condition import ready_condition
from gym.place import Place


def inject(place: Place) -> None:
    join_renamed(place)
    place.cluster.kubectl("delete", "node", former(place))


def holds(place: Place) -> bool:
    return place.is_ready and ready_condition(place) == "True"


TWIN = Twin(
    title="a host joined under another host name, and its former Node deleted",
    of="host-renamed",
    inject=inject,
    holds=holds,
    heal=join_again,
    scope=Scope.CLUSTER,
    seconds=240,
)
