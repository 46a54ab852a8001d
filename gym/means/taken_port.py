"""A TCP port of a node that another program has."""

from gym.means import background
from gym.place import Place

_NAME = "web-server"


def take(place: Place, address: str, port: int) -> None:
    """A web server listens there before the next calico-node gets its turn."""
    # Until the old pod is gone the port may be its own.
    wait = f"while ss -Hltn 'sport = :{port}' | grep -q .; do sleep 0.1; done"
    serve = f"mkdir -p /var/empty; exec busybox httpd -f -p {address}:{port} -h /var/empty"
    background.start(place, _NAME, "sh", "-c", f"{wait}; {serve}")
    place.restart_pod()


def is_taken(place: Place, address: str, port: int) -> bool:
    """Whether the web server got it."""
    listening = place.sh(f"ss -Hltnp 'sport = :{port}'")
    return f"{address}:{port} " in listening and "busybox" in listening


def give_back(place: Place) -> None:
    """The web server ends, and calico-node restarts."""
    background.stop(place, _NAME)
    place.restart_pod()
