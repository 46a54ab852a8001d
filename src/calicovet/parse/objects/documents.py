"""JSON or YAML text, whole or in pieces, as trees with line numbers.

Pasted objects are cut, elided with dots, or broken by one bad line. What can be read is read.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from calicovet.parse.objects.pretty_json import read_pretty_json
from calicovet.parse.objects.tree import Tree

if TYPE_CHECKING:
    from yaml import Event, YAMLError

_MOST_FAULTS = 8
"""So many bad lines are taken out of one document before the rest is read on its own."""
_MOST_RESTARTS = 6
_DEEPEST = 200
"""No object is nested as deep; the library needs ages for what is."""
_NULLS = frozenset({"", "~", "null", "Null", "NULL"})


@cache
def _elision() -> re.Pattern[str]:
    return re.compile(r"[ \t#]*(?:\.{2,}|…+|\[\.\.\.\]|<snip>|--)[ \t]*$", re.IGNORECASE)


@cache
def _surrogate() -> re.Pattern[str]:
    return re.compile(r"\\u[dD][89a-fA-F][0-9a-fA-F]{2}")


def read_documents(text: str, first_line: int = 1) -> Iterator[Tree]:
    """The trees in the text, in order; lines count from `first_line`."""
    if (tree := read_pretty_json(text, first_line)) is not None:
        yield tree
        return
    parts = list(_cut(text))
    for start, lines in parts:
        # Of several documents each may be of the plain form.
        tree = read_pretty_json("\n".join(lines), first_line + start) if len(parts) > 1 else None
        if tree is not None:
            yield tree
        else:
            yield from _read_lines(lines, first_line + start)


def nested_documents(tree: Tree) -> Iterator[Tree]:
    """The trees in a scalar that is itself a document, as ConfigMaps hold them."""
    if tree.block:
        yield from read_documents(tree.text, tree.line + 1)
        return
    for document in read_documents(tree.text):
        for below in document.walk():
            for value in (below, *below.fields.values()):
                value.line = tree.line
        yield document


def _cut(text: str) -> Iterator[tuple[int, list[str]]]:
    """The lines of each document with the index of their first.

    A second `apiVersion:` begins another one, as does a brace behind one that closes the first.
    """
    lines: list[str] = []
    start = 0
    headed = closed = False
    for number, line in enumerate(text.split("\n")):
        if closed and line[:1] in ("{", "["):
            yield start, lines
            lines, start, headed = [], number, False
        if line.strip():
            closed = line[:1] in ("}", "]")
        head = line.startswith("apiVersion:")
        if line.startswith("---") or (head and headed):
            yield start, lines
            # What follows the dashes on their line is a comment at most.
            lines, start = ([line] if head else [""]), number
            headed = head
            continue
        headed = headed or head
        lines.append("" if _elision().match(line[:80]) else line)
    yield start, lines


def _read_lines(lines: list[str], first_line: int) -> Iterator[Tree]:
    """Reads on behind every fault that ends a document."""
    for attempt in range(_MOST_RESTARTS):
        if not any(line.strip() for line in lines):
            return
        tree, fault = _read_one(_dedented(lines), first_line)
        if tree is not None:
            tree.resumed = attempt > 0
            yield tree
        if fault is None:
            return
        lines = lines[fault:]
        first_line += fault


def _read_one(lines: list[str], first_line: int) -> tuple[Tree | None, int | None]:
    """One tree, and how many lines were used up where not all of them were."""
    opening = next((line.lstrip()[:1] for line in lines if line.strip()), "")
    tree, fault = _parse(lines, first_line)
    if fault is None:
        return tree, None
    if opening in ("{", "["):
        return _read_json(lines, first_line, tree, fault)
    for _ in range(_MOST_FAULTS):
        lines = [*lines[:fault], "", *lines[fault + 1 :]]
        tree, next_fault = _parse(lines, first_line)
        if next_fault is None:
            return tree, None
        fault = next_fault
    return tree, fault + 1


def _read_json(
    lines: list[str], first_line: int, tree: Tree | None, fault: int
) -> tuple[Tree | None, int | None]:
    """What came before the fault; what was cut within a word is read without that word."""
    if tree is None:
        whole = "\n".join(lines)
        tree, _ = _parse(whole[: max(whole.rfind('"'), 0)].split("\n"), first_line)
    # A second object may begin on the very line of the fault.
    return tree, max(fault, 1) if lines[fault][:1] in ("{", "[") else fault + 1


def _dedented(lines: list[str]) -> list[str]:
    """The lines without their common indentation; tabs, which YAML forbids there, become spaces."""
    wide = [line.expandtabs(8) if line[:1] in " \t" else line for line in lines]
    margin = min((len(line) - len(line.lstrip()) for line in wide if line.strip()), default=0)
    return [line[margin:] for line in wide] if margin else wide


def _parse(lines: list[str], first_line: int) -> tuple[Tree | None, int | None]:
    """The tree as far as it can be read, and the index of the line at which reading stopped."""
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    text = _surrogate().sub("?", "\n".join(lines))
    builder = _Builder(first_line)
    try:
        for event in yaml.parse(text, Loader=loader):
            builder.take(event)
            if builder.depth > _DEEPEST:
                return builder.root, min(builder.line, len(lines) - 1)
    except yaml.YAMLError as error:
        return builder.root, _line_of(error, len(lines))
    except (RecursionError, ValueError):
        return builder.root, None
    return builder.root, None


def _line_of(error: "YAMLError", lines: int) -> int:
    """Where reading stopped; for a quote that never ends, where it began."""
    mark = getattr(error, "problem_mark", None)
    began = getattr(error, "context_mark", None)
    line = mark.line if mark is not None else 0
    if began is not None and line >= lines - 1:
        line = began.line
    return int(min(max(line, 0), max(lines - 1, 0)))


class _Builder:
    """Puts parse events together, so that a fault leaves what came before it."""

    __slots__ = ("_first_line", "_keys", "_open", "line", "root")

    def __init__(self, first_line: int) -> None:
        self._first_line = first_line
        self._open: list[tuple[Tree, bool]] = []
        self._keys: list[tuple[str, int] | None] = []
        self.root: Tree | None = None
        self.line = 0
        """The index of the line that was read last."""

    @property
    def depth(self) -> int:
        return len(self._open)

    def take(self, event: "Event") -> None:
        import yaml

        mark = event.start_mark
        self.line = mark.line if mark is not None else 0
        line = self.line + self._first_line
        if isinstance(event, yaml.ScalarEvent):
            self._scalar(event.value, event.style, line)
        elif isinstance(event, yaml.MappingStartEvent | yaml.SequenceStartEvent):
            tree = Tree(line)
            self._place(tree)
            self._open.append((tree, isinstance(event, yaml.MappingStartEvent)))
            self._keys.append(None)
        elif isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent):
            self._open.pop()
            self._keys.pop()
        elif isinstance(event, yaml.AliasEvent):
            self._place(Tree(line))

    def _scalar(self, value: str, style: str | None, line: int) -> None:
        if self._open and self._open[-1][1] and self._keys[-1] is None:
            self._keys[-1] = (value, line)
            return
        plain = style in (None, "")
        text = "" if plain and value in _NULLS else value
        self._place(Tree(line, text, block=style in ("|", ">")))

    def _place(self, tree: Tree) -> None:
        if not self._open:
            self.root = self.root or tree
            return
        parent, mapping = self._open[-1]
        if not mapping:
            parent.items.append(tree)
            return
        # A value stands on its key's line, even where the format puts it below.
        key, line = self._keys[-1] or ("", tree.line)
        tree.line = line
        parent.fields[key] = tree
        self._keys[-1] = None
