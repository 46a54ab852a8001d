"""Asks calicovet and the baselines about every sample; writes docs/score.md.

python -m score.run
"""

import sys
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from os import cpu_count
from pathlib import Path

from calicovet.causes.catalogue import load_catalogue
from score.answers import ANSWERERS
from score.cases import all_cases, samples_of
from score.documentation import (
    cause_samples,
    demo_names,
    page_samples,
    page_texts,
    report_samples,
)
from score.page import render_page
from score.recorded import gym_paths, gym_samples, start_paths, start_samples
from score.sample import Sample
from score.sight import look
from score.tally import Judged, judge

PAGE = Path(__file__).parent.parent / "docs" / "score.md"
_CHUNK = 8

Job = tuple[Callable[..., Iterator[Sample]], object]


def jobs() -> Iterator[Job]:
    """From each source of samples what makes them."""
    yield from ((samples_of, case) for case in all_cases())
    yield from ((start_samples, path) for path in start_paths())
    yield from ((gym_samples, path) for path in gym_paths())
    yield from ((cause_samples, cause) for cause in load_catalogue())
    yield from ((report_samples, demo) for demo in demo_names())
    yield from ((page_samples, frozenset({name})) for name in page_texts())


def main() -> None:
    results: dict[str, list[Judged]] = {name: [] for name in ANSWERERS}
    todo = tuple(jobs())
    with ProcessPoolExecutor(max_workers=cpu_count()) as pool:
        for done, judged in enumerate(pool.map(_judged, todo, chunksize=_CHUNK), 1):
            for each in judged:
                for name, answer in each.items():
                    results[name].append(answer)
            print(f"\r{done:,} of {len(todo):,}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    PAGE.write_text(render_page(results), encoding="utf-8")
    print(PAGE.read_text(encoding="utf-8").partition("## The samples")[0])


def _judged(job: Job) -> list[Mapping[str, Judged]]:
    make, source = job
    return [_answers(sample) for sample in make(source)]


def _answers(sample: Sample) -> Mapping[str, Judged]:
    sight = look(sample.texts)
    return {name: judge(sample, ask(sample, sight)) for name, ask in ANSWERERS.items()}


if __name__ == "__main__":
    main()
