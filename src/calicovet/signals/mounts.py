"""The mount that a path lies on."""

from calicovet.model.facts import Mount, MountTable


def mount_of(table: MountTable, path: str) -> Mount:
    """The mount that a path lies on: of the deepest the last, which hides those before it."""
    holding = [mount for mount in table.mounts if holds(mount.point, path)]
    return max(reversed(holding), key=lambda mount: len(mount.point))


def holds(point: str, path: str) -> bool:
    """Whether a path is the point, or lies below it."""
    return point == "/" or path == point or path.startswith(f"{point}/")
