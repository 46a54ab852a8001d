"""docs/atlas.md: what is understood by release and program, and where the rest stands."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from atlas.lines import TAILS
from atlas.places import Place
from atlas.tally import Seen, Tally

_INTRO = """# Atlas of log lines

Written by `make atlas`; nothing here is edited by hand.

calicovet is held to the real programs: the Go sources of ten releases of Calico are read, every place on calico-node's start-up path where
a program ends or logs an error is rendered as the line that the release would write, and calicovet is given that line alone.
"""
_HOW = f"""## How it is counted

- **places**: a call that logs as fatal or panics, or that logs or prints right before the process ends (*ends the process*); any
  other call that logs an error (*logs an error*). Files that are not built for Linux, and tests, are left out. Which folders and files count
  as the start-up path stands in `atlas/programs.py`.
- **lines**: a place that logs an error value gives a line for each of {len(TAILS)} errors ({", ".join(TAILS)}); holes of the message are filled by the
  names of the variables.
- **speaker**: a fact of the line names the program. **stage**: the diagnosis says where the start stands. **failure**: a fact states what
  failed: a known message, a failed call, a crash, a failure of the grammar, or (*only as the last line*) that the program ended there.
- **understood**: all three, in all lines of a place.

No sentence of the sources is kept here: only counts, files and line numbers.
"""


def render_page(seen: Sequence[Seen]) -> str:
    """The whole page."""
    parts = (
        _INTRO,
        "## By release\n\n" + "\n".join(summary_table(seen)) + "\n",
        "## By program\n\n" + "\n".join(_by_program(seen)) + "\n",
        _HOW,
        "## Not understood\n\n" + "\n".join(_not_understood(seen)) + "\n",
    )
    return "\n".join(parts)


def summary_table(seen: Sequence[Seen]) -> Iterator[str]:
    """A row for each release and what happens at the place."""
    yield from _head("release", "what happens")
    for release in _in_order(each.release for each in seen):
        for kind in (Place.ENDS, Place.ERROR):
            some = (each for each in seen if each.release == release and each.kind is kind)
            yield _row(release, kind.value, *_numbers(Tally(some)))


def _by_program(seen: Sequence[Seen]) -> Iterator[str]:
    yield from _head("program", "what happens")
    for component in sorted({each.component for each in seen}):
        for kind in (Place.ENDS, Place.ERROR):
            some = (each for each in seen if each.component == component and each.kind is kind)
            yield _row(component, kind.value, *_numbers(Tally(some)))


def _not_understood(seen: Sequence[Seen]) -> Iterator[str]:
    """By release and file the lines."""
    for release in _in_order(each.release for each in seen):
        left = sorted(
            (each for each in seen if each.release == release and not each.whole),
            key=lambda each: (each.kind, each.file, each.line),
        )
        yield f"### {release}"
        yield ""
        for (kind, file), places in groupby(left, key=lambda each: (each.kind, each.file)):
            lines = ", ".join(str(each.line) for each in places)
            yield f"- {kind.value}: `{file}` {lines}"
        yield ""


def _in_order(releases: Iterable[str]) -> list[str]:
    return sorted(set(releases), key=lambda name: [int(part) for part in name[1:].split(".")])


def _head(*names: str) -> Iterator[str]:
    columns = ("places", "understood", "lines", "understood", "speaker", "stage", "failure")
    yield _row(*names, *columns, "failure only as the last line")
    yield "|" + "---|" * len(names) + "---:|" * (len(columns) + 1)


def _numbers(tally: Tally) -> Iterator[str]:
    yield f"{tally.places:,}"
    yield _percent(tally.whole)
    yield f"{tally.lines:,}"
    yield _percent(tally.whole_lines)
    yield from (_percent(tally.share(name)) for name in ("speaker", "stage", "failure"))
    yield _percent(tally.unnamed)


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def _percent(part: float | None) -> str:
    return "–" if part is None else f"{100 * part:.1f} %"
