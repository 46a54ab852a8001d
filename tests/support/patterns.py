"""Every regular expression of the source tree, with the methods that are called on it."""

import ast
import importlib
import pkgutil
import re
import types
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import calicovet
from calicovet.model.record import record
from calicovet.parse.failures.reading import vocabulary
from calicovet.parse.messages.index import tables
from calicovet.parse.messages.message import compiled

_METHODS = {
    "match": "match",
    "fullmatch": "fullmatch",
    "search": "search",
    "sub": "findall",
    "subn": "findall",
    "split": "findall",
    "findall": "findall",
    "finditer": "findall",
}
"""The methods of an expression, and the one that does the same work."""
_MODULE_CALLS = frozenset({"compile", *_METHODS})


@record
class Used:
    """A compiled expression, where it is made, and the methods that are called on it."""

    where: str
    pattern: re.Pattern[Any]
    methods: frozenset[str]


@cache
def patterns() -> tuple[Used, ...]:
    """All expressions of the tree, each once for each set of flags."""
    found: dict[tuple[object, int], tuple[str, re.Pattern[Any], set[str]]] = {}
    for used in _all():
        key = (used.pattern.pattern, used.pattern.flags)
        found.setdefault(key, (used.where, used.pattern, set()))[2].update(used.methods)
    return tuple(
        Used(where, pattern, frozenset(methods or {"search"}))
        for where, pattern, methods in found.values()
    )


def _all() -> Iterator[Used]:
    for row in tables():
        yield Used(f"message {row.key}", compiled(row.pattern), frozenset({"search"}))
    for number, pattern in enumerate(vocabulary()):
        yield Used(f"failure {number}", pattern, frozenset({"findall"}))
    for module in _modules():
        yield from _made_in(module)
        for name, value in vars(module).items():
            if not name.startswith("__"):
                for pattern in _inside(value):
                    methods = _methods_by_name(module).get(name, ())
                    yield Used(f"{module.__name__}.{name}", pattern, frozenset(methods))


def _made_in(module: ModuleType) -> Iterator[Used]:
    """What calls in the module make: `re.compile(…)`, and functions that call it."""
    parents = _parents(_tree(module))
    for call in _calls(_tree(module)):
        if not _makes_patterns(call, module):
            continue
        methods = set(_methods_on(call, parents))
        if not methods:
            by_name = _methods_by_name(module)
            names = _names_given(call, parents)
            methods = {method for name in names for method in by_name.get(name, ())}
        for pattern in _values(call, module):
            yield Used(f"{module.__name__}:{call.lineno}", pattern, frozenset(methods))


def _values(call: ast.Call, module: ModuleType) -> Iterable[re.Pattern[Any]]:
    """The expressions that a call gives; where it rests on local names, all that it may be given."""
    if _is_re_call(call):
        flags = [each.value for each in call.keywords if each.arg == "flags"]
        if isinstance(call.func, ast.Attribute) and call.func.attr == "compile":
            flags += call.args[1:]
        arguments = [call.args[0], *flags]
        maker: Any = re.compile
    else:
        assert isinstance(call.func, ast.Name)
        arguments, maker = call.args, vars(module)[call.func.id]
    try:
        return list(_inside(maker(*(_value(each, module) for each in arguments))))
    except Exception:
        if _is_re_call(call):
            return ()  # in the body of a function, and read where that is called
        return [made for text in _texts(module) for made in _tried(maker, text)]


def _tried(maker: Any, text: str) -> list[re.Pattern[Any]]:
    try:
        return list(_inside(maker(text)))
    except Exception:
        return []


def _texts(module: ModuleType) -> Iterator[str]:
    for name, value in vars(module).items():
        if name.startswith("_") and not name.startswith("__"):
            rows = value if isinstance(value, tuple) else (value,)
            yield from (row for row in rows if isinstance(row, str) and "\n" not in row)


