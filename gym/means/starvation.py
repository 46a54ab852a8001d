"""A node that gets little of the processors, as on a host that sold them several times over."""

from gym.place import Place

_PERIOD_US = 100_000


def starve(place: Place, percent: int) -> None:
    """Everything on the node together gets this much of one processor."""
    place.node.set_limit("cpu", "cpu.cfs_quota_us", _PERIOD_US * percent // 100)


def feed(place: Place) -> None:
    """As much as there is."""
    place.node.set_limit("cpu", "cpu.cfs_quota_us", -1)
