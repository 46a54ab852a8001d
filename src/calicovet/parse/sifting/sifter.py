"""Goes once through the blocks of a large text, and keeps the lines that a parser needs.

Lines that differ only in their digits are looked at once: a log repeats itself but for times, identities and counts.
What differs from block to block is found by sets and dictionaries, not line by line.
"""

import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import count

from calicovet.parse.sifting.kept_lines import Context, Group, KeptLines
from calicovet.parse.sifting.line_blocks import Block, InBlocks
from calicovet.parse.sifting.line_value import LineValue, Value, letters_of, value_of, vocabulary

_DIGITS = b"0123456789"
_HEX_LETTERS = b"abcdef"
_ENDS = 131_072
"""So many bytes of the beginning and of the end are kept, whatever they say."""
_FORMS = 100_000
"""So many forms of lines are remembered."""
_GROUPS = 20_000
_BEFORE_AN_END = 12
_AFTER_AN_END = 40


class Sifter:
    """What is known of the text so far."""

    def __init__(self, source: InBlocks) -> None:
        self._source = source
        self._kept = KeptLines()
        self._without_value: set[bytes] = set()
        self._groups: dict[bytes, Group] = {}
        self._by_meaning: dict[tuple[bytes, frozenset[str]], Group | None] = {}
        self._before: list[tuple[int, int, bytes]] = []
        self._owed = 0
        """So many of the next lines belong to what was kept last."""
        self._at = 0
        self.has_left_out = False

    def sift(self, blocks: Iterable[Block]) -> Iterator[tuple[int, str]]:
        """The lines that are kept, decoded, in their order."""
        tail: deque[Block] = deque()
        tail_size = head_size = 0
        for block in blocks:
            if head_size < _ENDS:
                head_size += len(block.data)
                self._keep_all(block)
            tail.append(block)
            tail_size += len(block.data)
            while tail_size - len(tail[0].data) > _ENDS:
                tail_size -= len(tail.popleft().data)
            self._take(block)
        self._at -= sum(len(block.numbers) for block in tail)
        left = tail_size
        for block in tail:
            self._keep_end(block, left)
            left -= len(block.data)
        self.has_left_out = self._kept.finish() < self._at
        for number, line in self._kept.lines():
            yield from self._source.lines_in((number,), line)

    def _keep_all(self, block: Block) -> None:
        for place, (number, line) in enumerate(
            zip(block.numbers, block.data.split(b"\n"), strict=True)
        ):
            self._kept.keep(((self._at + place, number, line),))

    def _keep_end(self, block: Block, left: int) -> None:
        """The lines of the block that stand within the end of the text."""
        for number, line in zip(block.numbers, block.data.split(b"\n"), strict=True):
            if left <= _ENDS:
                self._kept.keep(((self._at, number, line),))
            left -= len(line) + 1
            self._at += 1

    def _take(self, block: Block) -> None:
        forms = block.data.translate(None, _DIGITS).split(b"\n")
        last = dict(zip(forms, count()))
        distinct = set(last)  # a set is compared by its own size, a view by that of the other
        fresh = distinct.difference(self._without_value).difference(self._groups)
        lines = block.data.split(b"\n")
        if fresh:
            self._learn(fresh, last, lines)
        self._pay(block, lines)
        one_by_one: dict[bytes, Group] = {}
        newest: dict[Group, int] = {}
        for form in distinct.difference(self._without_value):
            group = self._groups[form]
            if group.is_followed:
                one_by_one[form] = group
            elif group.trouble:
                self._see(block, lines, last[form], group)
            elif newest.get(group, -1) < last[form]:
                newest[group] = last[form]
        for group, place in newest.items():
            self._kept.see(group, None, self._context(block, lines, place, group))
        if one_by_one:
            for place, form in enumerate(forms):
                if form in one_by_one:
                    self._see(block, lines, place, one_by_one[form])
        self._at += len(lines)
        tail = range(max(0, len(lines) - _BEFORE_AN_END), len(lines))
        here = [
            (self._at - len(lines) + place, block.numbers[place], lines[place]) for place in tail
        ]
        self._before = [*self._before, *here][-_BEFORE_AN_END:]

    def _learn(self, fresh: set[bytes], last: dict[bytes, int], lines: Sequence[bytes]) -> None:
        if len(self._groups) + len(self._without_value) > _FORMS:
            self._without_value.clear()
            self._groups.clear()
            fresh = set(last)
        for form in fresh:
            line = lines[last[form]].decode(errors="replace")
            words = letters_of(line)
            meaning = (form.translate(None, _HEX_LETTERS), vocabulary().intersection(words))
            group = self._by_meaning.get(meaning, _UNKNOWN)
            if group is _UNKNOWN:
                group = self._group(value_of(line, words), line)
                if len(self._by_meaning) >= _GROUPS:
                    self._by_meaning.clear()
                self._by_meaning[meaning] = group
            if group is None:
                self._without_value.add(form)
            else:
                self._groups[form] = group

    def _group(self, found: LineValue, line: str) -> Group | None:
        if found.value is Value.NONE:
            return None
        if found.value is Value.PLAIN:
            return self._kept.plain(line)
        return self._kept.group(trouble=found.value is Value.TROUBLE, grave=found.grave)

    def _see(self, block: Block, lines: Sequence[bytes], place: int, group: Group) -> None:
        context = self._context(block, lines, place, group)
        if self._kept.see(group, _key(lines[place], group), context) and group.grave:
            self._owed = max(self._owed, _AFTER_AN_END - (len(lines) - 1 - place))

    def _context(self, block: Block, lines: Sequence[bytes], place: int, group: Group) -> Context:
        """The line with those around it that its parsers look at."""
        first = place - (_BEFORE_AN_END if group.grave else 1)
        end = place + 2
        if group.grave:
            end = place + 1 + _AFTER_AN_END
        elif not group.trouble:
            first, end = (place - 1 if group.is_plain else place), place + 1
        if end == first + 1:
            return ((self._at + place, block.numbers[place], lines[place]),)
        here = range(max(first, 0), min(end, len(lines)))
        found = tuple((self._at + near, block.numbers[near], lines[near]) for near in here)
        return (*self._before[first:], *found) if first < 0 else found

    def _pay(self, block: Block, lines: Sequence[bytes]) -> None:
        """The first lines of the block belong to what was kept at the end of the last one."""
        owed, self._owed = min(self._owed, len(lines)), max(0, self._owed - len(lines))
        for place in range(owed):
            self._kept.keep(((self._at + place, block.numbers[place], lines[place]),))


_UNKNOWN = Group(trouble=False, grave=False)


def _key(line: bytes, group: Group) -> bytes:
    """What lines have in common that say the same."""
    if group.is_plain:
        return b""
    line = line[:4_096]
    return _identities().sub(b"#", line if group.trouble else _counts().sub(b"#", line))


@cache
def _identities() -> re.Pattern[bytes]:
    """What differs between lines that say the same: times, addresses, process IDs, hashes.

    Ports, exit codes, and numbers in names are kept. Every way through it begins with a digit or a bracket: that is
    what makes the search fast.
    """
    return re.compile(
        rb"\d(?:\d:\d\d:\d\d[\d.Z+-]*|[0-9a-f.T-]{6,}(?::\d\d:\d\d[\d.Z+-]*)?)|\[\d+\]"
    )


@cache
def _counts() -> re.Pattern[bytes]:
    """What else differs where no trouble is reported; numbers at the end of names are kept."""
    return re.compile(rb"\bcali[0-9a-f]{6,}|\b[0-9a-f]{8,}\b|(?<![a-zA-Z-])\d+")
