"""Rejoins lines that a terminal or a mail program wrapped."""

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from calicovet.model.evidence import EvidenceKind as Kind
from calicovet.parse.text.line_kinds import line_looks

if TYPE_CHECKING:
    from calicovet.parse.text.cleaning import Line

_NARROW = 60
_LONGEST = 30_000
_WRAPPED = frozenset(
    {
        Kind.CALICO_LOG,
        Kind.OTHER_LOG,
        Kind.KUBELET_JOURNAL,
        Kind.RUNTIME_JOURNAL,
        Kind.SYSTEM_JOURNAL,
        Kind.KERNEL_LOG,
        Kind.EVENT_LINES,
        Kind.EVENT_TABLE,
    }
)
_LAST_LETTERS = re.compile(r"(?<![A-Za-z])[A-Za-z]+$")
_FIRST_LETTERS = re.compile(r"[A-Za-z]+")


@cache
def _own_line() -> re.Pattern[str]:
    """How a line begins that stands for itself though no stamp is in front of it."""
    return re.compile(
        r"^(?:[|+]|goroutine \d|panic:|fatal|created by |\s*/\S+\.go:\d|[\w./*()][\w./*)]*+\(.*\)$|\s|[\w.-]+: |[\w-]+\[\d+\]|"
        r"level=|time=|\{|\[|#|--|\.\.\.|…|==|exit status|\$|W\d{4}|\d{4}-\d\d-\d\d)"
    )


def rejoin(kind: Kind | None, lines: "Sequence[Line]") -> "list[Line]":
    """The lines of a log or of events, each as its program wrote it."""
    if kind in (Kind.POD_DESCRIBE, Kind.NODE_DESCRIBE):
        events = next(
            (n for n, line in enumerate(lines) if line.text.startswith("Events:")), len(lines)
        )
        return [*lines[:events], *rejoin(Kind.EVENT_LINES, lines[events:])]
    if kind not in _WRAPPED or len(lines) < 2:
        return list(lines)
    widths = _widths(lines)
    joined: list[Line] = []
    last = 0
    for line in lines:
        text = line.text
        before = joined[-1].text if joined else ""
        if before and len(before) < _LONGEST and last >= _NARROW and _goes_on(text, last in widths):
            cut = last in widths and not before.endswith((",", ":"))
            gap = "" if cut or _is_one_word(before, text) else " "
            joined[-1] = joined[-1]._replace(text=before + gap + text.lstrip())
        else:
            joined.append(line)
        last = len(text)
    return joined


def _is_one_word(before: str, after: str) -> bool:
    """Whether a word that messages have was broken in two here."""
    from calicovet.parse.messages.index import known_words

    left, right = _LAST_LETTERS.search(before[-60:]), _FIRST_LETTERS.match(after[:60])
    if left is None or right is None:
        return False
    head, tail = left[0].lower(), right[0].lower()
    words = known_words()
    return head + tail in words and not (head in words and tail in words)


def _widths(lines: "Sequence[Line]") -> frozenset[int]:
    """The widths at which lines were broken: the widest, if several broken lines have it."""
    broken: Counter[int] = Counter()
    widest = 0
    for line, following in pairwise(lines):
        widest = max(widest, len(line.text))
        if (
            following.text
            and not following.text[0].isspace()
            and line_looks(following.text) is None
        ):
            broken[len(line.text)] += 1
    common = [width for width, count in broken.items() if count >= 2 and width >= widest - 2]
    return frozenset(common)


def _goes_on(text: str, at_width: bool) -> bool:
    if not text.strip() or line_looks(text) is not None:
        return False
    if text[0] in "|+" or text.startswith(("goroutine ", "panic:")):
        return False
    if at_width:
        return not text[0].isspace()
    return _own_line().match(text[:300]) is None and not text[0].isupper()


_USUAL_WIDTHS = (72, 76, 78, 79, 80, 100, 120, 132)
"""Where terminals, editors and mail programs break lines."""
_TABLE = ("|", "+")
"""What the rows of a drawn table begin and end with."""


@cache
def _beginning() -> re.Pattern[str]:
    """How a line begins that continues no other, however full the one above it is."""
    return re.compile(
        r"^\s{0,8}(?:```|~~~|#{1,6} |\$ |\[[\w.-]{1,60}@|[\w-]{1,60}@[\w.-]{1,60}:\S{0,60}[#$]|==|[-*+•] |\d{1,2}[.)] "
        r"|panic:|fatal error:|SIG[A-Z]{2,6}:|goroutine \d|created by |---\s*$"
        r"|(?:github\.com|golang\.org|k8s\.io)/[\w./*()-]{3,200}\()|^\s*$"
    )


class Unwrapped(NamedTuple):
    """A line of a paste as it was before it was broken, and the first of its lines (from 0)."""

    text: str
    first: int


_BY_CHANCE = 3
"""So many full lines may stand beside one that is shorter, where all were broken between words."""


def unwrap(texts: Sequence[str]) -> list[Unwrapped]:
    """The lines of a whole paste; joined where all of it was broken at one width."""
    whole = [Unwrapped(text, place) for place, text in enumerate(texts)]
    widest = max(map(len, texts), default=0)
    if not _NARROW <= widest <= _USUAL_WIDTHS[-1]:
        return whole
    width = min(usual for usual in _USUAL_WIDTHS if usual >= widest)
    pairs = [each for each in pairwise(texts) if _may_go_on(*each)]
    cut = [pair for pair in pairs if len(pair[0]) == widest]
    filled = [pair for pair in pairs if _did_not_fit(*pair, width)]
    in_words = sum(not _is_a_long_word(*pair, width) for pair in cut)
    # A break between words now and then meets the width; a cut never falls short of it.
    if in_words > _BY_CHANCE * sum(len(before) < widest for before, _ in filled):
        # One line is always the widest: it was cut only if terminals have that width.
        broken = cut if len(cut) > 1 or widest == width else []
        gap = ""
    else:
        broken, gap = filled, " "
    # What is indented may have been written so.
    if not any(_is_output(before) and not text.startswith("  ") for before, text in broken):
        return whole
    places = frozenset(broken)
    joined: list[Unwrapped] = []
    for place, text in enumerate(texts):
        before = texts[place - 1] if place else ""
        if joined and (before, text) in places:
            between = "" if gap and _is_a_long_word(before, text, width) else gap
            joined[-1] = joined[-1]._replace(text=joined[-1].text + between + text)
        else:
            joined.append(Unwrapped(text, place))
    return joined


def _may_go_on(before: str, text: str) -> bool:
    """Whether a line may be the rest of the one before it."""
    if len(before) < _NARROW or _beginning().match(text[:300]):
        return False
    if text.startswith(_TABLE) and not (before.startswith(_TABLE) and not before.endswith(_TABLE)):
        return False
    looks = line_looks(text)
    return looks is None or not looks.strong


def _did_not_fit(before: str, text: str, width: int) -> bool:
    """Whether a line that is broken between words ends here, since the next word was too long."""
    return not text[0].isspace() and len(before) + 1 + len(text.split(None, 1)[0]) > width


def _is_a_long_word(before: str, text: str, width: int) -> bool:
    """Whether a word was broken that fits in no line."""
    return len(before.rsplit(None, 1)[-1]) + len(text.split(None, 1)[0]) > width


def _is_output(text: str) -> bool:
    return text.startswith(_TABLE) or line_looks(text) is not None
