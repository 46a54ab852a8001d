"""A node's /etc/hosts with other names in it; pods on the host's network get a copy."""

from gym.place import Place

_FILE = "/etc/hosts"
_KEPT = "/etc/hosts.kept"


def replace(place: Place, text: str) -> None:
    """Rewrites the file, keeps the old one beside it, and lets the pod start with the copy."""
    place.sh(f"cp {_FILE} {_KEPT}")
    place.node.write(_FILE, text)
    place.restart_pod()


def put_back(place: Place) -> None:
    """The file is as it was, and the pod starts with a copy of that."""
    place.sh(f"cp {_KEPT} {_FILE}; rm {_KEPT}")
    place.restart_pod()
