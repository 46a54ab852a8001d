"""Reads the sources of every pinned release; writes docs/atlas.md.

python -m atlas.run                     all releases, and the page
python -m atlas.run --release v3.28.5 --limit 100 --show   some places, and no page
"""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random

from atlas.lines import lines_of
from atlas.page import render_page, summary_table
from atlas.places import LogPlace, Place, places_of
from atlas.tally import Seen
from atlas.understanding import understand
from lab.build import need_go
from lab.programs import releases
from lab.sources import downloaded

PAGE = Path(__file__).parent.parent / "docs" / "atlas.md"
_WORKERS = 2
_CHUNK = 16

Job = tuple[str, LogPlace]


def main(arguments: Sequence[str] | None = None) -> None:
    parser = ArgumentParser(prog="atlas")
    parser.add_argument("--release", action="append", choices=releases(), help="only this release")
    parser.add_argument("--limit", type=int, default=0, help="only that many places of each")
    parser.add_argument("--show", action="store_true", help="list what is not understood")
    options = parser.parse_args(arguments)
    todo = tuple(jobs(tuple(options.release or releases()), options.limit))
    with ProcessPoolExecutor(max_workers=_WORKERS) as pool:
        seen = []
        for done, each in enumerate(pool.map(_seen, todo, chunksize=_CHUNK), 1):
            seen.append(each)
            print(f"\r{done:,} of {len(todo):,}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    if options.show:
        _show(seen)
    if options.release or options.limit:
        print("\n".join(summary_table(seen)))
        return
    PAGE.write_text(render_page(seen), encoding="utf-8")
    print("\n".join(summary_table(seen)))


def jobs(wanted: Sequence[str], limit: int = 0) -> Iterator[Job]:
    """The places of the releases, in an order that lets one process meet a sentence again."""
    go = need_go()
    found = [
        (release, place)
        for release in wanted
        for place in _some(tuple(places_of(downloaded(release, go))), limit)
        if place.kind is not Place.WARNING
    ]
    yield from sorted(
        found, key=lambda job: (job[1].program.component, job[1].file, job[1].arguments)
    )


def _some(places: Sequence[LogPlace], limit: int) -> Sequence[LogPlace]:
    return Random(0).sample(places, limit) if 0 < limit < len(places) else places


def _seen(job: Job) -> Seen:
    release, place = job
    understood = tuple(understand(line, place.program) for line in lines_of(place))
    return Seen(
        release=release,
        kind=place.kind,
        component=place.program.component or "upgrade-ipam",
        file=place.file,
        line=place.line,
        understood=understood,
    )


def _show(seen: Sequence[Seen]) -> None:
    for each in seen:
        if not each.whole:
            lacking = ", ".join(each.lacking)
            print(f"{each.release} {each.file}:{each.line} {each.kind.value}: no {lacking}")


if __name__ == "__main__":
    main()
