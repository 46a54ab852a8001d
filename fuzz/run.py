"""Diagnoses generated inputs on all cores; shows those that fail or cost too much, with their seeds.

python -m fuzz.run 100000           seeds 0 to 99,999, in chunks of 5,000
python -m fuzz.run 100000 --record build/fuzz.jsonl
                                    keeps a report of each chunk; chunks that it holds without a failure are not run again
python -m fuzz.run --seed 4711      that one input, printed and tried
"""

import sys
import time
from argparse import ArgumentParser
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from os import cpu_count
from pathlib import Path

from fuzz.chunks import Report, chunks_of, commit_here, recorded, run_chunk, write_report
from fuzz.inputs import demo_texts, make_input
from fuzz.probe import Failure, least_cost

_CHUNK = 5_000
_MOST_FAILURES = 10
"""More are the same one, most of the time."""


def main() -> int:
    parser = ArgumentParser(prog="python -m fuzz.run", description=__doc__.split("\n")[0])
    parser.add_argument("count", type=int, nargs="?", default=100_000, help="how many inputs")
    parser.add_argument("--from", dest="first", type=int, default=0, help="the first seed")
    parser.add_argument("--seed", type=int, help="one seed only; its input is printed")
    parser.add_argument("--workers", type=int, default=cpu_count(), help="processes")
    parser.add_argument("--chunk", type=int, default=_CHUNK, help="seeds of one report")
    parser.add_argument(
        "--record", type=Path, help="a file for the reports; what it holds is not run again"
    )
    arguments = parser.parse_args()
    if arguments.seed is not None:
        print(make_input(arguments.seed, demo_texts()).encode("utf-8", "backslashreplace").decode())
        return _report_one(arguments.seed)
    seeds = range(arguments.first, arguments.first + arguments.count)
    return _many(chunks_of(seeds, arguments.chunk), arguments.workers, arguments.record)


def _report_one(seed: int) -> int:
    found = least_cost(seed)
    if isinstance(found, Failure):
        _show([found])
        return 1
    print(f"{found.size:,} characters, {found.seconds * 1000:.1f} ms of CPU time")
    return 0


def _many(chunks: Sequence[range], workers: int, record: Path | None) -> int:
    began, commit = time.monotonic(), commit_here()
    clean = (each for each in recorded(record) if not each.failures) if record else ()
    known = {(each.first, each.count): each for each in clean}
    reports: list[Report] = []
    with ProcessPoolExecutor(max_workers=workers) as pool:
        for seeds in chunks:
            report = known.get((seeds.start, len(seeds)))
            if report is None:
                report = run_chunk(seeds, commit, pool)
                if record:
                    write_report(report, record)
                _show_chunk(report, time.monotonic() - began)
            reports.append(report)
            if sum(len(each.failures) for each in reports) >= _MOST_FAILURES:
                break
    return _summarise(reports)


def _show_chunk(report: Report, seconds: float) -> None:
    print(
        f"seeds {report.first:,} to {report.first + report.count - 1:,} at {report.commit}: "
        f"{len(report.failures)} failed, {report.repeated} repeated for their time; "
        f"median {report.median_ms} ms, most {report.slowest_ms} ms (seed {report.slowest_seed}), "
        f"{report.cpu_seconds} s of CPU time; {seconds:.0f} s since the start",
        flush=True,
    )
    _show(report.failures)


def _show(failures: Sequence[Failure]) -> None:
    for failure in failures:
        print(f"\nseed {failure.seed}: {failure.what}")
        print(f"again: python -m fuzz.run --seed {failure.seed}", flush=True)


def _summarise(reports: Sequence[Report]) -> int:
    failed = sum(len(report.failures) for report in reports)
    by_commit: dict[str, int] = {}
    for report in reports:
        by_commit[report.commit] = by_commit.get(report.commit, 0) + report.count
    for commit, count in by_commit.items():
        print(f"{count:,} inputs at {commit}")
    if failed:
        print(f"{failed} of {sum(by_commit.values()):,} inputs failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
