"""Pods that were refused are asked for again."""

from gym.place import Place

_MARK = "example.com/look-again"


def ask_again(place: Place) -> None:
    """The DaemonSet's controller tries at once: after each refusal it would wait longer."""
    daemonset = ("daemonset", "calico-node", "-n", place.cluster.namespace)
    # Any change of the object makes it look; the mark itself does not stay.
    place.cluster.kubectl("annotate", *daemonset, f"{_MARK}=now")
    place.cluster.kubectl("annotate", *daemonset, f"{_MARK}-")
