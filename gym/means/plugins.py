"""The folder on a node where the runtime looks for CNI plugins, with something laid over it."""

from gym.place import Place

FOLDER = "/opt/cni/bin"


def cover(place: Place, mount: str) -> None:
    """Mounts something over the folder and lets the pod restart, so that it sees it."""
    place.sh(mount)
    place.restart_pod()


def uncover(place: Place) -> None:
    """The folder is as it was."""
    # Containers that end just now may still hold it.
    place.sh(f"umount -l {FOLDER}")
    place.restart_pod()
