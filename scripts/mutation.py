"""Small changes of meaning in Python source: each is one expression or statement, written back in its place."""

import ast
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

_COMPARISONS: Mapping[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_ARITHMETIC: Mapping[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}


@dataclass(frozen=True, slots=True)
class Mutant:
    """One changed place of one module."""

    path: str
    line: int
    low: int
    high: int
    """What is replaced: bytes of the source from `low`, without `high`."""
    text: str

    def apply(self, source: str) -> str:
        """The source with the change."""
        raw = source.encode()
        return (raw[: self.low] + self.text.encode() + raw[self.high :]).decode()

    def describe(self, source: str) -> str:
        """Where it is, what was there, and what is there instead."""
        before = " ".join(source.encode()[self.low : self.high].decode().split())
        return f"{self.path}:{self.line}: {before}  ->  {self.text}"


def mutants_of(path: str, source: str) -> list[Mutant]:
    """Every mutant of a module, in the order of its lines."""
    tree = ast.parse(source)
    starts = [0]
    for line in source.encode().split(b"\n"):
        starts.append(starts[-1] + len(line) + 1)
    members = _members(tree)
    found = []
    for node in _bodies(tree):
        for old, new in _changes(node, members):
            low = starts[old.lineno - 1] + old.col_offset
            high = starts[(old.end_lineno or old.lineno) - 1] + (old.end_col_offset or 0)
            text = new if isinstance(new, str) else _written(new)
            found.append(Mutant(path, old.lineno, low, high, text))
    return sorted(found, key=lambda one: (one.low, one.high, one.text))


def draw(mutants: Iterable[Mutant], number: int, seed: str) -> list[Mutant]:
    """So many of them by lot; the same seed draws the same ones. Each line is drawn once at most."""
    by_line: dict[tuple[str, int], list[Mutant]] = defaultdict(list)
    for mutant in mutants:
        by_line[mutant.path, mutant.line].append(mutant)
    lot = random.Random(seed)
    places = lot.sample(sorted(by_line), min(number, len(by_line)))
    return [lot.choice(by_line[place]) for place in places]


def _members(tree: ast.AST) -> Mapping[str, list[str]]:
    """The constants of classes that a module names: `Risk.NONE`, `Risk.ROLLS_ALL_NODES`."""
    found: dict[str, set[str]] = defaultdict(set)
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Name(id=name), attr=attr):
                if attr.isupper() and name[:1].isupper():
                    found[name].add(attr)
    return {name: sorted(attributes) for name, attributes in found.items()}


def _bodies(node: ast.AST) -> Iterator[ast.expr | ast.stmt]:
    """Expressions and statements that run: no annotations, decorators, f-strings and enumerations."""
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "bases"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if not isinstance(child, ast.AST) or isinstance(child, ast.JoinedStr | ast.pattern):
                continue
            if isinstance(child, ast.expr | ast.stmt):
                yield child
            yield from _bodies(child)


def _changes(
    node: ast.expr | ast.stmt, members: Mapping[str, list[str]]
) -> Iterator[tuple[ast.expr | ast.stmt, ast.AST | str]]:
    """What may stand in place of the node, or of its condition."""
    match node:
        case ast.Compare(left=left, ops=[operator], comparators=comparators):
            changed = _COMPARISONS[type(operator)]()
            yield node, ast.Compare(left=left, ops=[changed], comparators=comparators)
        case ast.BoolOp(op=operator, values=values):
            other = ast.Or() if isinstance(operator, ast.And) else ast.And()
            yield node, ast.BoolOp(op=other, values=values)
            yield from ((node, _without(operator, values, place)) for place in range(len(values)))
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield node, operand
        case ast.BinOp(left=left, op=sign, right=right) if type(sign) in _ARITHMETIC:
            yield node, ast.BinOp(left=left, op=_ARITHMETIC[type(sign)](), right=right)
        case ast.Constant(value=bool(value)):
            yield node, ast.Constant(value=not value)
        case ast.Attribute(value=ast.Name(id=name), attr=attr) if attr in members.get(name, ()):
            others = members[name]
            if len(others) > 1:
                yield node, f"{name}.{others[(others.index(attr) + 1) % len(others)]}"
        case ast.If(test=ast.Call() as test) | ast.IfExp(test=ast.Call() as test):
            yield test, ast.UnaryOp(op=ast.Not(), operand=test)
        case ast.Continue() | ast.Break():
            yield node, "pass"


def _without(operator: ast.boolop, values: list[ast.expr], place: int) -> ast.expr:
    left = [*values[:place], *values[place + 1 :]]
    return left[0] if len(left) == 1 else ast.BoolOp(op=operator, values=left)


def _written(node: ast.AST) -> str:
    """In parentheses, for it may stand in a larger expression."""
    return f"({ast.unparse(node)})"
