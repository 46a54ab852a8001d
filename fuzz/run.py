"""Diagnoses generated inputs on all cores; shows the first that fails, with its seed.

python -m fuzz.run 100000           seeds 0 to 99,999
python -m fuzz.run --seed 4711      that one input, printed and tried
"""

import sys
import time
from argparse import ArgumentParser
from concurrent.futures import ProcessPoolExecutor
from os import cpu_count

from fuzz.inputs import demo_texts, make_input
from fuzz.probe import Failure, first_failure

_CHUNK = 500


def main() -> int:
    parser = ArgumentParser(prog="python -m fuzz.run", description=__doc__.split("\n")[0])
    parser.add_argument("count", type=int, nargs="?", default=100_000, help="how many inputs")
    parser.add_argument("--from", dest="first", type=int, default=0, help="the first seed")
    parser.add_argument("--seed", type=int, help="one seed only; its input is printed")
    arguments = parser.parse_args()
    if arguments.seed is not None:
        print(make_input(arguments.seed, demo_texts()).encode("utf-8", "backslashreplace").decode())
        return _tell(first_failure(range(arguments.seed, arguments.seed + 1)), 1, 0.0)
    return _many(range(arguments.first, arguments.first + arguments.count))


def _many(seeds: range) -> int:
    chunks = [seeds[start : start + _CHUNK] for start in range(0, len(seeds), _CHUNK)]
    began, done = time.monotonic(), 0
    with ProcessPoolExecutor(max_workers=cpu_count()) as pool:
        for chunk, failure in zip(chunks, pool.map(first_failure, chunks), strict=True):
            if failure is not None:
                pool.shutdown(wait=False, cancel_futures=True)
                return _tell(failure, done, time.monotonic() - began)
            done += len(chunk)
            print(f"\r{done:,} of {len(seeds):,}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return _tell(None, done, time.monotonic() - began)


def _tell(failure: Failure | None, done: int, seconds: float) -> int:
    if failure is None:
        print(f"{done:,} inputs survived in {seconds:.0f} s")
        return 0
    print(f"\nseed {failure.seed}: {failure.what}")
    print(f"again: python -m fuzz.run --seed {failure.seed}")
    return 1


if __name__ == "__main__":
    sys.exit(main())
