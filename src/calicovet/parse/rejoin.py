"""Lines of a log that a terminal broke at its width, made whole again."""

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import pairwise

from calicovet.model.evidence import EvidenceKind as Kind
from calicovet.parse.clean import Line
from calicovet.parse.line_kinds import line_looks

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
_LAST_LETTERS = re.compile(r"[A-Za-z]+$")
_FIRST_LETTERS = re.compile(r"[A-Za-z]+")


@cache
def _own_line() -> re.Pattern[str]:
    """How a line begins that stands for itself though no stamp is in front of it."""
    return re.compile(
        r"^(?:[|+]|goroutine \d|panic:|fatal|created by |\s*/\S+\.go:\d|[\w./*()][\w./*)]*+\(.*\)$|\s|[\w.-]+: |[\w-]+\[\d+\]|"
        r"level=|time=|\{|\[|#|--|\.\.\.|…|==|exit status|\$|W\d{4}|\d{4}-\d\d-\d\d)"
    )


def rejoin(kind: Kind | None, lines: Sequence[Line]) -> list[Line]:
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
            joined[-1] = Line(before + gap + text.lstrip(), joined[-1].at)
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


def _widths(lines: Sequence[Line]) -> frozenset[int]:
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
