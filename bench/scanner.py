"""The scanner for large texts alone; what it searches for as patterns for ripgrep.

python -m bench.scanner FILE
"""

import re
import sys
import tarfile
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path

from bench.pastes import daily_log
from calicovet.parse.failures.reading import rows
from calicovet.parse.failures.vocabulary_row import HowRow
from calicovet.parse.messages.index import tables
from calicovet.parse.text.large_input import keep_relevant_lines
from calicovet.world.bundles.byte_chunks import chunks_of
from calicovet.world.bundles.text_lines import lines_of

_RECORDED = Path(__file__).parent.parent / "tests" / "recorded"
_LOG_LINE = re.compile(r"\d{4}-\d\d-\d\d|[IWEF]\d{4} |[A-Z][a-z]{2} \d\d |bird")
_ONE_IN = 7
"""Of a dense log one line in so many is from a node that does not start."""


def scan(path: Path) -> int:
    """How many lines of the file are kept, all of it being scanned."""
    with path.open("rb") as file:
        return len(keep_relevant_lines(lines_of(chunks_of(file)), budget=0).numbers)


def write_patterns(path: Path) -> None:
    """All messages and ways of failing, in ripgrep's language: it knows no look-around and no possessive repetition."""
    patterns = [message.pattern for message in tables()]
    patterns += [row.pattern for row in rows() if isinstance(row, HowRow)]
    path.write_text("".join(f"(?i-u){_for_ripgrep(each)}\n" for each in patterns), encoding="utf-8")


def write_logs(folder: Path, megabytes: int) -> Iterator[tuple[str, Path]]:
    """Logs of that size, each with its name."""
    recorded = tuple(_recorded("healthy/*.tar.xz"))
    sick = cycle(tuple(_recorded("gym/*.md")))
    dense = (next(sick) if place % _ONE_IN == 0 else line for place, line in enumerate(daily_log()))
    for name, lines in (
        ("a mostly healthy log", daily_log()),
        ("a dense log", dense),
        ("logs of real healthy clusters, again and again", cycle(recorded)),
    ):
        path = folder / f"{name}.log"
        room = megabytes * 1_000_000
        with path.open("w", encoding="utf-8") as file:
            while room > 0:
                room -= file.write("".join(islice(lines, 1_000)))
        yield name, path


def _recorded(form: str) -> Iterator[str]:
    for path in sorted(_RECORDED.glob(form)):
        for text in (path.read_text(encoding="utf-8"),) if path.suffix == ".md" else _files(path):
            yield from (line for line in text.splitlines(keepends=True) if _LOG_LINE.match(line))


def _files(archive: Path) -> Iterator[str]:
    with tarfile.open(archive) as opened:
        for member in opened:
            content = opened.extractfile(member)
            if content is not None:
                yield content.read().decode(errors="replace")


def _for_ripgrep(pattern: str) -> str:
    for begin in ("(?=", "(?!", "(?<=", "(?<!"):
        while (start := pattern.find(begin)) >= 0:
            pattern = pattern[:start] + pattern[_end_of_group(pattern, start) :]
    pattern = re.sub(r"\(\?P<\w+>", "(", re.sub(r"([*+?}])\+", r"\1", pattern))
    return re.sub(r"\\([\"'`/<>-])", r"\1", pattern).replace("\n", "")


def _end_of_group(pattern: str, start: int) -> int:
    depth, at = 0, start
    while True:
        char = pattern[at]
        if char == "\\":
            at += 1
        elif char == "[":
            at = pattern.index("]", at + 2)
        elif char in "()":
            depth += 1 if char == "(" else -1
            if depth == 0:
                return at + 1
        at += 1


if __name__ == "__main__":
    print(scan(Path(sys.argv[1])))
