"""The part of docs/score.md about worn samples."""

from collections.abc import Iterable, Iterator, Sequence

from score.tally import Mark
from score.worn.judging import WornAnswer, tallies
from score.worn.kind import EXPLAINED, Worn

_INTRO = """## Worn samples

A positive case, or a demo that names a cause, as people paste such texts. The expected cause is that of the case.
"""
_RULES = """
A sample is not made where nothing would be worn, and where what decides would be lost:

- **bare, inline, in quotation marks**: only of cases that some messages decide: a sign that names the cause by itself,
  all of whose facts were read from lines of logs, journals or events, three lines at most. A row of a table says little without its head.
  Not where the case is set apart from another cause by a line that would be lost, such as one that shows the release.
- **masked**: not where two addresses, or two networks, would look the same under both masks, and not where a line of the proof holds a
  network or a name is made of an address. Networks, loopback addresses, names that no node can have, and names that are
  words without a figure (`master`) are left as they are.
- **without time stamps**: not where the cause is no longer named when all stamps are made alike: there time decides. Times inside a
  message and ages in tables stay.
- **other wording**: written from the title and the summary of each cause, and from the public sources of other releases, runtimes and
  Go versions, without a look at the patterns that calicovet knows or at the cases. They stand in `score/wording`.
"""


def render_worn(answers: Sequence[WornAnswer]) -> str:
    """The table of all kinds, and how the samples are made."""
    rules = "\n".join(f"- **{kind.value}**: {EXPLAINED[kind]}" for kind in Worn)
    return "\n".join((_INTRO, *worn_table(answers), "", rules, _RULES))


def worn_table(answers: Iterable[WornAnswer]) -> Iterator[str]:
    """A row for each kind that was asked about."""
    yield "| worn | samples | not made | cause@1 | silent | false-cause rate |"
    yield "|---|---:|---:|---:|---:|---:|"
    for kind, tally in tallies(answers).items():
        if not tally.made + tally.not_made:
            continue
        rates = (_percent(tally.share(mark)) for mark in (Mark.RIGHT, Mark.SILENT, Mark.FALSE))
        yield f"| {kind.value} | {tally.made:,} | {tally.not_made:,} | {' | '.join(rates)} |"


def _percent(part: float | None) -> str:
    return "–" if part is None else f"{100 * part:.1f} %"
