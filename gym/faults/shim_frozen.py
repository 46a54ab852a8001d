"""The shim of a pod stops answering while its first container starts; the runtime waits for it."""

import os
import signal

from gym.fault import Fault, Said
from gym.means.pod_age import is_stuck_in_init
from gym.place import Place
from lab.patience import Patience

_SHIM = "containerd-shim"
"""As much of its name as the kernel keeps."""
_LONG = 60.0
"""Seconds; a healthy runtime needs one."""


def inject(place: Place) -> None:
    before = {*place.node.pids(_SHIM)}
    place.restart_pod()
    # Its containers start within a second or two.
    patience = Patience(60, "the pod has a shim")
    while not (fresh := {*place.node.pids(_SHIM)} - before):
        patience.wait()
    for pid in fresh:
        os.kill(pid, signal.SIGSTOP)


def bites(place: Place) -> bool:
    return is_stuck_in_init(place, _LONG)


def heal(place: Place) -> None:
    place.node.signal(_SHIM, signal.SIGCONT)


FAULT = Fault(
    title="the pod's shim stopped by a signal while an init container starts",
    cause="rt-runtime-hung",
    inject=inject,
    bites=bites,
    heal=heal,
    live=Said.LIKELY,
    text=Said.LIKELY,
    host=Said.LIKELY,
    seconds=300,
)