@cache
def _modules() -> tuple[ModuleType, ...]:
    walk = pkgutil.walk_packages(calicovet.__path__, "calicovet.")
    names = (each.name for each in walk if not each.name.endswith("__main__"))
    return tuple(importlib.import_module(name) for name in names)


@cache
def _tree(module: ModuleType) -> ast.Module:
    assert module.__file__ is not None
    return ast.parse(Path(module.__file__).read_text(encoding="utf-8"))


def _calls(tree: ast.AST) -> Iterator[ast.Call]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.Call))


def _is_re_call(call: ast.Call) -> bool:
    func = call.func
    return (
        isinstance(func, ast.Attribute)
        and func.attr in _MODULE_CALLS
        and isinstance(func.value, ast.Name)
        and func.value.id == "re"
        and bool(call.args)
    )


def _makes_patterns(call: ast.Call, module: ModuleType) -> bool:
    if _is_re_call(call):
        return True
    if not isinstance(call.func, ast.Name):
        return False
    maker = vars(module).get(call.func.id)
    function = getattr(maker, "__wrapped__", maker)
    return isinstance(function, types.FunctionType) and _returns_patterns(function)


@cache
def _returns_patterns(function: types.FunctionType) -> bool:
    return "re.Pattern" in str(function.__annotations__.get("return", ""))


def _parents(tree: ast.AST) -> dict[ast.AST, ast.AST]:
    return {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}


def _methods_on(call: ast.Call, parents: Mapping[ast.AST, ast.AST]) -> Iterator[str]:
    """The method that is called on the result at once."""
    above = parents.get(call)
    if isinstance(above, ast.Subscript):
        above = parents.get(above)
    if isinstance(above, ast.Attribute) and above.attr in _METHODS:
        yield _METHODS[above.attr]
    if isinstance(call.func, ast.Attribute) and call.func.attr in _METHODS:
        yield _METHODS[call.func.attr]


def _names_given(call: ast.Call, parents: Mapping[ast.AST, ast.AST]) -> Iterator[str]:
    """The constant that holds the result, the function that returns it, the loop's name for it."""
    node: ast.AST | None = call
    while (node := parents.get(node) if node is not None else None) is not None:
        if isinstance(node, ast.Assign):
            yield from (each.id for each in node.targets if isinstance(each, ast.Name))
            return
        if isinstance(node, (ast.AnnAssign, ast.NamedExpr, ast.For, ast.comprehension)):
            yield from (each.id for each in ast.walk(node.target) if isinstance(each, ast.Name))
            return
        if isinstance(node, ast.FunctionDef):
            yield node.name
            return


@cache
def _methods_by_name(module: ModuleType) -> dict[str, set[str]]:
    """The methods that a module calls on a name, or on the result of calling it."""
    found: dict[str, set[str]] = {}
    for node in ast.walk(_tree(module)):
        if not isinstance(node, ast.Attribute) or node.attr not in _METHODS:
            continue
        value = node.value
        while isinstance(value, (ast.Call, ast.Subscript)):
            value = value.func if isinstance(value, ast.Call) else value.value
        if name := getattr(value, "id", None) or getattr(value, "attr", None):
            found.setdefault(name, set()).add(_METHODS[node.attr])
    return found


def _value(expression: ast.expr, module: ModuleType) -> object:
    return eval(compile(ast.Expression(expression), "<pattern>", "eval"), dict(vars(module)))


def _inside(value: object, depth: int = 0) -> Iterator[re.Pattern[Any]]:
    """The expressions in a constant: itself, or in rows and tables."""
    if isinstance(value, re.Pattern):
        yield value
    elif depth > 4:
        return
    elif isinstance(value, Mapping):
        for each in (*value.keys(), *value.values()):
            yield from _inside(each, depth + 1)
    elif isinstance(value, (tuple, list, set, frozenset)):
        for each in value:
            yield from _inside(each, depth + 1)
    elif hasattr(value, "__dataclass_fields__") and not isinstance(value, type):
        for name in value.__dataclass_fields__:
            yield from _inside(getattr(value, name), depth + 1)
