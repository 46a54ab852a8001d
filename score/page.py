"""docs/score.md: the numbers, what each of them means, and what they do not say."""

from collections.abc import Iterator, Mapping, Sequence

from score.answers import OURS
from score.salted.page import render_salted
from score.salted.variants import SaltedAnswer
from score.sample import Kind
from score.tally import Judged, Mark, Tally
from score.worn.judging import WornAnswer
from score.worn.page import render_worn

Results = Mapping[str, Sequence[Judged]]
"""What everybody's answers are worth, in the same order of samples."""

_INTRO = """# Score
<!-- calicovet: documentation -->

Written by `make score`; nothing here is edited by hand.

How often is the first cause right, how often is a wrong one named, and are the quoted lines those that decide? Asked of
every case that stands beside a cause, of twins made from them, of the same texts as people paste them, and of what the real programs printed.
"""
_SAMPLES = """## The samples

- **positive**: a cause is there. The cases of all causes that name one; starts of ten releases and small clusters in which it
  was put in on purpose; the trials of the gym (real kubelets, real Calico), also those of which the text alone cannot tell it.
- **near miss**: it looks like a cause and is none, or too little is shown to name one. The other cases, and the gym's harmless twins.
- **stripped**: a positive without the lines that its proof cites, and without those that say the same again. To abstain, or to
  call a cause possible at most, is right. Where the head of a case sets it apart from a look-alike, and what is left proves
  that one (`Couldn't autodetect an IPv4 address`, without the line before it that says why), the lines of the look-alike go too.
- **healthy**: healthy starts; healthy hosts; and each stripped case whose nodes have names, with a later list of pods on which
  they are all ready.
- **documentation**: texts that explain or repeat: the pages of all causes (as they are written, as a page of the site, as
  `calicovet explain` prints them, the second half alone), the project's documents and lists, and the reports of all demos as
  text, Markdown and JSON, in both languages, whole, quoted, coloured and cut. Nothing may be named and nothing called unhealthy.
"""
_NUMBERS = """## The numbers

- **cause@1**: of the positives, the share whose first cause is the right one (one of them, where a case names two).
- **silent**: of the positives, the share of which no cause is named. What is left to 100 % are wrong first causes.
- **false-cause rate**: of all samples, the share of which a wrong cause is named first. It is the most expensive error.
- **abstention**: of all samples that hold nothing to name (near misses, stripped, healthy), the share of which nothing is named.
- **evidence precision**: of the right answers, the share whose first quotation holds a decisive line: one without which, and
  without those that differ from it only in figures, calicovet says less. The restated tools quote no line of the texts.
"""
_BASELINES = """## The baselines

- **grep**: [sentences](../score/baselines/grep.toml) that name a cause by themselves, searched in the whole text without regard to who
  says them, where and when. Of several on a line the longest counts; the longest of all is the answer. No sentence
  exists for causes that have to be computed (two addresses compared, a limit against a use): grep is silent there by nature.
- **k8sgpt, troubleshoot, popeye, restated**: small [re-statements](../score/baselines/restated.py) of what k8sgpt's analyzer of pods, troubleshoot's
  clusterPodStatuses and popeye's linter of pods report, written from their sources. The programs themselves are not run, and what a
  language model would make of k8sgpt's words is not restated. They are given what the texts show of calico-node's pods: the list,
  states, last ends, events. They report symptoms (`CrashLoopBackOff`, `Pod is not ready`); they are counted as naming a cause
  where the text they hand on holds one of grep's sentences, such as an event's message. They are general tools and were not made for
  this question: the column says what is left to do after them, not that they are bad.
"""
_NOTES = """## What it does not say

- The cases were written together with the causes: that calicovet is right on them shows that nothing broke, not that it is right on
  what it has never seen. For that there are the recorded families, whose texts were recorded, not written.
- Stripped twins and decisive lines are found with calicovet's own citations. What it relies on without citing it would stay in the
  twin and show there as a false cause; a line that a person would call decisive and calicovet never cites is not noticed.
- All texts are pastes. A live cluster shows more.
"""


def render_page(
    results: Results, worn: Sequence[WornAnswer], salted: Sequence[SaltedAnswer]
) -> str:
    """The whole page."""
    families = tuple(dict.fromkeys(each.family for each in results[OURS]))
    parts = (
        _INTRO,
        "## All samples\n\n" + "\n".join(_overall(results)) + "\n",
        "## By family\n\n" + "\n".join(_by_family(results[OURS], families)) + "\n",
        "## cause@1 and false causes beside the baselines\n\n"
        + "\n".join(_beside(results, families))
        + "\n",
        render_worn(worn),
        render_salted(salted),
        _SAMPLES,
        _NUMBERS,
        _BASELINES,
        _NOTES,
    )
    return "\n".join(parts)


def counts_line(judged: Sequence[Judged]) -> str:
    """How many samples of each kind there are."""
    tally = Tally(judged)
    return ", ".join(f"{tally.count(kind):,} {kind.value}" for kind in Kind)


def _overall(results: Results) -> Iterator[str]:
    yield f"{counts_line(results[OURS])}."
    yield ""
    yield from _table_head(
        "", "cause@1", "silent", "false-cause rate", "abstention", "evidence precision"
    )
    for name, judged in results.items():
        tally = Tally(judged)
        yield _row(
            name,
            _percent(tally.right_first),
            _percent(tally.silent),
            _percent(tally.false),
            _percent(tally.abstains),
            _percent(tally.evidence) if name in (OURS, "grep") else "–",
        )
    alike = sum(each.had_alike for each in results[OURS] if each.kind is Kind.STRIPPED)
    yield ""
    told = [each for each in results[OURS] if each.kind is Kind.DOCUMENTATION]
    unhealthy = sum(each.unhealthy for each in told)
    yield f"In {unhealthy} of {len(told):,} documentation samples calicovet calls a node or a pod unhealthy."
    yield ""
    yield f"Of {alike} stripped samples calicovet would name a look-alike, had its lines been left."
    yield ""
    yield from _table_head("false causes among", *(kind.value for kind in Kind))
    for name, judged in results.items():
        tally = Tally(judged)
        yield _row(name, *(f"{tally.count(kind, Mark.FALSE):,}" for kind in Kind))


def _by_family(judged: Sequence[Judged], families: Sequence[str]) -> Iterator[str]:
    yield from _table_head(
        "calicovet",
        *(kind.value for kind in Kind),
        "cause@1",
        "false-cause rate",
        "abstention",
        "evidence precision",
    )
    for family in families:
        tally = Tally(each for each in judged if each.family == family)
        yield _row(
            family,
            *(f"{tally.count(kind):,}" for kind in Kind),
            _percent(tally.right_first),
            _percent(tally.false),
            _percent(tally.abstains),
            _percent(tally.evidence),
        )


def _beside(results: Results, families: Sequence[str]) -> Iterator[str]:
    yield "In each cell: cause@1 / false-cause rate."
    yield ""
    yield from _table_head("", *results)
    for family in families:
        yield _row(family, *(_two(judged, family) for judged in results.values()))


def _two(judged: Sequence[Judged], family: str) -> str:
    tally = Tally(each for each in judged if each.family == family)
    return f"{_percent(tally.right_first)} / {_percent(tally.false)}"


def _table_head(*names: str) -> Iterator[str]:
    yield _row(*names)
    yield "|" + "|".join(["---", *("---:" for _ in names[1:])]) + "|"


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def _percent(part: float | None) -> str:
    return "–" if part is None else f"{100 * part:.1f} %"
