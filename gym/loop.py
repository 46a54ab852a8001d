"""One trial from end to end: healthy, put in, seen, judged, repaired, taken out, healthy again."""

import threading
import time
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace

from calicovet.model.record import record
from gym.fault import Scope
from gym.fixed import Fixed, Way
from gym.fixing import Fixer
from gym.judge import Judged, judge
from gym.keeping import keep, keep_text
from gym.look import Look, look, settled
from gym.node import Node
from gym.outcome import End, Outcome
from gym.place import Place
from gym.progress import Tell
from gym.remedies import remedies
from gym.trial import Trial
from lab.errors import LabError

_READY_BEFORE = 180.0
_READY_AFTER = 150.0
_READY_AFTER_BOOT = 180.0


@record(kw_only=True)
class Around:
    """Who and what else is there while something is tried."""

    peer: Node
    """A node without a fault."""
    elsewhere: Callable[[], Collection[str]]
    """Causes that are put in on other nodes at the moment."""
    alone: bool
    """Whether nothing else is broken meanwhile: then what all nodes share may be changed."""
    remedies: bool
    """Whether calicovet is asked to repair what it names."""
    stop: threading.Event
    """Set when the run is broken off: nothing is begun or healed any more."""


def attempt(trial: Trial, place: Place, around: Around, tell: Tell) -> Outcome:
    """Tries it on a node, which is healthy afterwards, or told to be lost."""
    node = place.node.name
    if trouble := _make_ready(place, _READY_BEFORE, tell):
        return Outcome(
            trial=trial, node=node, end=End.NOT_READY, trouble=trouble, is_node_lost=True
        )
    outcome = _broken_and_seen(trial, place, around, tell)
    keep(outcome)
    if around.remedies and not around.stop.is_set():
        outcome = _repaired_by_calicovet(outcome, place, around, tell)
    if around.stop.is_set():
        return outcome
    return _healed(outcome, place, tell)


def attempt_fix(before: Outcome, place: Place, around: Around, tell: Tell) -> Outcome:
    """Breaks it once more, for a remedy that had to wait until it was alone; adds what came of that."""
    trial = before.trial
    trouble = _make_ready(place, _READY_BEFORE, tell)
    if trouble:
        return replace(before, end=End.NOT_READY, trouble=trouble, is_node_lost=True)
    tell("puts it in again, for the remedy")
    try:
        trial.what.inject(place)
        if trouble := _await_bite(trial, place, around.stop):
            broken = replace(before, end=End.DID_NOT_BITE, trouble=trouble)
        else:
            # No remedy is asked for before a pod so young has shown that it does not become ready.
            settled(place, around.stop)
            again = replace(before, node=place.node.name, look=None)
            broken = _repaired_by_calicovet(again, place, around, tell)
    except Exception as error:
        broken = replace(before, end=End.BROKE, trouble=_words(error))
    if around.stop.is_set():
        return broken
    healed = _healed(broken, place, tell)
    # How long it took the first time is what the others are compared with.
    return replace(healed, healed_after=before.healed_after)


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
        # A fault is contributed code: its bug is reported, and the other trials go on.
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
    # A Node object that a renamed host left behind must not be given another cause either.
    left = place.node.former_name
    bystanders = [name for name in (peer.name if trial.scope is Scope.NODE else "", left) if name]
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


def _repaired_by_calicovet(outcome: Outcome, place: Place, around: Around, tell: Tell) -> Outcome:
    """The outcome with what came of calicovet's own remedy, where it named the right cause."""
    trial = outcome.trial

    def is_well() -> bool:
        try:
            return place.is_ready and not trial.shows(place)
        except LabError:
            return False

    def kept(name: str, text: str) -> None:
        keep_text(trial, name, text)

    found = outcome
    for asked in remedies(outcome, place, around.peer):
        fixer = Fixer(place, asked, is_well=is_well, keep=kept, stop=around.stop)
        try:
            plan = fixer.plan()
            if plan is None:
                tell(f"has no remedy for {asked.cause} now")
                continue
            if plan.way is Way.OBJECT and not around.alone:
                tell("its remedy waits until nothing else is broken")
                return replace(outcome, fix_waits=True)
            tell(f"puts it right: {plan.way}")
            fixed = fixer.carry_out(plan)
        except Exception as error:
            trouble = f"its remedy: {_words(error)}"
            tell(trouble)
            return replace(outcome, end=End.BROKE, trouble=trouble)
        found = replace(outcome, fixed=fixed, fix_waits=False)
        if fixed.way is not Way.ASKS:
            tell(_what_came(fixed))
            break
    return found


def _what_came(fixed: Fixed) -> str:
    how = f"is well after {fixed.seconds:.0f} s" if fixed.healed else f"not well: {fixed.trouble}"
    return "; ".join(filter(None, (f"{fixed.way} {fixed.said}".strip(), how, fixed.wrong)))


def _healed(outcome: Outcome, place: Place, tell: Tell) -> Outcome:
    """The outcome with how the healing went."""
    began = time.monotonic()
    trouble = ""
    tell("takes it out")
    try:
        outcome.trial.what.heal(place)
        place.cluster.await_ready([place.node.name], _READY_AFTER)
        if outcome.fixed and outcome.fixed.way is Way.OBJECT:
            # What was taken back may have changed the pods of all nodes.
            place.cluster.await_rollout()
    except Exception as error:
        trouble = _words(error)
    if not trouble:
        after = time.monotonic() - began
        tell(f"is ready again after {after:.0f} s")
        return replace(outcome, healed_after=after)
    tell(f"{End.DID_NOT_HEAL}: {trouble}")
    end = End.DID_NOT_HEAL if outcome.end is End.DONE else outcome.end
    lost = _make_ready(place, 0, tell)
    trouble = "; ".join(each for each in (outcome.trouble, trouble, lost) if each)
    return replace(outcome, end=end, trouble=trouble, is_node_lost=bool(lost))


def _make_ready(place: Place, seconds: float, tell: Tell) -> str:
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
