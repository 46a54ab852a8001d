"""/opt/cni/bin is a file, and a volume of the pod demands a folder there."""

from gym.fault import Fault
from gym.means.plugins import FOLDER
from gym.place import Place


def inject(place: Place) -> None:
    place.sh(f"mv {FOLDER} {FOLDER}.aside; touch {FOLDER}")
    place.restart_pod()


def bites(place: Place) -> bool:
    return not place.is_ready and "hostPath type check failed" in place.events


def heal(place: Place) -> None:
    place.sh(f"rm {FOLDER}; mv {FOLDER}.aside {FOLDER}")
    place.restart_pod()


FAULT = Fault(
    title="a file in the place of /opt/cni/bin",
    cause="rt-hostpath-type-check",
    inject=inject,
    bites=bites,
    heal=heal,
)
