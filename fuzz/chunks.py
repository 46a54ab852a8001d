"""Runs over many seeds in chunks: what each chunk showed is kept, and a later run goes on behind it."""

import json
import subprocess
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

from fuzz.outliers import TIMES_THE_MEDIAN, is_outlier, medians, size_class
from fuzz.probe import Failure, Timing, cost_of, least_cost

_AT_ONCE = 100
"""Seeds that a process is given at once."""
_ROOT = Path(__file__).parent.parent


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What the seeds of one chunk showed; its fields are the keys of a line in the record."""

    first: int
    count: int
    commit: str
    """The commit that was tried; with a plus sign if files differed from it."""
    failures: tuple[Failure, ...]
    repeated: int
    """Inputs above the limit of CPU time, which were tried three times more."""
    median_ms: float
    slowest_ms: float
    slowest_seed: int
    cpu_seconds: float


def chunks_of(seeds: range, size: int) -> list[range]:
    """The seeds, cut at multiples of the size, so that other ends give the same chunks in between."""
    if not seeds:
        return []
    edges = [edge for edge in range(0, seeds.stop, size) if edge > seeds.start]
    return [
        range(start, stop)
        for start, stop in zip((seeds.start, *edges), (*edges, seeds.stop), strict=True)
    ]


def run_chunk(seeds: range, commit: str, pool: Executor) -> Report:
    """Tries all seeds; those that cost too much are tried again, alone."""
    parts = [seeds[start : start + _AT_ONCE] for start in range(0, len(seeds), _AT_ONCE)]
    found = [each for results in pool.map(cost_of, parts) for each in results]
    timings = [each for each in found if isinstance(each, Timing)]
    failures = [each for each in found if isinstance(each, Failure)]
    suspects, confirmed = _too_slow(timings)
    slowest = max(timings, key=lambda timing: timing.seconds, default=Timing(-1, 0, 0.0))
    return Report(
        first=seeds.start,
        count=len(seeds),
        commit=commit,
        failures=(*failures, *confirmed),
        repeated=suspects,
        median_ms=round(1000 * median(each.seconds for each in timings), 2) if timings else 0.0,
        slowest_ms=round(1000 * slowest.seconds, 1),
        slowest_seed=slowest.seed,
        cpu_seconds=round(sum(each.seconds for each in timings), 1),
    )


def _too_slow(timings: Sequence[Timing]) -> tuple[int, list[Failure]]:
    """How many were above the limit, and those that stayed there when they were tried three times more."""
    if not timings:
        return 0, []
    usual = medians(timings)
    suspects = [timing for timing in timings if is_outlier(timing, usual)]
    confirmed = []
    for suspect in suspects:
        again = least_cost(suspect.seed)
        if isinstance(again, Failure):
            confirmed.append(again)
        elif is_outlier(again, usual):
            what = (
                f"{again.size:,} characters took {again.seconds * 1000:.0f} ms of CPU time, more than "
                f"{TIMES_THE_MEDIAN} times the median of inputs below {1 << size_class(again.size):,}"
            )
            confirmed.append(Failure(suspect.seed, what))
    return len(suspects), confirmed


def recorded(record: Path) -> Iterator[Report]:
    """The reports in a record; none where there is no file yet. A line that was cut off counts as missing."""
    if not record.exists():
        return
    for line in record.read_text(encoding="utf-8").splitlines():
        try:
            values = json.loads(line)
        except json.JSONDecodeError:
            continue
        values["failures"] = tuple(Failure(**failure) for failure in values["failures"])
        yield Report(**values)


def write_report(report: Report, record: Path) -> None:
    """Appends the report to the record as one line."""
    record.parent.mkdir(parents=True, exist_ok=True)
    with record.open("a", encoding="utf-8") as file:
        file.write(json.dumps(asdict(report)) + "\n")


def commit_here() -> str:
    """The commit of this checkout, with a plus sign if files differ from it."""
    try:
        found = subprocess.run(
            ("git", "describe", "--always", "--exclude=*", "--abbrev=8", "--dirty=+"),
            cwd=_ROOT,
            capture_output=True,
            text=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return found.stdout.strip()
