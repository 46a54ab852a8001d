"""Repeats a live diagnosis until calico-node is healthy, the time is up, or the user stops it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from time import monotonic

from calicovet.model.diagnosis import Diagnosis, SummaryVerdict
from calicovet.model.language import Language
from calicovet.report.machine.node_results import NodeResult, node_results
from calicovet.report.words import words

PAUSE = 10.0
"""Seconds between two looks."""
_MOST_LINES = 12

States = Mapping[str, str]
"""What is said about each node."""


def repeat(
    look: Callable[[], Diagnosis | None],
    tell: Callable[[Diagnosis, Sequence[str]], None],
    language: Language,
    *,
    within: float | None,
    until_healthy: bool,
    pause: Callable[[float], object],
) -> Diagnosis:
    """The last diagnosis; `tell` gets each that differs from the one before, with the lines that say how.

    `look` gives None where the user stopped it half-way; `within` is the time for all of it, None: until Ctrl-C.
    """
    until = None if within is None else monotonic() + within
    last: Diagnosis | None = None
    before: States = {}
    try:
        while (found := look()) is not None:
            now = states(found, language)
            if last is None or now != before:
                tell(found, tuple(change_lines(before, now, language)))
            last, before = found, now
            left = None if until is None else until - monotonic()
            if (until_healthy and is_well(found)) or (left is not None and left <= 0):
                return found
            pause(PAUSE if left is None else min(PAUSE, left))
    except KeyboardInterrupt as stopped:
        if last is None or type(stopped) is not KeyboardInterrupt:  # SIGTERM has its own exit code
            raise
    if last is None:
        raise KeyboardInterrupt
    return last


def is_well(diagnosis: Diagnosis) -> bool:
    """Whether calico-node is healthy everywhere, and is not being started or replaced anywhere."""
    moving = any(node.passage is not None for node in diagnosis.nodes)
    return diagnosis.summary.verdict is SummaryVerdict.HEALTHY and not moving


def states(diagnosis: Diagnosis, language: Language) -> States:
    """A few words about each node; a diagnosis without nodes has one entry for the cluster."""
    found = {each.name: _state(each, language) for each in node_results(diagnosis, language)}
    return found or {"": words(language).say(f"watch.{diagnosis.summary.verdict}")}


def change_lines(before: States, now: States, language: Language) -> Iterator[str]:
    """What differs, a line per node; of the first look, the nodes that are not healthy."""
    frame = words(language)
    healthy = frame.say("watch.healthy")
    gone = frame.say("watch.gone")
    changed = [
        (name, before.get(name, ""), now.get(name, gone))
        for name in (*now, *(name for name in before if name not in now))
        if before.get(name, healthy if not before else "") != now.get(name, gone)
    ]
    for name, old, new in changed[:_MOST_LINES]:
        told = frame.say("watch.change", before=old, now=new) if old else new
        yield frame.say("watch.node", node=name, state=told) if name else told
    if len(changed) > _MOST_LINES:
        yield frame.say("page.more", count=str(len(changed) - _MOST_LINES))


def _state(result: NodeResult, language: Language) -> str:
    frame = words(language)
    told = frame.say(f"watch.{result.outcome}")
    if result.finding is None:
        return told
    return frame.say("watch.with-cause", state=told, cause=result.finding.name)
