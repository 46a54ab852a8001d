"""One input through the whole core, with a limit on its time."""

import signal
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType

from calicovet.causes.catalogue import load_catalogue
from calicovet.diagnosis.diagnose import diagnose
from calicovet.model.cause import Cause
from calicovet.model.evidence import Evidence, EvidenceKind, Snapshot, evidence_id
from fuzz.inputs import demo_texts, make_input

SECONDS = 5.0
"""What a single input may take; the generated ones are small."""


@dataclass(frozen=True, slots=True)
class Failure:
    """What went wrong, and the seed that brings it back."""

    seed: int
    what: str


class TooSlow(BaseException):
    """No `Exception`, so that nothing on the way mistakes it for a mishap of its own."""


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Interrupts what runs inside by `TooSlow`; for the main thread of a process."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise TooSlow

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def first_failure(seeds: range) -> Failure | None:
    """The first seed of the range whose input is not survived in time."""
    catalogue, demos = tuple(load_catalogue()), demo_texts()
    found = (_failure(seed, make_input(seed, demos), catalogue) for seed in seeds)
    return next((failure for failure in found if failure is not None), None)


def _failure(seed: int, text: str, catalogue: Sequence[Cause]) -> Failure | None:
    paste = Evidence(
        id=evidence_id("paste", 0, text), kind=EvidenceKind.PASTE, content=text, source="paste"
    )
    try:
        with time_limit(SECONDS):
            diagnose(Snapshot(evidence=(paste,)), catalogue, strict=True)
    except TooSlow:
        return Failure(seed, f"took longer than {SECONDS:.0f} s\n{traceback.format_exc()}")
    except Exception as error:  # to find any of them is what this is for
        return Failure(seed, "".join(traceback.format_exception(error)))
    return None
