"""A case worn in each way; and failures in other words."""

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

from calicovet.app.commands.demo import demo_text, expectations
from calicovet.causes.catalogue import area_of
from calicovet.model.cause import Strength
from calicovet.model.record import record
from score.cases import alike, all_cases, causes_of, family_of
from score.sample import Kind, Place, Sample
from score.sight import Sight, look
from score.worn.kind import Worn
from score.worn.lines import inline, marked, with_one_stamp, with_prefix, without_stamps, wrapped
from score.worn.masks import Alike, masked

WORDING = Path(__file__).parents[1] / "wording"
_MOST_LINES = 3
"""More lines than that are a log, not a quotation."""

DEMOS = "demos"

Texts = Mapping[str, str]
Source = Sample
"""A positive as it is."""


@record
class WornSample:
    """A sample, or that none could be made of a case in that way."""

    kind: Worn
    sample: Sample | None


@record
class _Original:
    """A case with what the wearing needs to know of it."""

    texts: Texts
    causes: frozenset[str]
    messages: tuple[str, ...]
    """What decides, where messages alone do and where they are few; else empty."""
    deciding: tuple[str, ...]
    """All lines of the proof, messages or not."""
    nodes: tuple[str, ...]


Wear = Callable[[_Original, Random], Texts | None]


def worn_samples(
    source: Source, kinds: frozenset[Worn] = frozenset(Worn), seed: int = 0
) -> Iterator[WornSample]:
    """Each way in which a text can be worn; chance depends on the seed, the kind and the name alone."""
    original = _original(source)
    for kind, wear in _WEARS.items():
        if kind not in kinds:
            continue
        texts = wear(original, Random(f"{seed} {kind.value} {source.name}"))
        made = texts is not None and dict(texts) != dict(source.texts)
        yield WornSample(kind, replace(source, texts=texts) if made and texts else None)


def sources() -> tuple[Source, ...]:
    """The cases that name a cause, and the demos that do."""
    named = ((case, causes_of(case)) for case in all_cases())
    cases = (
        replace(_positive(case.id, family_of(case), causes, case.texts), alike=alike(case))
        for case, causes in named
        if causes
    )
    demos = (
        _positive(name, DEMOS, frozenset({expected.cause}), {"demo.md": demo_text(name)})
        for name, expected in expectations().items()
        if expected.cause
    )
    return (*cases, *demos)


@cache
def wording() -> Mapping[str, tuple[str, ...]]:
    """By cause the lines that say it in other words."""
    lines: dict[str, tuple[str, ...]] = {}
    for path in sorted(WORDING.glob("*.toml")):
        for cause, said in tomllib.loads(path.read_text(encoding="utf-8")).items():
            lines[cause] = (*lines.get(cause, ()), *said)
    return lines


def reworded_samples(cause: str) -> Iterator[WornSample]:
    """Each of the lines, alone."""
    for place, line in enumerate(wording()[cause], 1):
        texts = {"paste.txt": f"{line}\n"}
        sample = _positive(f"{cause}/{place}", area_of(cause), frozenset({cause}), texts)
        yield WornSample(Worn.REWORDED, sample)


def _positive(name: str, family: str, causes: frozenset[str], texts: Texts) -> Sample:
    return Sample(name=name, family=family, kind=Kind.POSITIVE, texts=texts, causes=causes)


def _original(source: Sample) -> _Original:
    sight, causes = look(source.texts), source.causes
    lines = {name: text.split("\n") for name, text in source.texts.items()}

    def written(places: Iterable[Place]) -> tuple[str, ...]:
        order = tuple(source.texts)
        kept = sorted(set(places), key=lambda place: (order.index(place.text), place.line))
        return tuple(lines[place.text][place.line - 1] for place in kept)

    return _Original(
        texts=source.texts,
        causes=causes,
        messages=next(
            (
                written(places)
                for places in _sentences(sight, causes)
                if 0 < len(set(places)) <= _MOST_LINES and not _denied(sight, source, places)
            ),
            (),
        ),
        deciding=written(
            place
            for finding in sight.findings()
            if finding.name in causes
            for read in sight.proof(finding)
            for place in read.places
        ),
        nodes=tuple(node.node for node in sight.diagnosis.nodes if node.node),
    )


def _sentences(sight: Sight, causes: frozenset[str]) -> Iterator[tuple[Place, ...]]:
    """The lines of each sign that names one of the causes by messages alone; the strongest first."""
    signs = (
        sign
        for finding in sight.findings()
        if finding.name in causes
        for sign in finding.signs
        if sign.strength >= Strength.INDICATES
    )
    for sign in sorted(signs, key=lambda sign: -sign.strength):
        read = tuple(sight.readings(sign))
        if all(each.logged for each in read):
            yield tuple(place for each in read for place in each.places)


def _denied(sight: Sight, source: Source, kept: tuple[Place, ...]) -> bool:
    """Whether another line rules out a look-alike that the case is set apart from."""
    return any(
        sign.strength is Strength.DENIES
        and not {place for read in sight.readings(sign) for place in read.places} <= {*kept}
        for node in sight.diagnosis.nodes
        for finding in node.findings
        if finding.name in source.alike
        for sign in finding.signs
    )


def _bare(original: _Original, chance: Random) -> Texts | None:
    return _of_lines(original, lambda lines: "".join(f"{line.strip()}\n" for line in lines))


def _inline(original: _Original, chance: Random) -> Texts | None:
    return _of_lines(original, lambda lines: inline(lines, chance))


def _marked(original: _Original, chance: Random) -> Texts | None:
    return _of_lines(original, lambda lines: marked(lines, chance))


def _of_lines(original: _Original, wear: Callable[[tuple[str, ...]], str]) -> Texts | None:
    return {"paste.txt": wear(original.messages)} if original.messages else None


def _whole(wear: Callable[[str, Random], str]) -> Wear:
    return lambda original, chance: {
        name: wear(text, chance) for name, text in original.texts.items()
    }


def _masked(original: _Original, chance: Random) -> Texts | None:
    try:
        return masked(original.texts, original.nodes, original.deciding, chance)
    except Alike:
        return None


def _unstamped(original: _Original, chance: Random) -> Texts | None:
    """None where time decides: where the causes are not named with all stamps alike."""
    alike_in_time = {name: with_one_stamp(text) for name, text in original.texts.items()}
    if original.causes.isdisjoint(look(alike_in_time).named()[:1]):
        return None
    return {name: without_stamps(text) for name, text in original.texts.items()}


_WEARS: Mapping[Worn, Wear] = {
    Worn.BARE: _bare,
    Worn.INLINE: _inline,
    Worn.QUOTED: _whole(lambda text, chance: with_prefix(text, "> ")),
    Worn.MARKED: _marked,
    Worn.INDENTED: _whole(lambda text, chance: with_prefix(text, "    ")),
    Worn.WRAPPED_80: _whole(lambda text, chance: wrapped(text, 80, chance)),
    Worn.WRAPPED_100: _whole(lambda text, chance: wrapped(text, 100, chance)),
    Worn.MASKED: _masked,
    Worn.UNSTAMPED: _unstamped,
}
