"""Diagnoses generated inputs on all cores; shows those that fail or cost too much, with their seeds.

python -m fuzz.run 100000           seeds 0 to 99,999
python -m fuzz.run --seed 4711      that one input, printed and tried
"""

import sys
import time
from argparse import ArgumentParser
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from os import cpu_count

from fuzz.inputs import demo_texts, make_input
from fuzz.outliers import TIMES_THE_MEDIAN, is_outlier, medians, size_class
from fuzz.probe import Failure, Timing, cost_of, least_cost

_CHUNK = 500
_MOST_FAILURES = 10
"""More are the same one, most of the time."""


def main() -> int:
    parser = ArgumentParser(prog="python -m fuzz.run", description=__doc__.split("\n")[0])
    parser.add_argument("count", type=int, nargs="?", default=100_000, help="how many inputs")
    parser.add_argument("--from", dest="first", type=int, default=0, help="the first seed")
    parser.add_argument("--seed", type=int, help="one seed only; its input is printed")
    parser.add_argument("--workers", type=int, default=cpu_count(), help="processes")
    arguments = parser.parse_args()
    if arguments.seed is not None:
        print(make_input(arguments.seed, demo_texts()).encode("utf-8", "backslashreplace").decode())
        return _report_one(least_cost(arguments.seed))
    return _many(range(arguments.first, arguments.first + arguments.count), arguments.workers)


def _report_one(found: Failure | Timing) -> int:
    if isinstance(found, Failure):
        return _report([found], 1, 0.0)
    print(f"{found.size:,} characters, {found.seconds * 1000:.1f} ms of CPU time")
    return 0


def _many(seeds: range, workers: int) -> int:
    chunks = [seeds[start : start + _CHUNK] for start in range(0, len(seeds), _CHUNK)]
    began, done = time.monotonic(), 0
    timings: list[Timing] = []
    failures: list[Failure] = []
    with ProcessPoolExecutor(max_workers=workers) as pool:
        for results in pool.map(cost_of, chunks):
            timings += [each for each in results if isinstance(each, Timing)]
            failures += [each for each in results if isinstance(each, Failure)]
            done += len(results)
            print(f"\r{done:,} of {len(seeds):,}", end="", file=sys.stderr, flush=True)
            if len(failures) >= _MOST_FAILURES:
                pool.shutdown(wait=False, cancel_futures=True)
                break
    print(file=sys.stderr)
    return _report([*failures, *_too_slow(timings)], done, time.monotonic() - began)


def _too_slow(timings: Sequence[Timing]) -> list[Failure]:
    """Those that stay above the limit when they are tried three times more, alone."""
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
    print(f"{len(suspects)} inputs above the limit were repeated, {len(confirmed)} stayed there")
    return confirmed


def _report(failures: Sequence[Failure], done: int, seconds: float) -> int:
    for failure in failures:
        print(f"\nseed {failure.seed}: {failure.what}")
        print(f"again: python -m fuzz.run --seed {failure.seed}")
    if failures:
        print(f"\n{len(failures)} of {done:,} inputs failed")
        return 1
    print(f"{done:,} inputs survived in {seconds:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
