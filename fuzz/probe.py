"""One input through the whole program but its input and output, with a limit on its CPU time."""

import signal
import time
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType

from calicovet.causes.catalogue import load_catalogue
from calicovet.diagnosis.engine import diagnose
from calicovet.model.cause import Cause
from calicovet.model.evidence import Evidence, EvidenceKind, Snapshot, evidence_id
from calicovet.model.language import Language
from calicovet.remedy.offers import with_offers
from calicovet.report.machine.diagnosis_json import render_json
from calicovet.report.page.brief import make_brief
from calicovet.report.page.fact_list import render_facts
from calicovet.report.page.from_diagnosis import make_page
from calicovet.report.terminal.render import render_brief, render_terminal
from fuzz.inputs import demo_texts, make_input

SECONDS = 5.0
"""CPU time that a single input may take; the generated ones are small."""
_LOOK = 0.25


@dataclass(frozen=True, slots=True)
class Failure:
    """What went wrong, and the seed that brings it back."""

    seed: int
    what: str


@dataclass(frozen=True, slots=True)
class Timing:
    """What one input cost."""

    seed: int
    size: int
    seconds: float
    """Of CPU time."""


class TooSlow(BaseException):
    """No `Exception`, so that nothing on the way handles it as its own error."""


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Interrupts what runs inside by `TooSlow` after that CPU time; for the main thread of a process."""

    began = time.process_time()

    def look(number: int, frame: FrameType | None) -> None:
        if time.process_time() - began >= seconds:
            raise TooSlow

    # Not ITIMER_PROF: while it is armed, Linux counts CPU time in ticks of 4 ms.
    step = min(seconds, _LOOK)
    before = signal.signal(signal.SIGALRM, look)
    signal.setitimer(signal.ITIMER_REAL, step, step)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def first_failure(seeds: range) -> Failure | None:
    """The first seed of the range whose input is not survived in time."""
    return next((each for each in results(seeds) if isinstance(each, Failure)), None)


def results(seeds: range) -> Iterator[Failure | Timing]:
    """Every seed tried: what it cost, or how it failed."""
    catalogue, demos = tuple(load_catalogue()), demo_texts()
    return (_try(seed, make_input(seed, demos), catalogue) for seed in seeds)


def cost_of(seeds: range) -> tuple[Failure | Timing, ...]:
    """The results as one value, for a process pool."""
    return tuple(results(seeds))


def least_cost(seed: int, times: int = 3) -> Failure | Timing:
    """The cheapest of several tries: what else the machine does, and what is loaded once, does not count."""
    seeds = range(seed, seed + 1)
    tried = [each for _ in range(times) for each in results(seeds)]
    timings = [each for each in tried if isinstance(each, Timing)]
    if len(timings) < len(tried):
        return next(each for each in tried if isinstance(each, Failure))
    return min(timings, key=lambda timing: timing.seconds)


def _try(seed: int, text: str, catalogue: Sequence[Cause]) -> Failure | Timing:
    began = time.process_time()
    try:
        with time_limit(SECONDS):
            _diagnose_and_render(text, catalogue)
    except TooSlow:
        return Failure(seed, f"took longer than {SECONDS:.0f} s\n{traceback.format_exc()}")
    except Exception as error:  # to find any of them is what this is for
        return Failure(seed, "".join(traceback.format_exception(error)))
    return Timing(seed, len(text), time.process_time() - began)


def _diagnose_and_render(text: str, catalogue: Sequence[Cause]) -> None:
    paste = Evidence(
        id=evidence_id("paste", 0, text), kind=EvidenceKind.PASTE, content=text, source="paste"
    )
    found = with_offers(diagnose(Snapshot(evidence=(paste,)), catalogue, strict=True))
    render_json(found)
    render_facts(found.facts, Language.EN, 80)
    render_terminal(make_page(found, Language.ZH, "calicovet"), width=80, colour=True)
    render_brief(make_brief(found, Language.ZH, "calicovet"), width=80)
