"""Asks calicovet and the baselines about every sample; writes docs/score.md.

python -m score.run                                 all samples, and the page
python -m score.run --kind bare --limit 60 --show   only some worn samples, and no page
python -m score.run --kind salted --show            only the salted healthy clusters
"""

import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import TypeVar

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
from score.salted.page import salted_table, wrong_lines
from score.salted.variants import salted_answer, variants
from score.sample import Sample
from score.sight import look
from score.tally import Judged, Mark, judge
from score.worn.judging import WornAnswer, worn_answers, worn_jobs
from score.worn.kind import Worn
from score.worn.page import worn_table

PAGE = Path(__file__).parent.parent / "docs" / "score.md"
_CHUNK = 8
J = TypeVar("J")
A = TypeVar("A")
_WORKERS = 2
_SALTED = "salted"

Job = tuple[Callable[..., Iterator[Sample]], object]


def jobs() -> Iterator[Job]:
    """From each source of samples what makes them."""
    yield from ((samples_of, case) for case in all_cases())
    yield from ((start_samples, path) for path in start_paths())
    yield from ((gym_samples, path) for path in gym_paths())
    yield from ((cause_samples, cause) for cause in load_catalogue())
    yield from ((report_samples, demo) for demo in demo_names())
    yield from ((page_samples, frozenset({name})) for name in page_texts())


def main(arguments: Sequence[str] | None = None) -> None:
    parser = ArgumentParser(prog="score")
    kinds = [*(kind.value for kind in Worn), _SALTED]
    parser.add_argument(
        "--kind", action="append", choices=kinds, help="only this kind of wear, or salted clusters"
    )
    parser.add_argument(
        "--limit", type=int, default=0, help="only that many texts and causes, or salted clusters"
    )
    parser.add_argument("--seed", type=int, default=0, help="draws other texts and other masks")
    parser.add_argument("--show", action="store_true", help="list what is not right")
    options = parser.parse_args(arguments)
    chosen = frozenset(options.kind or kinds)
    with ProcessPoolExecutor(max_workers=_WORKERS) as pool:
        worn_kinds = frozenset(map(Worn, chosen - {_SALTED}))
        todo = worn_jobs(worn_kinds, options.limit, options.seed) if worn_kinds else []
        worn = [each for some in _watched(pool, worn_answers, todo) for each in some]
        made = variants(options.limit, options.seed) if _SALTED in chosen else []
        salted = list(_watched(pool, salted_answer, made))
        if options.show:
            _show(worn)
            print("\n".join(wrong_lines(salted)))
        if options.kind or options.limit or options.seed:
            print("\n".join((*worn_table(worn), "", *salted_table(salted))))
            return
        results: dict[str, list[Judged]] = {name: [] for name in ANSWERERS}
        for judged in _watched(pool, _judged, tuple(jobs())):
            for each in judged:
                for name, answer in each.items():
                    results[name].append(answer)
    PAGE.write_text(render_page(results, worn, salted), encoding="utf-8")
    print(PAGE.read_text(encoding="utf-8").partition("## The samples")[0])


def _watched(pool: ProcessPoolExecutor, ask: Callable[[J], A], todo: Sequence[J]) -> Iterator[A]:
    for done, answer in enumerate(pool.map(ask, todo, chunksize=_CHUNK), 1):
        print(f"\r{done:,} of {len(todo):,}", end="", file=sys.stderr, flush=True)
        yield answer
    print(file=sys.stderr)


def _show(worn: Sequence[WornAnswer]) -> None:
    for each in worn:
        if each.mark in (Mark.SILENT, Mark.FALSE):
            print(f"{each.kind.value}: {each.name}: {each.mark} {each.named}".rstrip())


def _judged(job: Job) -> list[Mapping[str, Judged]]:
    make, source = job
    return [_answers(sample) for sample in make(source)]


def _answers(sample: Sample) -> Mapping[str, Judged]:
    sight = look(sample.texts)
    return {name: judge(sample, ask(sample, sight)) for name, ask in ANSWERERS.items()}


if __name__ == "__main__":
    main()
