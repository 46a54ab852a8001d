"""No cause reads a fact that no parser produces, and no parser produces a fact that nothing reads."""

import ast
from collections.abc import Callable, Iterator
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from types import CodeType, FunctionType, ModuleType

import pytest

import calicovet
from calicovet.causes.catalogue import load_catalogue
from calicovet.model import facts
from calicovet.model.case import Case, F, NodeView
from calicovet.model.facts import Fact, Milestone, PodListed, Said
from calicovet.model.subject import Subject
from calicovet.parse.messages.index import tables
from calicovet.parse.messages.message import Message
from calicovet.startup.stages.locate import locate

_PACKAGE = Path(calicovet.__file__).parent
_HERE = Subject("node-1", "kube-system", "calico-node-x7k2p", "calico-node")
_READY = PodListed(about=_HERE, ready=1, total=1, status="Running")
_BY_BEGINNING = {"partition", "startswith", "split", "removeprefix"}
"""A call of one of these on a key refers to all keys with that beginning."""
_GIVERS = ("parse", "diagnosis")
_SHOWN_ONLY = {"MemoryFree"}
"""`diagnose --facts` shows them; no cause reads them."""
_READERS = ("causes", "signals", "startup", "diagnosis", "preflight", "remedy", "report", "app")

KINDS = {
    name: kind
    for name, kind in vars(facts).items()
    if isinstance(kind, type) and issubclass(kind, Fact) and kind not in (Fact, Said)
}
SENTENCES = [row for row in tables() if isinstance(row.make, partial) and row.make.args[1:]]
"""The rows of the tables that give a message by its key; the others give separate facts."""


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_every_kind_of_fact_has_a_parser_that_gives_it(kind: str) -> None:
    assert kind in _names("given")


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_every_kind_of_fact_is_read_by_a_cause_a_stage_or_the_engine(kind: str) -> None:
    assert (kind in _names("read")) != (kind in _SHOWN_ONLY)


@pytest.mark.parametrize("milestone", Milestone)
def test_every_milestone_is_asked_for(milestone: Milestone) -> None:
    assert any(
        f"Milestone.{milestone.name}" in path.read_text(encoding="utf-8")
        for room in ("startup", "signals", "causes", "diagnosis")
        for path in (_PACKAGE / room).rglob("*.py")
    )


@pytest.mark.parametrize("row", SENTENCES, ids=lambda row: row.key)
def test_every_message_is_read_by_a_cause_or_a_stage_or_silences_another(row: Message) -> None:
    said = _fact(row)
    if said is None or said.fatal:
        # What a process ends of is shown, whether a cause knows it or not.
        return
    assert (
        {row.key, row.key.partition(":")[0]} & _silencing()
        or _is_asked_for(row.key)
        or _moves_a_stage(said)
        or _is_chosen_by_a_cause(said)
    )


def _fact(row: Message) -> Said | None:
    """The fact that the row gives; None for rows that give more than a key."""
    assert isinstance(row.make, partial)
    kind, *rest = row.make.args
    if not (isinstance(kind, type) and issubclass(kind, Said)):
        return None
    return kind(about=_HERE, key=row.key, fatal=bool(rest[-1]))


def _moves_a_stage(said: Said) -> bool:
    """Whether the start looks different with it: alone, or on a node that is ready otherwise."""
    return any(
        locate(NodeView("node-1", (*beside, said))) != locate(NodeView("node-1", beside))
        for beside in ((), (_READY,))
    )


class _Watched(NodeView):
    """Remembers what was chosen from it by more than its kind."""

    __slots__ = ("chosen",)

    def __init__(self, *beside: Fact) -> None:
        super().__init__("node-1", beside)
        self.chosen: set[Fact] = set()

    def all(self, kind: type[F], where: Callable[[F], bool] | None = None) -> tuple[F, ...]:
        found = super().all(kind, where)
        if where is not None:
            self.chosen.update(found)
        return found


def _is_chosen_by_a_cause(said: Said) -> bool:
    """Whether a cause that compares no keys would take it all the same."""
    for cause in load_catalogue():
        if isinstance(said, cause.reads):
            view = _Watched(said)
            list(cause.examine(Case(view)))
            if said in view.chosen:
                return True
    return False


def _is_asked_for(key: str) -> bool:
    exact, beginnings = _keys()
    family = key.partition(":")[0]
    return key in exact or family in beginnings


@cache
def _silencing() -> frozenset[str]:
    return frozenset(key for row in tables() for key in row.yields_to)


@cache
def _names(use: str) -> frozenset[str]:
    """The names that stand where facts are given, or where they are asked for."""
    names: set[str] = set()
    for path in _PACKAGE.rglob("*.py"):
        room = path.relative_to(_PACKAGE).parts[0]
        if room not in (_GIVERS if use == "given" else _READERS):
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        made = {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
        names |= {
            node.id
            for node in ast.walk(tree)
            # Who only makes one has not read it.
            if isinstance(node, ast.Name) and (use == "given" or id(node) not in made)
        }
    return frozenset(names)


@cache
def _keys() -> tuple[frozenset[str], frozenset[str]]:
    """All strings that functions outside the tables use; those compared by their beginning."""
    modules = [
        import_module(found.name)
        for found in walk_packages(calicovet.__path__, "calicovet.")
        if not found.name.startswith(("calicovet.parse", "calicovet.__main__"))
    ]
    by_beginning = {
        id(function)
        for module in modules
        for function in _functions(module)
        if _called(function) & _BY_BEGINNING
    }
    exact: set[str] = set()
    beginnings: set[str] = set()
    for module in modules:
        for function in _functions(module):
            used = _strings_of(function)
            exact |= used
            called = {id(vars(module).get(name)) for name in _called(function)}
            if _called(function) & _BY_BEGINNING or called & by_beginning:
                beginnings |= used
    return frozenset(exact), frozenset(beginnings)


def _functions(module: ModuleType) -> Iterator[FunctionType]:
    for found in vars(module).values():
        for each in (found, *(vars(found).values() if isinstance(found, type) else ())):
            plain = getattr(each, "__wrapped__", each)
            if isinstance(plain, FunctionType) and plain.__module__ == module.__name__:
                yield plain


def _called(function: FunctionType) -> set[str]:
    return {name for code in _codes(function.__code__) for name in code.co_names}


def _strings_of(function: FunctionType) -> set[str]:
    """The strings in its body and in the names it uses; `f"{_NAME}:end"` is both together."""
    codes = tuple(_codes(function.__code__))
    own = {text for code in codes for value in code.co_consts for text in _strings(value)}
    used = (function.__globals__.get(name) for name in _called(function))
    around = {text for value in used for text in _strings(value)}
    return own | around | {head + end for head in around for end in own if end.startswith(":")}


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple | frozenset | dict):
        for each in value:
            yield from _strings(each)


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for value in code.co_consts:
        if isinstance(value, CodeType):
            yield from _codes(value)
