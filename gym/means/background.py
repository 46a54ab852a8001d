"""A program that was left running on a node."""

import shlex

from gym.place import Place


def start(place: Place, name: str, *line: str) -> None:
    """Starts it; it ends with `stop`, or with the machine."""
    place.sh(f"{shlex.join(line)} >/var/log/{name}.log 2>&1 </dev/null & echo $! >/run/{name}.pid")


def stop(place: Place, name: str) -> None:
    place.sh(f"kill $(cat /run/{name}.pid); rm /run/{name}.pid")
