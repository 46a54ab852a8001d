"""Runs the host script on this host."""

from collections.abc import Sequence
from threading import Event

from calicovet.model.errors import CannotGoOn
from calicovet.model.evidence import Evidence
from calicovet.world.hosts.script import host_script
from calicovet.world.runners.output import MOST, transcript_of
from calicovet.world.runners.process import Ending, run_program

_SOURCE = "this host"
_BY_HAND = "calicovet host-script | sh -s"


def look_at_this_host(
    node: str, apis: Sequence[str], *, timeout: float, stop: Event
) -> tuple[Evidence, str]:
    """What the script prints here, and what it had to complain of; CannotGoOn where it shows nothing."""
    seconds = max(5, int(timeout) - 5)
    words = ("env", f"CALICOVET_SECONDS={seconds}", "sh", "-s")
    script = host_script(node, apis).encode()
    try:
        ran = run_program(words, script, timeout=timeout, stop=stop, most=MOST)
    except OSError as error:
        raise _silent(error.strerror or str(error)) from error
    cut = ran.ending is not Ending.BY_ITSELF or ran.status != 0
    shown = transcript_of(ran.output, "", source=_SOURCE, taken_by=_BY_HAND, cut=cut)
    if shown is None:
        raise _silent(ran.complaints.strip().partition("\n")[0] or ran.ending.name.lower())
    return shown, ran.complaints


def _silent(reason: str) -> CannotGoOn:
    return CannotGoOn(f"the host script showed nothing: {reason}", key="host-silent", reason=reason)
