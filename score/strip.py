"""Texts without the lines that decide, and which lines those are."""

import re
from collections.abc import Iterable, Iterator, Mapping

from calicovet.model.facts import Fact, Said
from calicovet.model.record import record
from score.sample import Place
from score.sight import look

_MOST_ROUNDS = 8
"""A log that says it more often than that is longer than what users paste."""

_LINK = re.compile(r"\d+: \S+: <")
"""As `ip` begins a link."""
_KINDS = ("vxlan id", "bridge ")

Numbered = Mapping[str, tuple[tuple[int, str], ...]]
"""The lines that are left of each text, with the numbers they had."""


@record
class Stripped:
    texts: Mapping[str, str]
    taken: frozenset[Place]
    """The lines that named the causes, by their numbers in the whole texts."""
    alike: frozenset[str] = frozenset()
    """Look-alikes that were named when those lines were gone; what named them is gone too."""


def strip(texts: Mapping[str, str], causes: frozenset[str], node: str = "") -> Stripped:
    """Without all that the proofs of those causes cite; a second proof, or the same again, goes too.

    What merely hints at them, once the proof is gone, stays.
    """
    left, taken = _numbered(texts), frozenset[Place]()
    kinds: frozenset[type[Fact]] | None = None
    for _ in range(_MOST_ROUNDS):
        proof = _Proof(left, causes, node)
        kinds = proof.kinds if kinds is None else kinds
        lines = frozenset(proof.lines(kinds))
        if not lines:
            break
        left, taken = _without(left, lines), taken | lines
    return Stripped(_joined(left), taken)


def strip_bare(
    texts: Mapping[str, str], causes: frozenset[str], alike: frozenset[str], node: str = ""
) -> Stripped:
    """The same, until nothing is left that decides for a look-alike either."""
    own = strip(texts, causes, node)
    left = alike.intersection(found.name for found in look(own.texts).findings(node))
    if not left:
        return own
    return Stripped(strip(own.texts, causes | alike, node).texts, own.taken, left)


def decisive(texts: Mapping[str, str], taken: frozenset[Place], node: str = "") -> frozenset[Place]:
    """Of the lines that were taken, those without which less is said; all, where no single one is."""
    whole = _numbered(texts)
    verdicts = _verdicts(texts, node)
    alone = frozenset(
        place
        for place in taken
        if _verdicts(_joined(_without(whole, _told_again(whole, place))), node) != verdicts
    )
    return alone or taken


class _Proof:
    """What names one of the causes in what is left."""

    def __init__(self, left: Numbered, causes: frozenset[str], node: str) -> None:
        self._left = left
        sight = look(_joined(left))
        self._read = [
            read
            for finding in sight.findings(node)
            if finding.name in causes
            for read in sight.proof(finding)
        ]

    @property
    def kinds(self) -> frozenset[type[Fact]]:
        return frozenset(type(read.fact) for read in self._read)

    def lines(self, kinds: frozenset[type[Fact]]) -> Iterator[Place]:
        """Where facts of those kinds stand, and any that carry a cause by themselves."""
        for read in self._read:
            if not read.carries and type(read.fact) not in kinds:
                continue
            for place in read.places:
                here = Place(place.text, self._left[place.text][place.line - 1][0])
                yield here
                yield from _below(self._left, place)
                if isinstance(read.fact, Said):
                    # A log says it over and over; rows of a table that are alike speak of others.
                    yield from _told_again(self._left, here)


def _verdicts(texts: Mapping[str, str], node: str) -> frozenset[tuple[str, str]]:
    return frozenset((found.name, found.verdict.value) for found in look(texts).findings(node))


def _told_again(whole: Numbered, place: Place) -> frozenset[Place]:
    """The line, and those that differ from it in nothing but figures."""
    lines = dict(whole[place.text])
    said = _without_figures(lines[place.line])
    return frozenset(
        Place(name, number)
        for name, rows in whole.items()
        for number, line in rows
        if _without_figures(line) == said
    )


def _below(left: Numbered, place: Place) -> Iterator[Place]:
    """What kind of link it is, under the head of one: else it would be said of the link before."""
    rows = left[place.text][place.line - 1 :]
    if not _LINK.match(rows[0][1]):
        return
    for number, line in rows[1:]:
        if not line.startswith(" "):
            return
        if line.lstrip().startswith(_KINDS):
            yield Place(place.text, number)


def _without_figures(line: str) -> str:
    return "".join(each for each in line if not each.isdigit())


def _numbered(texts: Mapping[str, str]) -> Numbered:
    return {name: tuple(enumerate(text.split("\n"), 1)) for name, text in texts.items()}


def _without(left: Numbered, lines: Iterable[Place]) -> Numbered:
    gone = {(place.text, place.line) for place in lines}
    return {
        name: tuple(row for row in rows if (name, row[0]) not in gone)
        for name, rows in left.items()
    }


def _joined(left: Numbered) -> dict[str, str]:
    return {name: "\n".join(line for _, line in rows) for name, rows in left.items()}
