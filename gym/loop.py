"""One trial from end to end: healthy, put in, seen, told apart, taken out, healthy again."""

import threading
import time
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace

from calicovet.model.record import record
from gym.fault import Scope
from gym.judge import Judged, judge
from gym.keeping import keep
from gym.look import Look, look
from gym.node import Node
from gym.outcome import End, Outcome
from gym.place import Place
from gym.progress import Tell
from gym.trial import Trial
from lab.errors import LabError

_READY_BEFORE = 180.0
_READY_AFTER = 150.0
_READY_AFTER_BOOT = 180.0


@record(kw_only=True)
class Around:
    """Who and what else is there while something is tried."""

    peer: Node
    """A node that nobody breaks."""
    elsewhere: Callable[[], Collection[str]]
    """Causes that are put in on other nodes at the moment."""
    stop: threading.Event
    """Set when the run is broken off: nothing is begun or healed any more."""


def attempt(trial: Trial, place: Place, around: Around, tell: Tell) -> Outcome:
    """Tries it on a node, which is healthy afterwards, or told to be lost."""
    node = place.node.name
    if trouble := _put_right(place, _READY_BEFORE, tell):
        return Outcome(
            trial=trial, node=node, end=End.NOT_READY, trouble=trouble, is_node_lost=True
        )
    outcome = _broken_and_seen(trial, place, around, tell)
    keep(outcome)
    if around.stop.is_set():
        return outcome
    return _healed(outcome, place, tell)


def _broken_and_seen(trial: Trial, place: Place, around: Around, tell: Tell) -> Outcome:
    began = time.monotonic()
    bit_after: float | None = None
    seen: Look | None = None
    judged: tuple[Judged, ...] = ()
    end, trouble = End.DONE, ""
    try:
        tell(f"puts in: {trial.what.title}")
        trial.what.inject(place)
        if trouble := _await_bite(trial, place, around.stop):
            end = End.DID_NOT_BITE
        else:
            bit_after = time.monotonic() - began
            tell(f"{'holds' if trial.is_twin else 'bites'} after {bit_after:.0f} s; looks")
            # What others put in while one looks may show, and so may what they have just taken out.
            elsewhere = {*around.elsewhere()}
            seen = look(place, around.peer, around.stop)
            elsewhere |= {*around.elsewhere()}
            judged = tuple(_judged(trial, place, seen, around.peer, elsewhere))
    except Exception as error:
        # A fault is anybody's code: its bug is told, and the other trials go on.
        end, trouble = End.BROKE, _words(error)
    tell(end if trouble else ", ".join(map(str, judged)))
    return Outcome(
        trial=trial,
        node=place.node.name,
        end=end,
        trouble=trouble,
        bit_after=bit_after,
        judged=judged,
        look=seen,
    )


def _await_bite(trial: Trial, place: Place, stop: threading.Event) -> str:
    """Why it does not bite; empty when it does."""
    until = time.monotonic() + trial.what.seconds
    last = ""
    while time.monotonic() < until and not stop.is_set():
        try:
            if trial.shows(place):
                return ""
            last = ""
        except LabError as error:
            # Asking may fail where the API server is what suffers.
            last = f": {error.message}"
        stop.wait(1)
    return f"does not show after {trial.what.seconds:.0f} s{last}"


def _judged(
    trial: Trial, place: Place, seen: Look, peer: Node, elsewhere: Collection[str]
) -> Iterator[Judged]:
    bystanders = (peer.name,) if trial.scope is Scope.NODE else ()
    for view, answer in seen.answers.items():
        yield judge(
            trial,
            view,
            answer,
            node=place.node.name,
            pod=seen.pod,
            bystanders=bystanders,
            elsewhere=elsewhere,
        )


def _healed(outcome: Outcome, place: Place, tell: Tell) -> Outcome:
    """The outcome with how the healing went."""
    began = time.monotonic()
    trouble = ""
    tell("takes it out")
    try:
        outcome.trial.what.heal(place)
        place.cluster.await_ready([place.node.name], _READY_AFTER)
    except Exception as error:
        trouble = _words(error)
    if not trouble:
        after = time.monotonic() - began
        tell(f"is ready again after {after:.0f} s")
        return replace(outcome, healed_after=after)
    tell(f"{End.DID_NOT_HEAL}: {trouble}")
    end = End.DID_NOT_HEAL if outcome.end is End.DONE else outcome.end
    lost = _put_right(place, 0, tell)
    trouble = "; ".join(each for each in (outcome.trouble, trouble, lost) if each)
    return replace(outcome, end=end, trouble=trouble, is_node_lost=bool(lost))


def _put_right(place: Place, seconds: float, tell: Tell) -> str:
    """Why the node is not ready, not even after a reboot; empty when it is."""
    node = place.node.name
    try:
        place.cluster.await_ready([node], seconds)
        return ""
    except LabError:
        tell("is not ready: reboots")
    try:
        place.node.reboot()
        place.restart_pod()
        place.cluster.await_ready([node], _READY_AFTER_BOOT)
        return ""
    except Exception as error:
        return _words(error)


def _words(error: Exception) -> str:
    """What went wrong; of a bug also what kind."""
    if isinstance(error, LabError):
        return error.message
    return f"{type(error).__name__}: {error}"
